import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { connectDatabase } from '../../../platform/database/database.ts';
import { approveDueOrders, releaseCredit } from '../../orders/index.ts';
import { audit } from '../audit/audit.ts';
import { settleInvoices } from '../imports/mark-paid.ts';
import { closeAllPeriods } from '../periods/close-period.ts';

const calendar = createCalendar('UTC');
let now = new Date('2030-01-20T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });
const { market, database } = application;
const admin = cast.tokens.admin;
const record = clickRecorder(database, calendar);
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });
const sek = (minor: number) => ({ minor, currency: 'SEK' });
const at = (day: string) => {
  now = new Date(`${day}T08:00:00Z`);
};
const refusal = (error: string) => ({ status: 400, body: expect.objectContaining({ error }) });
const faults = async () => (await audit(database.db)).filter((finding) => finding.faults > 0);

/** A click costs 4.00, of which the creator gets 3.00 less the shares of the platform's defaults. */
const CLICK = 400;
/** 100.00 without VAT, and the part of the balance that covers the rounding of VAT. */
const HUNDRED = 12_500 + 125;

/** A store in Sweden with 500.00 of credit, and two campaigns with a creator each, whose orders decide themselves after 14 days. */
async function scene({ prepaid = HUNDRED }: { prepaid?: number } = {}) {
  const storeId = await market.store({ creditMinor: 50_000 });
  const memberId = await market.user();
  await market.member(storeId, memberId);
  const member = await application.tokenOf(memberId);
  await market.price({ storeId, cpcMinor: 0 });
  const add = async () => {
    const id = await market.campaign({ storeId, type: 'user_accept' });
    await rows('UPDATE campaigns SET approval_days = 14 WHERE id = $1', [id]);
    await market.price({ storeId, campaignId: id, cpcMinor: 300, invoiceCpcMinor: CLICK, cpa: 0.1, invoiceCpa: 0.1 });
    const creatorId = await market.user();
    const participantId = await market.participant({ campaignId: id, userId: creatorId });
    const link = await market.link({ userId: creatorId, storeId });
    const click = async (count: number) => {
      const [before] = await rows('SELECT incurred_minor AS n FROM store_credit WHERE store_id = $1', [storeId]);
      const visit = () => ({ code: link.code, at: now, visitor: String(Math.random()) });
      await record(Array.from({ length: count }, visit));
      const [after] = await rows('SELECT incurred_minor AS n FROM store_credit WHERE store_id = $1', [storeId]);
      return (after.n - before.n) / CLICK;
    };
    const order = (costMinor: number, status: 'pending' | 'approved' = 'pending') =>
      bookOrder(database.pool, {
        linkId: link.id,
        campaignId: id,
        day: now.toISOString().slice(0, 10),
        valueMinor: costMinor * 10,
        cpaPpm: 100_000,
        status,
        at: now,
      });
    const url = `/v2/offers/${id}`;
    const guarantee = (minor: number, until = '2030-06-30', as: string | undefined = member) =>
      call('PUT', `${url}/guarantee`, as, { amount: sek(minor), until });
    const read = async (as = member) => (await call('GET', `${url}/guarantee`, as)).body;
    return { id, url, creatorId, participantId, linkId: link.id, click, order, guarantee, read };
  };
  const day = () => now.toISOString().slice(0, 10);
  const prepay = (minor: number) =>
    call('POST', `/v2/admin/stores/${storeId}/prepayments`, admin, { amount: sek(minor), day: day(), reason: 'x' });
  const refund = (minor: number) =>
    call('POST', `/v2/admin/stores/${storeId}/prepayments/refund`, admin, {
      amount: sek(minor),
      day: day(),
      reason: 'x',
    });
  const credit = async () => {
    const [row] = await rows(
      `SELECT incurred_minor AS incurred, promised_minor AS promised, reserved_minor AS reserved, limit_minor AS limit, prepaid_minor AS prepaid
       FROM store_credit WHERE store_id = $1`,
      [storeId],
    );
    return row as { incurred: number; promised: number; reserved: number; limit: number; prepaid: number };
  };
  if (prepaid > 0) expect((await prepay(prepaid)).status).toBe(200);
  return { storeId, memberId, member, mine: await add(), other: await add(), prepay, refund, credit };
}

