import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { createCast } from '../../../tests/harness/cast.ts';

/** Another process over the same database. */
const application = await createTestApplication();
const other = await createTestApplication({ database: application.database });
const cast = await createCast(application);
const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'user_accept' });
const id = await application.market.participant({ campaignId, userId: cast.ids.creator });
const participant = `/v2/offers/${campaignId}/participants/${id}`;

interface Given {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  body: object;
  key: string;
}
/** The same request fifty times at once, to two processes. */
const fifty = ({ key, ...request }: Given) =>
  Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 === 0 ? application : other).call({
        ...request,
        as: cast.tokens.advertiser,
        headers: { 'idempotency-key': key },
      }),
    ),
  );
const answers = (replies: { status: number; body: unknown }[]) =>
  [...new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))].length;
const count = async (sql: string): Promise<number> => (await application.database.pool.query(sql)).rows[0].count;

describe('Every route that moves money accepts an Idempotency-Key', () => {
  it('and the API reference states this', async () => {
    const { paths } = (await application.app.inject('/openapi.json')).json();
    const operations = Object.entries<
      Record<string, { parameters?: { in: string; name: string }[]; responses: object }>
    >(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
    );
    const keyed = operations.filter(({ parameters = [] }) =>
      parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'idempotency-key'),
    );
    expect(keyed.map(({ name }) => name).sort()).toEqual([
      'PATCH /v2/stores/{store}/orders/{order}',
      'POST /stores/{id}/offer-users/{offerUserId}/payment-amount/{paymentAmount}',
      'POST /stores/{id}/user/{userId}/oneTimePayment',
      'POST /v2/admin/holds',
      'POST /v2/admin/holds/{hold}/release',
      'POST /v2/admin/stores/{store}/prepayments',
      'POST /v2/admin/stores/{store}/prepayments/refund',
      'POST /v2/admin/voids',
      'POST /v2/admin/voids/{void}/undo',
      'POST /v2/bank-entries/{bank_entry}/decide',
      'POST /v2/bank-entries/{bank_entry}/dismiss',
      'POST /v2/bank-entries/{bank_entry}/match',
      'POST /v2/bank-entries/{bank_entry}/prepay',
      'POST /v2/bank-files',
      'POST /v2/deliverables/{deliverable}/publication',
      'POST /v2/deliverables/{deliverable}/submissions',
      'POST /v2/deliverables/{deliverable}/submissions/{version}/approve',
      'POST /v2/deliverables/{deliverable}/submissions/{version}/request-changes',
      'POST /v2/offers/{offer}/deliverables',
      'POST /v2/offers/{offer}/duplicate',
      'POST /v2/order-claims/{order_claim}/accept',
      'POST /v2/order-claims/{order_claim}/decline',
      'POST /v2/payments/generate-creator-invoice/{id}',
      'POST /v2/payments/invoices/{invoice}/credit-notes',
      'POST /v2/payments/invoices/{invoice}/pause-dunning',
      'POST /v2/payments/invoices/{invoice}/release',
      'POST /v2/payments/invoices/{invoice}/take-back-payment',
      'POST /v2/payments/invoices/{invoice}/take-back-release',
      'POST /v2/payments/mark-invoices-as-paid',
      'POST /v2/payments/periods/{month}/close',
      'POST /v2/payments/systems-config',
      'POST /v2/payments/upload-ax-id-matching',
      'POST /v2/payout-runs',
      'POST /v2/payout-runs/{payout_run}/approve',
      'POST /v2/payout-runs/{payout_run}/cancel',
      'POST /v2/payout-runs/{payout_run}/export',
      'POST /v2/payout-runs/{payout_run}/mark-paid',
      'POST /v2/payouts/{payout}/return',
      'POST /v2/stores/{store}/broadcasts',
      'POST /v2/stores/{store}/campaign-templates',
      'POST /v2/stores/{store}/campaign-templates/{campaign_template}/offers',
      'POST /v2/stores/{store}/event-decisions',
      'POST /v2/stores/{store}/events',
      'POST /v2/stores/{store}/events/batch',
      'POST /v2/stores/{store}/message-templates',
      'POST /v2/stores/{store}/message-triggers',
      'POST /v2/stores/{store}/order-decisions',
      'POST /v2/stores/{store}/orders',
      'POST /v2/stores/{store}/orders/batch',
      'POST /v2/stores/{store}/orders/{order}/attribution',
      'POST /v2/stores/{store}/orders/{order}/resolution',
      'POST /v2/usage-rights/{usage_right}/payment',
      'PUT /v2/offers/{offer}/participants/{participant}/payment-amount',
    ]);
    for (const { responses } of keyed) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '422']));
  });

  it('reporting an order: one reply, including its status', async () => {
    const request = { method: 'POST', url: `/v2/stores/${cast.storeId}/orders`, key: 'order' } as const;
    const replies = await fifty({ ...request, body: { order_id: 'A-1', order_value: 100 } });
    expect([answers(replies), replies[0]!.status]).toEqual([1, 201]);
    expect(await count(`SELECT count(*) FROM orders WHERE order_id = 'A-1'`)).toBe(1);
    // Without the key, the same order is reported again, and the reply says that it is known.
    const again = await application.call({
      ...request,
      as: cast.tokens.advertiser,
      body: { order_id: 'A-1', order_value: 100 },
    });
    expect(again.status).toBe(200);
  });

  it('a refund, and the decision about orders', async () => {
    await application.call({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/orders`,
      as: cast.tokens.advertiser,
      body: { order_id: 'A-2', order_value: 100 },
    });
    const { rows } = await application.database.pool.query(`SELECT id FROM orders WHERE order_id = 'A-2'`);
    const url = `/v2/stores/${cast.storeId}/orders/${rows[0].id}`;
    const body = { refunded: { amount: '10.00', currency: 'SEK' } };
    const refunds = await fifty({ method: 'PATCH', url, body, key: 'refund' });
    expect([answers(refunds), refunds[0]!.status]).toEqual([1, 200]);
    expect(await count(`SELECT count(*) FROM order_events WHERE kind = 'refund'`)).toBe(1);
    const orders = [{ order_id: 'A-2', status: 'approved' }];
    const decisions = await fifty({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/order-decisions`,
      body: { orders },
      key: 'decide',
    });
    expect(answers(decisions)).toBe(1);
    expect(decisions[0]!.body).toMatchObject({ changed: ['A-2'], unchanged: [] });
  });

  it('an agreed amount, also when another amount is agreed in the meantime', async () => {
    const url = `${participant}/payment-amount`;
    const agree = (amount: string) => ({ payment_amount: { amount, currency: 'SEK' } });
    const replies = await fifty({ method: 'PUT', url, body: agree('100.00'), key: 'sum' });
    expect([answers(replies), replies[0]!.status]).toEqual([1, 200]);
    await application.call({ method: 'PUT', url, as: cast.tokens.advertiser, body: agree('200.00') });
    const [late] = await fifty({ method: 'PUT', url, body: agree('100.00'), key: 'sum' });
    expect(late!.body.payment_amount.amount).toBe('100.00');
    const { body } = await application.call({ url: participant, as: cast.tokens.advertiser });
    expect(body.payment_amount.amount).toBe('200.00');
  });

  it('a payment setup needs none, because repeating it has no effect', async () => {
    const url = `/v2/advertisers/${cast.storeId}/payment-setup`;
    const replies = await fifty({ method: 'POST', url, body: { payment_setup_id: 'bank' }, key: 'set-up' });
    expect([answers(replies), replies[0]!.status]).toEqual([1, 200]);
    expect(await count(`SELECT count(*) FROM audit_log WHERE action = 'store.payment_setup_set'`)).toBe(1);
  });
});
