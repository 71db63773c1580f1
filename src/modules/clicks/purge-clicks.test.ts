import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { AFTER_CLOSING, closeMonth } from '../../../tests/harness/closed-month.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../platform/calendar.ts';
import type { Database } from '../../platform/database/database.ts';
import { SqlDatabase } from '../../platform/database/sql-database.ts';
import { audit } from '../payments/audit/audit.ts';
import { maintainClickLog, purgeClicks } from './maintenance.ts';
import { purgeClickTerms } from './purge-terms.ts';
import { VisitorKeys } from './visitor.ts';

// A zone ahead of UTC: the last hours of a month of the log are of the next month's first day.
const calendar = createCalendar('Europe/Stockholm');
const MONTHS = 25;
/** January of 2024 ended 25 months before. */
const NOW = Date.parse('2026-03-01T00:00:00Z');
const TOTALS =
  'link_days, store_days, creator_days, creator_currency_days, link_weeks, campaign_spend, ledger_entries, invoices';

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const purge = (nowMs = NOW, keptMonths = MONTHS) => purgeClicks(database.pool, { nowMs, keptMonths });
const faults = async () => (await audit(database.db)).filter(({ faults }) => faults > 0).map(({ title }) => title);
const count = async (from: string, until: string) =>
  (
    await query(
      'SELECT count(*) AS n FROM clicks WHERE id >= click_floor($1) AND id < click_floor($2)',
      `${from}T00:00:00Z`,
      `${until}T00:00:00Z`,
    )
  )[0].n;
const partitions = async () =>
  (
    await query(
      `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'clicks'::regclass ORDER BY 1`,
    )
  ).map(({ relname }) => relname);
/** Every total and every entry, as text. */
const totals = async () =>
  Promise.all(
    TOTALS.split(', ').map((table) =>
      query(`SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS rows FROM ${table} t`),
    ),
  );

const database = await createTestDatabase();
const { pool } = database;
const market = createMarket(pool);
const agency = await market.agency({ agencyShare: 0.1, userShare: 0.6 });
const userId = await market.user({ agencyId: agency });
const storeId = await market.store();
await market.price({ storeId, cpcMinor: 333, invoiceCpcMinor: 400, cpa: 0.08 });
const campaignId = await market.campaign({ storeId, type: 'standard' });
await market.price({ storeId, campaignId, cpcMinor: 500 });
const link = await market.link({ userId, storeId });
const other = await market.link({ userId: await market.user(), storeId });
await pool.query(
  `SELECT ensure_click_months('2024-01-01', '2026-05-01'), ensure_visitor_days('2026-02-28', '2026-03-02')`,
);
const record = clickRecorder(database, calendar);
await record(
  [
    '2024-01-05T10:00Z',
    '2024-01-05T11:00Z',
    '2024-01-31T22:30Z',
    '2024-01-31T23:30Z',
    '2024-02-01T09:00Z',
    '2024-02-29T23:59Z',
    '2024-03-01T10:00Z',
    '2024-03-31T10:00Z',
    '2026-01-20T10:00Z',
  ].flatMap((at) => [
    { code: link.code, at: new Date(at), source: 1 as const },
    { code: other.code, at: new Date(at), class: 0 as const },
    { code: other.code, at: new Date(at), class: 1 as const },
  ]),
);
const orderClick = (await pool.query('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id LIMIT 1', [link.id])).rows[0]
  .id;
await bookOrder(pool, { linkId: link.id, campaignId, day: '2024-01-06', valueMinor: 100_000, cpaPpm: 80_000 });
await pool.query(
  `UPDATE orders o SET attribution = 'click', click_id = c.id, agency_id = c.agency_id, campaign_id = c.campaign_id, cpa_ppm = c.cpa_ppm, invoice_cpa_ppm = c.invoice_cpa_ppm, user_share_ppm = c.user_share_ppm, agency_share_ppm = c.agency_share_ppm,
     terms = c.terms FROM clicks c WHERE c.id = $1`,
  [orderClick],
);
while ((await pool.query(`SELECT close_days('2026-03-01') AS more`)).rows[0].more);
const months = ['2024-01', '2024-02', '2024-03'];