const closeMonths = () =>
  closeAllPeriods(
    { db: database.db, now: () => now, actorId: null },
    {
      calendar,
      company: {
        name: 'T',
        lines: [],
        vatNumber: 'SE559000000001',
        bankAccount: null,
        country: 'SE',
        vatRatePpm: 250_000,
      },
    },
  );

let month = 0;
/** Each test has months of its own, because months are closed once. */
beforeEach(() => {
  month += 4;
  at(`${monthName()}-20`);
});
const monthName = (after = 0) =>
  `${2030 + Math.floor((month + after - 1) / 12)}-${String(((month + after - 1) % 12) + 1).padStart(2, '0')}`;
const inHalfAYear = () => `${monthName(6)}-15`;

describe('The guarantee of a campaign', () => {
  it('is made from prepaid money, raised, and never lowered or shortened', async () => {
    const { mine } = await scene();
    expect(await mine.read()).toEqual({ guarantee: null, available: sek(10_000) });
    const made = await mine.guarantee(6_000, inHalfAYear());
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      guarantee: {
        until: inHalfAYear(),
        approval_days: 14,
        is_binding: true,
        left: sek(6_000),
        is_exact: true,
        amount: sek(6_000),
        used: sek(0),
        ended_reason: null,
      },
      available: sek(4_000),
    });
    expect((await mine.guarantee(5_999, inHalfAYear())).body.errors).toHaveProperty('amount');
    expect((await mine.guarantee(6_000, `${monthName(5)}-15`)).body.errors).toHaveProperty('until');
    expect((await mine.guarantee(6_000, inHalfAYear())).body).toEqual(made.body);
    expect(await mine.guarantee(10_001, inHalfAYear())).toMatchObject(refusal('balance_too_low'));
    expect((await mine.guarantee(10_000, inHalfAYear())).body.available).toEqual(sek(0));
    expect(
      await rows(`SELECT details FROM audit_log WHERE action = 'offer.guarantee_changed' AND subject_id = $1`, [
        mine.id,
      ]),
    ).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  it('is taken by its clicks, orders, agreed sums and bonuses, and nothing else', async () => {
    const { mine, other, credit } = await scene();
    await mine.guarantee(10_000, inHalfAYear());
    expect(await other.click(1)).toBe(0);
    await expect(other.order(1)).rejects.toMatchObject({ code: 'TRB04' });
    expect(await mine.click(2)).toBe(2);
    await mine.order(1_000);
    await mine.order(700, 'approved');
    await rows('UPDATE participants SET payment_amount_minor = 500 WHERE id = $1', [mine.participantId]);
    expect((await mine.read()).guarantee).toMatchObject({ left: sek(7_000), used: sek(3_000) });
    expect(await credit()).toMatchObject({ incurred: 2_500, promised: 500, reserved: 7_000, limit: 10_000 });
    expect(await mine.click(30)).toBe(17);
    await expect(mine.order(201)).rejects.toMatchObject({ code: 'TRB04' });
    await mine.order(200);
    expect((await mine.read()).guarantee).toMatchObject({ left: sek(0), used: sek(10_000) });
    expect(await faults()).toEqual([]);
  });

  it('covers bonuses that creators reach, although nothing else is left', async () => {
    const { mine, member, credit } = await scene();
    await mine.guarantee(10_000, inHalfAYear());
    const tiers = {
      tiers: [{ orders: 1, bonus: { amount: '30.00', currency: 'SEK' } }],
      budget: { amount: '30.00', currency: 'SEK' },
    };
    expect((await call('PUT', `${mine.url}/bonus-tiers`, member, tiers)).status).toBe(200);
    await mine.order(1_000, 'approved');
    expect(await credit()).toMatchObject({ incurred: 1_000, promised: 3_000, reserved: 6_000 });
    expect(await faults()).toEqual([]);
  });

  it('shows creators what is left rounded down, and where they look for campaigns', async () => {
    const { mine, other } = await scene();
    await mine.guarantee(9_876, inHalfAYear());
    const creator = await application.tokenOf(mine.creatorId);
    expect(await mine.read(creator)).toEqual({
      guarantee: {
        until: inHalfAYear(),
        approval_days: 14,
        is_binding: true,
        left: sek(9_800),
        is_exact: false,
        amount: null,
        used: null,
        ended_reason: null,
      },
      available: null,
    });
    const { body } = await call('GET', `/v2/users/${mine.creatorId}/campaign-board`, creator);
    const entry = body.data.find((one: { id: number }) => one.id === mine.id);
    expect(entry.guarantee).toEqual({ until: inHalfAYear(), approval_days: 14, left: sek(9_800) });
    expect(await other.read(await application.tokenOf(other.creatorId))).toEqual({ guarantee: null, available: null });
  });

  it('is ended by an administrator with a reason that creators read', async () => {
    const { mine, member, credit } = await scene();
    await mine.guarantee(5_000, inHalfAYear());
    expect((await call('POST', `${mine.url}/guarantee/end`, member, { reason: 'x' })).status).toBe(403);
    const ended = await call('POST', `${mine.url}/guarantee/end`, admin, { reason: 'The orders are not real.' });
    expect(ended.body.guarantee).toMatchObject({
      is_binding: false,
      left: sek(0),
      ended_reason: 'The orders are not real.',
    });
    expect(await credit()).toMatchObject({ reserved: 0, limit: 60_100 });
    expect((await mine.read(await application.tokenOf(mine.creatorId))).guarantee.ended_reason).toBe(
      'The orders are not real.',
    );
    expect((await mine.guarantee(4_000, inHalfAYear())).body.guarantee).toMatchObject({
      amount: sek(4_000),
      used: sek(0),
    });
    expect(await faults()).toEqual([]);
  });

  it('is refused to others, and for bad input', async () => {
    const { mine, storeId } = await scene();
    const body = { amount: sek(100), until: inHalfAYear() };
    expect((await call('GET', `${mine.url}/guarantee`)).status).toBe(401);
    expect((await call('PUT', `${mine.url}/guarantee`, undefined, body)).status).toBe(401);
    expect((await call('GET', `${mine.url}/guarantee`, cast.tokens.otherAdvertiser)).status).toBe(404);
    expect((await mine.guarantee(100, inHalfAYear(), cast.tokens.otherAdvertiser)).status).toBe(404);
    expect((await mine.guarantee(100, inHalfAYear(), await application.tokenOf(mine.creatorId))).status).toBe(403);
    expect((await call('PUT', '/v2/offers/999999/guarantee', admin, body)).status).toBe(404);
    expect((await call('POST', '/v2/offers/999999/guarantee/end', admin, { reason: 'x' })).status).toBe(404);
    for (const [bad, field] of [
      [{ ...body, amount: { minor: 100, currency: 'EUR' } }, 'amount.currency'],
      [{ ...body, amount: sek(0) }, 'amount.minor'],
      [{ ...body, until: '2030-13-01' }, 'until'],
      [{ ...body, until: `${monthName(-1)}-01` }, 'until'],
      [{ ...body, until: '2060-01-01' }, 'until'],
    ] as const) {
      const { status, body: reply } = await call('PUT', `${mine.url}/guarantee`, admin, bad);
      expect([status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    }
    await rows('UPDATE campaigns SET approval_days = NULL WHERE id = $1', [mine.id]);
    expect(await mine.guarantee(100, inHalfAYear())).toMatchObject(refusal('approval_period_missing'));
    await rows('UPDATE campaigns SET approval_days = 14 WHERE id = $1', [mine.id]);
    await rows('UPDATE stores SET deactivated_at = now() WHERE id = $1', [storeId]);
    expect(await mine.guarantee(100, inHalfAYear())).toMatchObject(refusal('store_inactive'));
  });
});

describe('A store cannot take back what it has guaranteed', () => {
  it('by a refund of the balance; what is free can be refunded', async () => {
    const { mine, prepay, refund, credit } = await scene();
    await mine.guarantee(10_000, inHalfAYear());
    expect(await refund(1)).toMatchObject(refusal('balance_needed'));
    await prepay(1_000);
    expect(await refund(1_001)).toMatchObject(refusal('balance_needed'));
    expect((await refund(1_000)).status).toBe(200);
    expect(await credit()).toMatchObject({ reserved: 10_000, prepaid: HUNDRED });
  });

  it('by pausing or deleting the campaign', async () => {
    const { mine, member, refund, credit } = await scene();
    await mine.guarantee(10_000, inHalfAYear());
    expect((await call('POST', `${mine.url}/pause`, member)).status).toBe(200);
    expect((await call('DELETE', mine.url, member)).status).toBeLessThan(300);
    expect(await credit()).toMatchObject({ reserved: 10_000 });
    expect(await refund(1)).toMatchObject(refusal('balance_needed'));
    expect((await call('POST', `${mine.url}/guarantee/end`, admin, { reason: 'Never begun.' })).status).toBe(200);
    expect((await refund(HUNDRED)).status).toBe(200);
  });

  it('by reserving the same money for another campaign', async () => {
    const { mine, other } = await scene();
    await mine.guarantee(6_000, inHalfAYear());
    expect(await other.guarantee(4_001, inHalfAYear())).toMatchObject(refusal('balance_too_low'));
    expect((await other.guarantee(4_000, inHalfAYear())).status).toBe(200);
    expect(await other.click(20)).toBe(10);
    expect(await mine.click(20)).toBe(15);
    expect(await faults()).toEqual([]);
  });

  it('by its own credit, which does not count while it guarantees', async () => {
    const { mine, other, credit } = await scene({ prepaid: 0 });
    expect(await other.click(1)).toBe(1);
    expect(await mine.guarantee(1, inHalfAYear())).toMatchObject(refusal('balance_too_low'));
    expect(await credit()).toMatchObject({ limit: 50_000, reserved: 0 });
    expect(await other.click(1)).toBe(1);
  });

  it('by cancelled costs, which return at most what they have taken', async () => {
    const { mine, credit } = await scene();
    await mine.order(3_000);
    await mine.guarantee(7_000, inHalfAYear());
    await mine.order(2_000);
    expect(await credit()).toMatchObject({ incurred: 5_000, reserved: 5_000 });
    await rows(`UPDATE orders SET status = 'denied' WHERE campaign_id = $1`, [mine.id]);
    expect(await credit()).toMatchObject({ incurred: 0, reserved: 7_000 });
    expect((await mine.read()).guarantee).toMatchObject({ left: sek(7_000), used: sek(0) });
    expect(await mine.click(100)).toBe(25);
    expect(await faults()).toEqual([]);
  });

  it('by a change of its VAT, its country or its approval period, or by stopping', async () => {
    const { mine, other, storeId, member } = await scene();
    await mine.guarantee(5_000, inHalfAYear());
    const refused = async (text: string) =>
      expect(
        await database.pool.query(text, [storeId]).then(
          () => text,
          (error: { code: string }) => error.code,
        ),
      ).toBe('TRB10');
    await refused(`UPDATE stores SET country = 'DE' WHERE id = $1`);
    await refused(`UPDATE stores SET vat_number = 'SE556000000001' WHERE id = $1`);
    await refused(`UPDATE stores SET currency = 'EUR' WHERE id = $1`);
    await refused('UPDATE campaigns SET approval_days = NULL WHERE store_id = $1');
    await refused('UPDATE campaigns SET approval_days = 15 WHERE store_id = $1');
    await rows('UPDATE campaigns SET approval_days = 13 WHERE store_id = $1', [storeId]);
    const steps = (kind: string) =>
      rows(
        `INSERT INTO rate_steps (campaign_id, version, counts, period, applies, steps, created_by, created_at)
         VALUES ($1, 1, 'orders', 'month', $2, '[{"from": 2}]', $3, now())`,
        [other.id, kind, cast.ids.admin],
      );
    for (const kind of ['later', 'whole']) await expect(steps(kind)).rejects.toMatchObject({ code: 'TRB10' });
    const billing = { company_name: 'AB', street: 'A 1', postal_code: '11130', city: 'Stockholm' };
    const bill = (vat: string) => call('PUT', `/v2/stores/${storeId}/billing`, member, { ...billing, vat_number: vat });
    expect(await bill('SE556000000001')).toMatchObject(refusal('terms_are_promised'));
    expect((await bill('')).status).toBe(200);
    const days = { approval_days: 30 };
    expect((await call('PATCH', `/v2/advertisers/${storeId}/order-rules`, member, days)).status).toBe(200);
    const { other: third, mine: fourth } = await scene();
    await rows(
      `INSERT INTO rate_steps (campaign_id, version, counts, period, applies, steps, created_by, created_at)
       VALUES ($1, 1, 'orders', 'month', 'later', '[{"from": 2}]', $2, now())`,
      [third.id, cast.ids.admin],
    );
    expect(await fourth.guarantee(100, inHalfAYear())).toMatchObject(refusal('rates_rise'));
    expect(await call('POST', `/v2/advertisers/${storeId}/deactivate`, member)).toMatchObject(
      refusal('terms_are_promised'),
    );
    expect((await call('POST', `/v2/advertisers/${storeId}/deactivate`, admin)).status).toBeLessThan(300);
    expect((await mine.read(admin)).guarantee.ended_reason).toBe('The administration has deactivated the store.');
  });

  it('by an order that waits for years: it stays covered', async () => {
    const { mine, credit } = await scene();
    await rows('UPDATE campaigns SET approval_days = NULL WHERE id = $1', [mine.id]);
    await mine.order(1_000);
    await rows('UPDATE campaigns SET approval_days = 14 WHERE id = $1', [mine.id]);
    await mine.guarantee(2_000, inHalfAYear());
    await rows(`UPDATE orders SET created_at = '2029-01-01' WHERE campaign_id = $1`, [mine.id]);
    await releaseCredit({ db: database.db, now: () => now });
    expect(await credit()).toMatchObject({ incurred: 1_000, reserved: 2_000 });
  });
});

describe('Of several connections at once', () => {
  it('refunds, reservations and clicks of other campaigns use each amount once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { mine, other, refund, credit } = await scene();
      const second = connectDatabase(database.url, {
        maxConnections: 4,
        statementTimeoutMs: 30_000,
        onPoolError: () => {},
      });
      try {
        const results = await Promise.all([
          mine.guarantee(7_000, inHalfAYear()).then(({ status }) => status),
          refund(6_250).then(({ status }) => status),
          other.guarantee(6_000, inHalfAYear()).then(({ status }) => status),
          other.click(10).then(() => 0),
          second.pool
            .query(`UPDATE participants SET payment_amount_minor = 2000 WHERE id = $1`, [other.participantId])
            .then(
              () => 0,
              (error: { code: string }) => error.code,
            ),
        ]);
        expect(results.filter((result) => ![0, 200, 400, 422, 'TRB04'].includes(result))).toEqual([]);
        const { incurred, promised, reserved, prepaid } = await credit();
        const isBound = results[0] === 200 || results[2] === 200;
        if (isBound)
          expect(incurred + promised + reserved).toBeLessThanOrEqual(Math.floor((prepaid * 100) / 125) - 100);
        expect(await faults()).toEqual([]);
      } finally {
        await second.pool.end();
      }
    }
  });
});

