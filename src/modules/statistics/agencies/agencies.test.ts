import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';

const { application, cast } = await createClosedMarket();
const idle = await application.market.user({ agencyId: cast.agencyId, email: 'idle@creators.example' });
const { pool } = application.database;
await pool.query(`INSERT INTO exchange_rates (currency, day, units_per_eur, source) VALUES ('SEK', '2026-01-01', 10, 'test'), ('EUR', '2026-01-01', 1, 'test')
  ON CONFLICT DO NOTHING`);

const get = (path: string, role: Role | null = 'agency', agencyId = cast.agencyId) =>
  application.call({
    url: `/v2/clients/${agencyId}/${path}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const JANUARY = 'from=2026-01-01&to=2026-01-31';

async function statuses(path: string) {
  const found = [];
  for (const role of [null, 'creator', 'advertiser', 'otherAgency', 'agency', 'admin'] as const)
    found.push((await get(path, role)).status);
  return found;
}

describe('An agency’s creators', () => {
  it('are complete, with the figures of the click report', async () => {
    const { status, body } = await get(`users?${JANUARY}`);
    expect([status, body.data.map(({ id }: { id: number }) => id)]).toEqual([200, [cast.ids.creator, idle]]);
    const report = await application.call({
      url: `/clicks/${cast.ids.creator}?${JANUARY}`,
      as: cast.tokens.agency,
    });
    const [first, last] = body.data;
    expect(first).toMatchObject({ clicks: 5, orders: 1 });
    expect(Number(first.earnings.amount) * 100).toBe(report.body.user_revenue);
    expect(Number(first.earnings.amount)).toBeGreaterThan(0);
    expect(last).toMatchObject({ clicks: 0, orders: 0, earnings: { amount: '0.00' } });
  });

  it('can be sorted, searched and paged', async () => {
    const ids = async (query: string) =>
      (await get(`users?${JANUARY}&${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids('sort_by=clicks:asc')).toEqual([idle, cast.ids.creator]);
    expect(await ids('search=IDLE@')).toEqual([idle]);
    expect(await ids('search=%25')).toEqual([]);
    expect(await ids('size=1&page=2')).toEqual([idle]);
  });

  it('are sorted by value and not by the amount in their own currency', async () => {
    const { pool } = application.database;
    await pool.query('UPDATE users SET agency_id = $1 WHERE id = $2', [cast.agencyId, cast.ids.otherCreator]);
    const group = await application.market.storeGroup({ currency: 'JPY' });
    await pool.query('UPDATE users SET store_group_id = $1 WHERE id = $2', [group, cast.ids.otherCreator]);
    await pool.query(`INSERT INTO exchange_rates (currency, day, units_per_eur, source) VALUES ('JPY', '2026-01-01', 1000000, 'test')
      ON CONFLICT DO NOTHING`);
    const { body } = await get(`users?${JANUARY}`);
    await pool.query('UPDATE users SET agency_id = $1 WHERE id = $2', [cast.otherAgencyId, cast.ids.otherCreator]);
    const [first, second] = body.data;
    expect([first.id, second.id]).toEqual([cast.ids.creator, cast.ids.otherCreator]);
    expect(Number(second.earnings.amount)).toBeGreaterThan(100 * Number(first.earnings.amount));
  });

  it("admit the agency's representatives and administrators", async () => {
    expect(await statuses('users')).toEqual([401, 404, 404, 404, 200, 200]);
  });

  it.each(['sort_by=email:asc', 'from=2026-02-01&to=2026-01-01', 'size=101', 'from=x'])('refuse %s', async (query) => {
    expect((await get(`users?${query}`)).status).toBe(422);
  });
});

describe('A creator of an agency', () => {
  const one = (user: number | string, role: Role | null = 'agency', agencyId = cast.agencyId) =>
    get(`users/${user}`, role, agencyId);

  it('is named, with all channels', async () => {
    await pool.query(
      `INSERT INTO social_accounts (user_id, type, identifier, followers, is_valid)
       VALUES ($1, 'blog', 'idle.example', 20, false), ($1, 'social', 'idle', 1200, true)`,
      [idle],
    );
    const { status, body } = await one(idle);
    expect([status, body]).toEqual([
      200,
      {
        id: idle,
        username: expect.any(String),
        name: expect.any(String),
        email: 'idle@creators.example',
        is_suspended: false,
        currency: 'EUR',
        created_at: expect.any(String),
        followers: 1220,
        channels: [
          { type: 'social', identifier: 'idle', is_valid: true, followers: 1200 },
          { type: 'blog', identifier: 'idle.example', is_valid: false, followers: 20 },
        ],
      },
    ]);
    expect((await one(cast.ids.creator)).body).toMatchObject({ channels: [], followers: 0 });
  });

  it('is read by representatives of the agency and administrators', async () => {
    expect(await statuses(`users/${idle}`)).toEqual([401, 404, 404, 404, 200, 200]);
  });

  it('is not a creator of another agency, an erased one, or nobody', async () => {
    expect((await one(cast.ids.otherCreator)).status).toBe(404);
    expect((await one(idle, 'otherAgency', cast.otherAgencyId)).status).toBe(404);
    expect((await one(cast.ids.advertiser, 'admin')).status).toBe(404);
    const erased = await application.market.user({ agencyId: cast.agencyId });
    await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [erased]);
    for (const user of [erased, 999_999, 'x', '-1']) {
      const { status, body } = await one(user);
      expect([status, body.message]).toEqual([404, 'No query results for user.']);
    }
  });
});

describe('The earnings of an agency', () => {
  it('equal the invoices of the month', async () => {
    const { body } = await get('earnings');
    const sek = body.months.find(({ currency }: { currency: string }) => currency === 'SEK');
    const { rows } = await application.database.pool.query(
      `SELECT sum(e.amount_minor) FILTER (WHERE part = 'client') AS agency, sum(e.amount_minor) FILTER (WHERE part = 'user') AS creators
       FROM ledger_entries e WHERE currency = 'SEK' AND part IN ('client', 'user') AND origin_kind <> 'one_time'`,
    );
    expect(sek).toMatchObject({ month: '2026-01', clicks: 3, orders: 1 });
    expect(Number(sek.agency.amount) * 100).toBeCloseTo(Number(rows[0].agency));
    expect(Number(sek.creators.amount) * 100).toBeCloseTo(Number(rows[0].creators));
  });

  it('cover the requested number of months', async () => {
    expect((await get('earnings?months=1')).body.months).toEqual([]);
    expect((await get('earnings?months=37')).status).toBe(422);
  });

  it("admit the agency's representatives and administrators", async () => {
    expect(await statuses('earnings')).toEqual([401, 404, 404, 404, 200, 200]);
  });
});
