import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, closeMonth, createClosedMonth } from '../../../../tests/harness/closed-month.ts';

/** Another process over the same database. */
const application = await createTestApplication({ now: () => AFTER_CLOSING });
const other = await createTestApplication({ now: () => AFTER_CLOSING, database: application.database });
const cast = await createCast(application);
await createClosedMonth(application, cast);

const payment = { comment: 'A film about shoes', payment_date: '2026-02-20', user_earnings: 125_000 };
interface Given {
  body?: object;
  role?: Role | null;
  storeId?: number;
  userId?: number | string;
  key?: string;
  by?: TestApplication;
}
const pay = ({
  body = payment,
  role = 'advertiser',
  storeId = cast.storeId,
  userId = cast.ids.creator,
  key,
  by = application,
}: Given = {}) =>
  by.call({
    method: 'POST',
    url: `/stores/${storeId}/user/${userId}/oneTimePayment`,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const count = async (): Promise<number> =>
  (await application.database.pool.query('SELECT count(*) FROM one_time_payments')).rows[0].count;

describe('A one-time payment', () => {
  it('returns exactly the fields of the interface', async () => {
    const { status, body } = await pay();
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        user_id: cast.ids.creator,
        store_id: cast.storeId,
        ...payment,
        created_at: '2026-02-03 08:00:00',
        updated_at: '2026-02-03 08:00:00',
      },
    ]);
    const { rows } = await application.database.pool.query('SELECT * FROM one_time_payments WHERE id = $1', [body.id]);
    expect(rows[0]).toMatchObject({ currency: 'SEK', created_by: cast.ids.advertiser, participant_id: null });
    const log = await application.database.pool.query(
      `SELECT actor_id, subject_id, details FROM audit_log WHERE action = 'store.one_time_payment' ORDER BY id DESC LIMIT 1`,
    );
    expect(log.rows).toEqual([
      {
        actor_id: cast.ids.advertiser,
        subject_id: cast.storeId,
        details: expect.objectContaining({ user_minor: 125_000, currency: 'SEK', payment_id: body.id }),
      },
    ]);
  });

  it('is on the creator’s dashboard', async () => {
    const { body: paid } = await pay();
    const url = `/advertiser/stores/${cast.storeId}/users/${cast.ids.creator}/dashboard`;
    const { body } = await application.call({ url, as: cast.tokens.advertiser });
    const { id, user_earnings, payment_date, comment } = paid;
    expect(body.one_time_earnings).toContainEqual(
      expect.objectContaining({ id, user_earnings, payment_date, comment }),
    );
  });

  it.each<[string, object, string]>([
    ['no comment', { comment: undefined }, 'comment'],
    ['a comment of one character', { comment: 'x' }, 'comment'],
    ['a comment of 1025', { comment: 'x'.repeat(1025) }, 'comment'],
    ['a blank comment', { comment: ' \n ' }, 'comment'],
    ['no date', { payment_date: undefined }, 'payment_date'],
    ['a date that there is not', { payment_date: '2026-02-30' }, 'payment_date'],
    ['a date more than a year ahead', { payment_date: '2027-02-05' }, 'payment_date'],
    ['a date more than a year ago', { payment_date: '2025-02-01' }, 'payment_date'],
    ['no earnings', { user_earnings: undefined }, 'user_earnings'],
    ['less than nothing', { user_earnings: -1 }, 'user_earnings'],
    ['too much', { user_earnings: 10_000_001 }, 'user_earnings'],
    ['parts of a minor unit', { user_earnings: 0.5 }, 'user_earnings'],
    ['a text', { user_earnings: '5' }, 'user_earnings'],
  ])('with %s is a 422 that names the field', async (_what, change, field) => {
    const before = await count();
    const { status, body } = await pay({ body: { ...payment, ...change } });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await count()).toBe(before);
  });

  it('accepts any valid date, and keeps its day', async () => {
    for (const payment_date of ['2026-02-20T10:30:00Z', '2026-02-20 10:30:00', '2026-02-20'])
      expect((await pay({ body: { ...payment, payment_date } })).body.payment_date).toBe('2026-02-20');
    const { status, body } = await pay({ body: { ...payment, payment_date: '2026-02-30T10:30:00Z' } });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['payment_date']]);
  });

  it('is validated by the limits of the interface', async () => {
    for (const user_earnings of [0, 10_000_000]) {
      const body = { ...payment, user_earnings, comment: 'xy' };
      expect((await pay({ body })).body).toMatchObject({ user_earnings });
    }
  });

  it('is refused in a closed month and before one', async () => {
    for (const payment_date of ['2026-01-31', '2025-12-31']) {
      const { status, body } = await pay({ body: { ...payment, payment_date } });
      expect([status, body.error]).toEqual([400, 'period_closed']);
    }
  });

  it('can be made to creators that the store may know', async () => {
    // A creator with a relationship to the other store only.
    expect((await pay({ userId: cast.ids.otherCreator })).body.message).toBe('No query results for user.');
    expect((await pay({ userId: cast.ids.otherCreator, role: 'admin' })).status).toBe(200);
    for (const userId of [999_999, 'x']) expect((await pay({ userId, role: 'admin' })).status).toBe(404);
  });

  it('is for members of the store', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'otherAdvertiser', 'admin'] as const)
      statuses.push((await pay({ role })).status);
    expect(statuses).toEqual([401, 403, 403, 403, 200]);
    expect((await pay({ storeId: 999_999, role: 'admin' })).status).toBe(404);
  });

  it('is made once for a key, also with fifty concurrent requests to two processes', async () => {
    const before = await count();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => pay({ key: 'fifty', by: at % 2 === 0 ? application : other })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    expect((await pay({ key: 'fifty', body: { ...payment, user_earnings: 1 } })).status).toBe(409);
    expect(await count()).toBe(before + 1);
  });

  it('is either on the invoice or refused while its month is being closed', async () => {
    const body = { ...payment, payment_date: '2026-02-28', comment: 'In the nick of time' };
    const march = new Date('2026-03-01T00:00:00Z');
    const [replies] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => pay({ body }))),
      closeMonth(application, '2026-02', march),
    ]);
    const paid = replies.filter(({ status }) => status === 200).map((reply) => String(reply.body.id));
    // Requests do not wait for a running closing.
    const refused = replies.filter(({ status }) => status !== 200).map((reply) => [reply.status, reply.body.error]);
    for (const refusal of refused) expect(['400 period_closed', '503 unavailable']).toContain(refusal.join(' '));
    const { rows } = await application.database.pool.query(
      `SELECT DISTINCT origin_id FROM ledger_entries WHERE origin_kind = 'one_time' AND origin_id = ANY ($1) AND month = '2026-02-01'`,
      [paid],
    );
    expect(rows.length).toBe(paid.length);
  });
});

