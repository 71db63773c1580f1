import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import type { Cast } from '../../../../tests/harness/cast.ts';
import { type ClosedMonth, closeMonth, createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../audit/audit.ts';

let application: TestApplication;
let cast: Cast;
let closed: ClosedMonth;
beforeEach(async () => {
  ({ application, cast, closed } = await createClosedMarket());
});

const post = (
  path: string,
  body: unknown,
  { as = cast.tokens.admin as string | undefined, key }: { as?: string | undefined; key?: string } = {},
) =>
  application.call({
    method: 'POST',
    url: `/v2/admin/voids${path}`,
    body,
    ...(as === undefined ? {} : { as }),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const january = (kind: string) => ({
  kind,
  user_id: cast.ids.creator,
  store_id: cast.storeId,
  from: '2026-01-01',
  to: '2026-01-31',
});

/** Previews a filter and voids exactly the preview. */
async function voidAll(filter: Record<string, unknown>) {
  const { body: preview } = await post('/preview', filter);
  return {
    preview,
    made: await post('', { ...filter, fingerprint: preview.fingerprint, reason: 'Clicked by a script' }),
  };
}
const balance = async () =>
  (await application.call({ url: `/v2/users/${cast.ids.creator}/balances`, as: cast.tokens.creator })).body.data.find(
    ({ currency }: { currency: string }) => currency === 'SEK',
  );

describe('Voiding', () => {
  it('voids clicks after a preview of the effect, in every total and the next invoices, and restores them', async () => {
    const before = await query('SELECT * FROM link_days ORDER BY link_id, campaign_id');
    const { preview, made } = await voidAll(january('clicks'));
    expect(preview).toMatchObject({
      items: 3,
      effects: [
        {
          currency: 'SEK',
          items: 3,
          cost: { amount: '12.00' },
          creators: { amount: '6.30' },
          agencies: { amount: '0.90' },
          platform: { amount: '4.80' },
        },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      kind: 'clicks',
      items: 3,
      effects: preview.effects,
      created_by: cast.ids.admin,
      undone_at: null,
    });
    const [day] = await query(
      'SELECT clicks, uncounted, cost_minor, user_minor, agency_minor FROM store_days WHERE store_id = $1 AND day = $2',
      [cast.storeId, '2026-01-10'],
    );
    expect(day).toEqual({ clicks: 0, uncounted: 3, cost_minor: 0, user_minor: 0, agency_minor: 0 });
    expect(await faults()).toEqual([]);
    await closeMonth(application, '2026-02', new Date('2026-03-02T08:00:00Z'));
    const credit = await query(
      `SELECT net_minor, vat_minor FROM invoices WHERE kind = 'store' AND store_id = $1 AND month = '2026-02-01'`,
      [cast.storeId],
    );
    expect(credit).toEqual([{ net_minor: -1_200, vat_minor: -300 }]);
    expect(await faults()).toEqual([]);
    const undone = await post(`/${made.body.id}/undo`, { reason: 'They were people' });
    expect(undone).toMatchObject({ status: 200, body: { undone_by: cast.ids.admin, undo_reason: 'They were people' } });
    expect(await query('SELECT * FROM link_days WHERE clicks + orders > 0 ORDER BY link_id, campaign_id')).toEqual(
      before,
    );
    await closeMonth(application, '2026-03', new Date('2026-04-02T08:00:00Z'));
    const [sums] = await query(
      `SELECT sum(net_minor)::bigint AS net FROM invoices WHERE kind = 'store' AND store_id = $1`,
      [cast.storeId],
    );
    expect(sums.net).toBe(36_200);
    expect(await faults()).toEqual([]);
    const acts = await query(`SELECT action, actor_id, details FROM audit_log WHERE subject_kind = 'void' ORDER BY id`);
    expect(acts).toMatchObject([
      {
        action: 'clicks.voided',
        actor_id: cast.ids.admin,
        details: { reason: 'Clicked by a script', items: 3, before: [{ cost: 1_200 }], after: [] },
      },
      { action: 'clicks.void_undone', details: { reason: 'They were people', before: [], after: [{ cost: 1_200 }] } },
    ]);
  });

  it('reduces the payable amount immediately, before a closing books the void', async () => {
    await query('UPDATE invoices SET released_at = now() WHERE id = $1', [closed.store.id]);
    await query('UPDATE orders SET created_at = order_at');
    expect(await balance()).toMatchObject({ payable: { amount: '326.30' }, held: { hold_period: { amount: '0.00' } } });
    await voidAll(january('one_time_payments'));
    expect(await balance()).toMatchObject({ payable: { amount: '76.30' }, overpaid: { amount: '0.00' } });
  });

  it('denies voided orders, adds it to their history, and pays nothing for later orders of a voided click', async () => {
    const { made } = await voidAll(january('orders'));
    expect(made.body).toMatchObject({
      items: 1,
      effects: [{ cost: { amount: '100.00' }, creators: { amount: '70.00' } }],
    });
    const [order] = await query('SELECT id, status, cost_minor FROM orders');
    expect(order).toMatchObject({ status: 'denied', cost_minor: 0 });
    const history = async () =>
      (await query('SELECT kind, details FROM order_events ORDER BY id')).map(({ kind }) => kind);
    expect(await history()).toEqual(['voided']);
    const shown = await application.call({
      url: `/v2/stores/${cast.storeId}/orders/${order.id}`,
      as: cast.tokens.advertiser,
    });
    expect(shown.body.history ?? shown.body.events).toMatchObject([
      { kind: 'voided', details: { from: 'approved', to: 'denied' } },
    ]);
    await post(`/${made.body.id}/undo`, { reason: 'A mistake' });
    expect(await history()).toEqual(['voided', 'void_undone']);
    expect(await query('SELECT status, cost_minor FROM orders')).toEqual([{ status: 'approved', cost_minor: 10_000 }]);
    await voidAll(january('clicks'));
    const [click] = await query('SELECT id FROM clicks WHERE class = 11 LIMIT 1');
    const report = await application.call({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/orders`,
      as: cast.tokens.advertiser,
      body: {
        order_id: 'V-1',
        order_value: '100.00',
        currency: 'SEK',
        tclid: click.id,
        order_at: '2026-01-11T10:00:00Z',
      },
    });
    expect(report.body).toMatchObject({ attribution: 'none', unattributed_reason: 'void' });
    expect(await faults()).toEqual([]);
  });

  it('voids single records by their ids', async () => {
    const [{ id }] = await query('SELECT id FROM clicks WHERE store_id = $1 ORDER BY id LIMIT 1', [cast.storeId]);
    expect((await voidAll({ kind: 'clicks', ids: [id] })).made.body).toMatchObject({
      items: 1,
      filter: { kind: 'clicks', ids: [id] },
    });
    expect((await voidAll({ kind: 'clicks', ids: [id] })).made).toMatchObject({
      status: 400,
      body: { error: 'nothing_to_void' },
    });
    expect(await faults()).toEqual([]);
  });

  it('refuses records that have changed since the preview', async () => {
    const filter = january('orders');
    const { body: preview } = await post('/preview', filter);
    await query('UPDATE orders SET original_refunded_minor = 1, refunded_minor = 1');
    const confirmation = { ...filter, fingerprint: preview.fingerprint, reason: 'Fraud' };
    expect(await post('', confirmation)).toMatchObject({ status: 409, body: { error: 'preview_changed' } });
    expect(await query('SELECT FROM voids')).toEqual([]);
    expect((await query('SELECT status FROM orders'))[0].status).toBe('approved');
  });

  it('is done once for a key, and undone once', async () => {
    const { body: preview } = await post('/preview', january('clicks'));
    const body = { ...january('clicks'), fingerprint: preview.fingerprint, reason: 'Fraud' };
    const replies = [await post('', body, { key: 'void-1' }), await post('', body, { key: 'void-1' })];
    expect(replies[1]!.body).toEqual(replies[0]!.body);
    const { id } = replies[0]!.body;
    const undone = await Promise.all([1, 2, 3].map(() => post(`/${id}/undo`, { reason: 'A mistake' })));
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await faults()).toEqual([]);
  });
});

describe('A void of clicks and the budget of their campaign', () => {
  it('gives the budget back, and is not undone when the budget has been used up since', async () => {
    const { market, database } = application;
    const { storeId } = cast;
    const budget = await market.sharedBudget(storeId, 1_000);
    const campaignId = await market.campaign({ storeId, maxClicks: 2, sharedBudgetId: budget });
    await market.price({ storeId, campaignId, cpcMinor: 500, invoiceCpcMinor: 500 });
    const link = await market.link({ userId: cast.ids.creator, storeId });
    const record = clickRecorder(database, createCalendar('UTC'));
    const click = (day: string) => ({ code: link.code, at: new Date(`${day}T10:00:00Z`) });
    await record([click('2026-02-01'), click('2026-02-01')]);
    const spent = () =>
      query(
        'SELECT s.clicks, s.spent_minor, b.spent_minor AS budget FROM campaign_spend s, shared_budgets b WHERE s.campaign_id = $1 AND s.user_id = 0 AND b.id = $2',
        [campaignId, budget],
      );
    expect(await spent()).toEqual([{ clicks: 2, spent_minor: 1_000, budget: 1_000 }]);
    const filter = { kind: 'clicks', campaign_id: campaignId, from: '2026-02-01', to: '2026-02-01' };
    const { made } = await voidAll(filter);
    expect(await spent()).toEqual([{ clicks: 0, spent_minor: 0, budget: 0 }]);
    await record([click('2026-02-02')]);
    const refused = await post(`/${made.body.id}/undo`, { reason: 'A mistake' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'budget_used_up' } });
    expect(await spent()).toEqual([{ clicks: 1, spent_minor: 500, budget: 500 }]);
    await query('UPDATE campaigns SET max_clicks = 3 WHERE id = $1', [campaignId]);
    await query('UPDATE shared_budgets SET amount_minor = 1500 WHERE id = $1', [budget]);
    expect((await post(`/${made.body.id}/undo`, { reason: 'A mistake' })).status).toBe(200);
    expect(await spent()).toEqual([{ clicks: 3, spent_minor: 1_500, budget: 1_500 }]);
    expect(await faults()).toEqual([]);
  });

  it('voids no more records than may be locked', async () => {
    await query(
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment)
       SELECT $1, $2, 1, 'SEK', '2026-02-01', 'Film' FROM generate_series(1, 10001)`,
      [cast.storeId, cast.ids.creator],
    );
    const filter = { kind: 'one_time_payments', store_id: cast.storeId, from: '2026-02-01', to: '2026-02-01' };
    expect(await post('/preview', filter)).toMatchObject({ status: 400, body: { error: 'too_many_items' } });
  });

  it('cannot be undone when the clicks are no longer kept', async () => {
    const { made } = await voidAll(january('clicks'));
    await closeMonth(application, '2026-02', new Date('2026-03-02T08:00:00Z'));
    await query(`SELECT purge_clicks('2029-01-01', 1)`);
    expect(await post(`/${made.body.id}/undo`, { reason: 'A mistake' })).toMatchObject({
      status: 400,
      body: { error: 'clicks_purged' },
    });
    expect(await faults()).toEqual([]);
  });
});

it('An undecided order becomes undecided again', async () => {
  const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
  await bookOrder(application.database.pool, {
    linkId: link.id,
    campaignId: null,
    day: '2026-02-01',
    valueMinor: 1_000,
    cpaPpm: 100_000,
    status: 'pending',
  });
  const { made } = await voidAll({ kind: 'orders', link_id: link.id, from: '2026-02-01', to: '2026-02-01' });
  await post(`/${made.body.id}/undo`, { reason: 'A mistake' });
  expect(await query('SELECT status FROM orders WHERE link_id = $1', [link.id])).toEqual([{ status: 'pending' }]);
});