describe('Clicks that are old enough', () => {
  it('are kept while their month is open, and while it is the month of the latest clicks', async () => {
    expect(await faults()).toEqual([]);
    expect(await purge()).toEqual([]);
    await closeMonth({ database }, months[0]!, AFTER_CLOSING);
    expect(await purge()).toEqual([]);
    await closeMonth({ database }, months[1]!, AFTER_CLOSING);
    await closeMonth({ database }, months[2]!, AFTER_CLOSING);
    expect(await faults()).toEqual([]);
  });

  it('are kept until the exact time, and while a store’s window reaches them', async () => {
    expect(await purge(NOW - 1)).toEqual([]);
    await query('UPDATE stores SET attribution_window_days = 365');
    expect(await purge(Date.parse('2025-02-06T23:59:59Z'), 1)).toEqual([]);
    await query('UPDATE stores SET attribution_window_days = 30');
  });

  it('are kept while totals disagree with them, which is reported', async () => {
    await query(
      'UPDATE link_days SET social_clicks = social_clicks + 1 WHERE link_id = $1 AND day = $2',
      link.id,
      '2024-01-05',
    );
    await expect(purge()).rejects.toMatchObject({ code: 'TRB02' });
    await query(
      'UPDATE link_days SET social_clicks = social_clicks - 1 WHERE link_id = $1 AND day = $2',
      link.id,
      '2024-01-05',
    );
    expect(await count('2024-01-01', '2024-02-01')).toBe(12);
  });

  it('are kept while they are being read, and shoppers do not wait for that', async () => {
    const reader = await database.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM clicks');
    expect(await purge()).toEqual([]);
    await reader.query('ROLLBACK');
    reader.release();
    expect(await count('2024-01-01', '2024-02-01')).toBe(12);
  });

  it('are all kept when the run is aborted during the purge', async () => {
    const [{ definition }] = await query(
      `SELECT pg_get_functiondef('clicks_are_booked(date, date)'::regprocedure) AS definition`,
    );
    await query(
      `CREATE OR REPLACE FUNCTION clicks_are_booked(p_from date, p_until date) RETURNS boolean LANGUAGE sql STABLE
         RETURN (SELECT pg_sleep(50) IS NOT NULL)`,
    );
    const stopping = new AbortController();
    const round = purgeClicks(database.pool, { nowMs: NOW, keptMonths: MONTHS, signal: stopping.signal });
    await expect
      .poll(() =>
        query(`SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT purge_clicks%' AND wait_event = 'PgSleep'`),
      )
      .toHaveLength(1);
    stopping.abort();
    expect(await round).toEqual([]);
    await query(definition);
    expect(await count('2024-01-01', '2024-02-01')).toBe(12);
  });

  it('are purged once by concurrent processes; clicks of orders, totals and entries are kept', async () => {
    const before = await totals();
    const purged = await Promise.all([purge(), purge(), purge()]);
    expect(purged.flat()).toEqual(['2024-01-01']);
    expect(await query('SELECT id FROM clicks WHERE id < click_floor($1)', '2024-02-01T00:00:00Z')).toEqual([
      { id: orderClick },
    ]);
    expect(await partitions()).not.toContain('clicks_2024_01');
    expect(await count('2024-02-01', '2024-03-01')).toBe(6);
    expect(await totals()).toEqual(before);
    expect(await faults()).toEqual([]);
    expect(await query('SELECT DISTINCT day FROM sealed_clicks ORDER BY day')).toEqual([
      { day: '2024-01-31' },
      { day: '2024-02-01' },
    ]);
  });

  it('are purged month by month', async () => {
    const before = await totals();
    expect(await purge(Date.parse('2026-05-15T00:00:00Z'))).toEqual(['2024-02-01', '2024-03-01']);
    expect(await totals()).toEqual(before);
    expect(await faults()).toEqual([]);
    expect(await count('2024-01-01', '2024-04-01')).toBe(1);
    expect(await count('2026-01-01', '2026-02-01')).toBe(3);
  });
});

