import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { closeMonth, createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const APRIL = new Date('2026-04-10T08:00:00Z');
const { application, cast } = await createClosedMarket({ now: () => APRIL });
const { market, database } = application;
// February: clicks at both stores, and the agreed sum of a creator who has completed a campaign.
const [here, abroad] = [
  await market.link({ userId: cast.ids.creator, storeId: cast.storeId }),
  await market.link({ userId: cast.ids.otherCreator, storeId: cast.otherStoreId }),
];
const at = new Date('2026-02-11T10:00:00Z');
await clickRecorder(database, createCalendar('UTC'))([here, here, abroad].map(({ code }) => ({ code, at })));
const campaignId = await market.campaign({ storeId: cast.storeId });
const { rows } = await database.pool.query<{ id: number }>(
  `INSERT INTO participants (campaign_id, user_id, status, payment_amount_minor) VALUES ($1, $2, 'done', 12345) RETURNING id`,
  [campaignId, cast.ids.otherCreator],
);
await database.pool.query(
  `INSERT INTO activities (participant_id, actor_id, type, new_status, created_at) VALUES ($1, $2, 'STATUS_CHANGE', 'done', $3)`,
  [rows[0]!.id, cast.ids.admin, at],
);

const get = (path: string, role: Role | null = 'admin') =>
  application.call({
    url: `/v2/payments/periods/${path}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const count = async (table: string) =>
  (await application.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;

describe('The preview of a payment period', () => {
  it('is for administrators', async () => {
    for (const [role, status] of [
      [null, 401],
      ['agency', 403],
      ['advertiser', 403],
      ['creator', 403],
    ] as const)
      expect((await get('2026-02/preview', role)).status).toBe(status);
  });

  it('exists for a month that is not closed', async () => {
    expect((await get('2026-13/preview')).status).toBe(422);
    expect((await get('2026-02/preview?kind=x')).body.errors).toHaveProperty('kind');
    const closed = await get('2026-01/preview');
    expect([closed.status, closed.body.error]).toEqual([400, 'period_closed']);
  });

  it('states why a month cannot be closed, and shows the amounts so far', async () => {
    const { body } = await get('2026-04/preview');
    expect(body.refusal.error).toBe('period_open');
    expect(body.data.length).toBeGreaterThan(0);
    expect((await get('2026-03/preview')).body.refusal.error).toBe('earlier_period_open');
  });

  it('does not wait for a closing, and reports it', async () => {
    const closing = await application.database.pool.connect();
    await closing.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('close_period'))`);
    const { status } = await get('2026-02/preview');
    await closing.query('ROLLBACK');
    closing.release();
    expect(status).toBe(503);
  });

  it('is returned in pages, of one kind', async () => {
    const all = (await get('2026-02/preview')).body;
    const creators = (await get('2026-02/preview?kind=creator&size=1&page=2')).body;
    const expected = all.data.filter(({ kind }: { kind: string }) => kind === 'creator');
    expect(expected.length).toBeGreaterThan(1);
    expect([creators.data, creators.meta.total]).toEqual([[expected[1]], expected.length]);
    expect(creators.sums).toEqual(all.sums);
  });

  it('writes nothing, and equals the closing', async () => {
    const tables = ['invoices', 'ledger_entries', 'one_time_payments', 'payment_periods'];
    const before = await Promise.all(tables.map(count));
    const { status, body } = await get('2026-02/preview?size=100');
    expect([status, body.refusal]).toEqual([200, null]);
    expect(await Promise.all(tables.map(count))).toEqual(before);

    await closeMonth(application, '2026-02', APRIL);
    const { data } = (
      await application.call({ url: '/v2/admin/invoices?month=2026-02&size=100', as: cast.tokens.admin })
    ).body;
    const made = (entries: Record<string, unknown>[]) =>
      entries
        .map(({ kind, party_id, party_name, total }) => JSON.stringify([kind, party_id, party_name, total]))
        .sort();
    expect(made(body.data)).toEqual(made(data));
    expect(new Set(body.data.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['store', 'client', 'creator']),
    );
    const { sums } = (await get('2026-02')).body;
    const plain = ({ kind, currency, invoices, net, vat, total }: Record<string, unknown>) =>
      JSON.stringify({ kind, currency, invoices, net, vat, total });
    expect(body.sums.map(plain).sort()).toEqual(sums.map(plain).sort());
  });
});
