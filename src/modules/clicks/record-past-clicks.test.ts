import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { type PastClick, recordPastClicks } from './record-past-clicks.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const DAY = 86_400_000;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

const { pool } = await createTestDatabase();
const market = createMarket(pool);
const client = await pool.connect();
afterAll(() => client.release());

const record = (clicks: readonly PastClick[]) =>
  recordPastClicks({ database: client, calendar: createCalendar('UTC'), nowMs: NOW }, clicks);

const click = (code: string, daysAgo: number, address: string, rest: Partial<PastClick> = {}): PastClick => ({
  code,
  atMs: NOW - daysAgo * DAY,
  method: 'GET',
  headers: BROWSER,
  address,
  ...rest,
});

test('past clicks are classified, stored in their own months, and their visitors are not stored', async () => {
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 100 });
  const { id, code } = await market.link({ userId: await market.user(), storeId });
  await record([
    click(code, 60, '198.51.100.1'),
    click(code, 60, '198.51.100.1'),
    click(code, 60, '198.51.100.2', { method: 'HEAD' }),
    click(code, 30, '198.51.100.1', { headers: { ...BROWSER, referer: 'https://www.instagram.com/' } }),
    click(code, 0, '198.51.100.3', { headers: { 'user-agent': 'curl/8.9' } }),
  ]);
  const { rows } = await client.query(
    `SELECT tableoid::regclass::text AS month, day, class, source, cost_minor FROM clicks WHERE link_id = $1
     ORDER BY id >= click_floor('2026-04-01'), day, class`,
    [id],
  );
  expect(rows).toEqual([
    { month: 'clicks_2026_03', day: '2026-03-21', class: 0, source: 0, cost_minor: 100 },
    { month: 'clicks_2026_03', day: '2026-03-21', class: 2, source: 0, cost_minor: 0 },
    { month: 'clicks_2026_03', day: '2026-03-21', class: 3, source: 0, cost_minor: 0 },
    { month: 'clicks_2026_04', day: '2026-04-20', class: 0, source: 1, cost_minor: 100 },
    { month: 'clicks_2026_05', day: '2026-05-20', class: 1, source: 0, cost_minor: 0 },
  ]);
  expect((await client.query("SELECT FROM click_visitors WHERE day < '2026-05-19'")).rowCount).toBe(0);
});

test('a cap is used up by the oldest clicks, in any order of the input', async () => {
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10 });
  const campaignId = await market.campaign({ storeId, maxClicks: 2 });
  await market.price({ storeId, campaignId, cpcMinor: 50 });
  const { id, code } = await market.link({ userId: await market.user(), storeId });
  await record([3, 9, 1, 7].map((daysAgo) => click(code, daysAgo, `198.51.100.${daysAgo}`)));
  const { rows } = await client.query('SELECT cost_minor FROM clicks WHERE link_id = $1 ORDER BY id', [id]);
  expect(rows.map((row) => row.cost_minor)).toEqual([50, 50, 10, 10]);
});

test('a future click and one on an unknown link are refused, together with their batch', async () => {
  const storeId = await market.store();
  const { id, code } = await market.link({ userId: await market.user(), storeId });
  const good = click(code, 1, '198.51.100.1');
  await expect(record([good, click(code, -1, '198.51.100.1')])).rejects.toThrow(RangeError);
  await expect(record([good, click('nobodys', 1, '198.51.100.1')])).rejects.toThrow('nobodys');
  expect((await client.query('SELECT FROM clicks WHERE link_id = $1', [id])).rowCount).toBe(0);
});