describe('The sum agreed on with a participant, by the unversioned path', () => {
  let campaignId: number;
  let participantId: number;
  beforeAll(async () => {
    campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    participantId = await application.market.participant({ campaignId, userId: cast.ids.creator });
  });
  const agree = (
    amount: string,
    { role = 'advertiser' as Role | null, storeId = cast.storeId, id = participantId as number | string } = {},
  ) =>
    application.call({
      method: 'POST',
      url: `/stores/${storeId}/offer-users/${id}/payment-amount/${amount}`,
      ...(role === null ? {} : { as: cast.tokens[role] }),
    });

  it('is in major units, and returns the offer user', async () => {
    const { status, body } = await agree('1500.50');
    expect([status, body]).toEqual([
      200,
      {
        id: participantId,
        offer_id: campaignId,
        user_id: cast.ids.creator,
        clicks: 0,
        status: 'accepted',
        created_at: expect.any(String),
        updated_at: '2026-02-03 08:00:00',
      },
    ]);
    const { body: participant } = await application.call({
      url: `/v2/offers/${campaignId}/participants/${participantId}`,
      as: cast.tokens.advertiser,
    });
    expect(participant.payment_amount).toEqual({ amount: '1500.50', currency: 'SEK' });
  });

  it.each(['-1', 'x', '1e3', '1.555', '1000001', '1,5', '99999999999'])('is a 422 when it is %s', async (amount) => {
    const { status, body } = await agree(amount);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['paymentAmount']]);
  });

  it('is for members of the participant’s own store', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'otherCreator', 'otherAdvertiser', 'admin'] as const)
      statuses.push((await agree('10', { role })).status);
    expect(statuses).toEqual([401, 403, 404, 404, 200]);
    expect((await agree('10', { role: 'admin', storeId: cast.otherStoreId })).status).toBe(404);
    for (const id of [999_999, 'x']) expect((await agree('10', { role: 'admin', id })).status).toBe(404);
  });

  it('is absent for an address without a user', async () => {
    const { rows } = await application.database.pool.query(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'nobody@example.test', 'open') RETURNING id`,
      [campaignId],
    );
    expect((await agree('10', { id: rows[0].id })).body.message).toBe('No query results for offer user.');
  });
});