describe('A store that does nothing', () => {
  it('pays nevertheless: orders decide themselves, the closing pays the invoice from the balance, and creators are paid', async () => {
    const { mine, storeId, credit } = await scene();
    await mine.guarantee(10_000, inHalfAYear());
    expect(await mine.click(5)).toBe(5);
    await mine.order(3_000);
    at(`${monthName(1)}-05`);
    expect(await approveDueOrders({ db: database.db, now: () => now })).toBeGreaterThan(0);
    at(`${monthName(1)}-10`);
    await closeMonths();
    const [invoice] = await rows(
      'SELECT net_minor, open_minor, paid_at IS NOT NULL AS is_paid FROM invoices WHERE store_id = $1',
      [storeId],
    );
    expect(invoice).toEqual({ net_minor: 5_000, open_minor: 0, is_paid: true });
    expect(await credit()).toMatchObject({ incurred: 0, reserved: 5_000, prepaid: HUNDRED - 6_250 });
    at(`${monthName(1)}-20`);
    const token = await application.tokenOf(mine.creatorId);
    const [balance] = (await call('GET', `/v2/users/${mine.creatorId}/balances`, token)).body.data;
    expect(balance.payable).toEqual(balance.earned);
    expect(Number(balance.payable.amount)).toBeGreaterThan(0);
    expect(await faults()).toEqual([]);
  });

  it('pays its creators although the payment of an earlier invoice is returned', async () => {
    const { mine, other, storeId, prepay, credit } = await scene({ prepaid: 0 });
    expect(await other.click(10)).toBe(10);
    at(`${monthName(1)}-10`);
    await closeMonths();
    const [earlier] = await rows('SELECT id FROM invoices WHERE store_id = $1', [storeId]);
    await database.db.transaction((tx) =>
      settleInvoices(tx, [{ invoiceId: earlier.id, paidAt: now }], { now, calendar }),
    );
    await prepay(HUNDRED);
    expect((await mine.guarantee(8_000, inHalfAYear())).status).toBe(200);
    expect(await mine.click(5)).toBe(5);
    expect((await call('POST', `/v2/payments/invoices/${earlier.id}/take-back-payment`, admin, {})).status).toBe(200);
    // Only what nothing else needs pays the returned invoice: 100.00 less 80.00, with VAT.
    expect(await credit()).toMatchObject({ reserved: 6_000, prepaid: HUNDRED - 2_500 });
    expect(await other.click(1)).toBe(0);
    expect(await mine.click(5)).toBe(5);
    at(`${monthName(2)}-10`);
    await closeMonths();
    expect(await rows('SELECT net_minor, open_minor FROM invoices WHERE store_id = $1 ORDER BY id', [storeId])).toEqual(
      [
        { net_minor: 4_000, open_minor: 2_500 },
        { net_minor: 4_000, open_minor: 0 },
      ],
    );
    expect(await mine.click(11)).toBe(10);
    expect(await faults()).toEqual([]);
  });
});

describe('What is left', () => {
  it('is free again after the last day, when everything is decided, billed and paid', async () => {
    const { mine, refund, credit } = await scene();
    await mine.guarantee(5_000, `${monthName(1)}-05`);
    await mine.order(1_000);
    at(`${monthName(1)}-08`);
    await closeMonths();
    expect((await mine.read()).guarantee).toMatchObject({ is_binding: false, left: sek(4_000) });
    expect(await credit()).toMatchObject({ reserved: 4_000 });
    expect(await refund(12_000)).toMatchObject(refusal('balance_needed'));
    await approveDueOrders({ db: database.db, now: () => now });
    at(`${monthName(3)}-02`);
    await closeMonths();
    expect(await mine.read()).toMatchObject({ guarantee: null });
    expect(await credit()).toMatchObject({ reserved: 0, incurred: 0, limit: 50_000 + 9_100 });
    expect(await faults()).toEqual([]);
  });
});