describe('Lists of candidates', () => {
  it('are deleted when no stored click refers to them, and written again when they are used', async () => {
    const ids = async () => (await query('SELECT id FROM click_terms ORDER BY id')).map(({ id }) => id);
    const all = await ids();
    const [{ id: ofOrder }] = await query('SELECT click_terms_id AS id FROM clicks WHERE id = $1', orderClick);
    await query(`INSERT INTO click_terms (id, terms) VALUES (1, '[]'), (2, '[]')`);
    expect(await purgeClickTerms(database.db)).toBe(0);
    await query(`UPDATE click_terms SET last_used_on = '2024-02-25' WHERE id <> 2`);
    await query(`UPDATE click_terms SET last_used_on = '2024-02-26' WHERE id = 2`);
    // Clicks are kept from April: 35 days before are from 26 February on.
    expect(await purgeClickTerms(database.db)).toBe(all.length);
    expect(await ids()).toEqual([2, ofOrder]);
    const market = createMarket(database.pool);
    const [owner] = await query('SELECT user_id, store_id FROM links WHERE id = $1', link.id);
    const fresh = await market.link({ userId: owner.user_id, storeId: owner.store_id });
    await clickRecorder(database, calendar)([{ code: fresh.code, at: new Date('2026-01-21T10:00Z') }]);
    const [last] = await query(
      `SELECT t.last_used_on = current_date AS today FROM clicks c JOIN click_terms t ON t.id = c.click_terms_id WHERE c.link_id = $1`,
      fresh.id,
    );
    expect(last).toEqual({ today: true });
  });
});

describe('Purged clicks', () => {
  const GONE = 'Totals of links on days whose clicks are gone are what the clicks said';
  const KEPT = 'Totals of links are the sums of their clicks';
  const planted: [what: string, statements: string, found: string][] = [
    [
      'a total of a day without clicks',
      `UPDATE link_days SET social_clicks = social_clicks + 1 WHERE day = '2024-01-05' AND clicks > 0`,
      GONE,
    ],
    [
      'a day without clicks that had none',
      `INSERT INTO link_days (link_id, day, campaign_id, agency_id, store_id, user_id, clicks) SELECT id, '2024-01-09', 0, 0, store_id, user_id, 1
         FROM links LIMIT 1`,
      GONE,
    ],
    ['a seal', `UPDATE sealed_days SET fingerprint = md5(fingerprint) WHERE day = '2024-01-05'`, GONE],
    ['a seal that is gone', `DELETE FROM sealed_days WHERE day = '2024-01-05'`, GONE],
    [
      'a total of a day without clicks and its seal',
      `UPDATE link_days SET cost_minor = cost_minor + 1 WHERE day = '2024-01-05' AND clicks > 0;
       DELETE FROM sealed_days WHERE day = '2024-01-05';
       INSERT INTO sealed_days SELECT * FROM fingerprints_of_days('2024-01-05', '2024-01-06')`,
      'What is booked is what is owed, but for what came or changed after the closing',
    ],
    ['the day that lies on both sides', 'UPDATE sealed_clicks SET clicks = clicks + 1', KEPT],
    ['a kept click', `UPDATE clicks SET cost_minor = cost_minor + 1 WHERE day = '2026-01-20' AND class = 0`, KEPT],
    ['a kept click that is gone', `DELETE FROM clicks WHERE day = '2026-01-20' AND class = 1`, KEPT],
    [
      'the terms of an order whose month is gone',
      'UPDATE orders SET cpa_ppm = 1',
      'Orders have the terms of their click, and the value that was reported',
    ],
    [
      'the click that it came of',
      `DELETE FROM clicks WHERE day = '2024-01-05'`,
      'Orders have the terms of their click, and the value that was reported',
    ],
    [
      'what a campaign has spent',
      'UPDATE campaign_spend SET spent_minor = spent_minor + 1',
      'What campaigns have spent is the sum of their links’ totals',
    ],
  ];
  it.each(planted)('the audit finds an altered %s', async (_what, statements, title) => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(statements);
    const tx = new SqlDatabase(client, 0);
    const inside = { transaction: (work: (db: Database) => Promise<unknown>) => work(tx) } as unknown as Database;
    const found = (await audit(inside)).filter(({ faults }) => faults > 0);
    await client.query('ROLLBACK');
    client.release();
    expect(found.map((finding) => finding.title)).toContain(title);
    expect(await faults()).toEqual([]);
  });

  it('a late click of theirs is refused, and no month is created for it', async () => {
    const before = await totals();
    const record = clickRecorder(database, calendar);
    await expect(record([{ code: link.code, at: new Date('2024-01-05T10:00Z') }])).rejects.toMatchObject({
      code: '23514',
    });
    await query(`SELECT ensure_click_months('2024-01-01', '2024-05-01')`);
    await maintainClickLog(database.pool, new VisitorKeys(), calendar, NOW);
    expect((await partitions()).filter((name) => name < 'clicks_2024_04')).toEqual([]);
    expect(await totals()).toEqual(before);
  });
});
