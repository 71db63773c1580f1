import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { RefusedClicks } from './journal/refused-clicks.ts';
import { maintainClickLog, purgeVisitors } from './maintenance.ts';
import { VisitorKeys } from './visitor.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const ADDRESS = '203.0.113.77';
const calendar = createCalendar('UTC');
const DAY_MS = 86_400_000;

/** Moved by hand. */
let nowMs = Date.parse('2026-05-10T12:00:00Z');
const application = await createTestApplication({ now: () => new Date(nowMs) });
const { market, app, database } = application;
const storeId = await market.store();
await market.price({ storeId, cpcMinor: 100 });
const link = await market.link({ userId: await market.user(), storeId });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as { port: number };
const headers = { 'user-agent': BROWSER, 'x-forwarded-for': ADDRESS };
for (let click = 0; click < 3; click++)
  expect((await fetch(`http://127.0.0.1:${port}/r/${link.code}`, { headers, redirect: 'manual' })).status).toBe(302);
await application.clicks.settled(30_000);
const keys = new VisitorKeys();
await keys.refresh(database.pool, '2026-05-10');
const visitor = keys.visitorOf('2026-05-10', ADDRESS, BROWSER);
const network = keys.networkHashOf('2026-05-10', ADDRESS);
const key = (await database.pool.query(`SELECT encode(key, 'hex') AS key FROM visitor_keys WHERE day = '2026-05-10'`))
  .rows[0].key;

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
/** Tables of any schema that hold a text in any column, bytes as hex; a click that the visitor is beside counts. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await query(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1`);
  const found = [];
  for (const { name } of tables) {
    const [{ rows }] = (await query(
      `SELECT count(*)::int AS rows FROM ${name} t WHERE replace(t::text, '-', '') ILIKE $1`,
      `%${text}%`,
    )) as [{ rows: number }];
    if (rows > 0) found.push(name.replace(/_\d{4}_\d\d(_\d\d)?$/, ''));
  }
  return [...new Set(found)];
}
const maintain = async () => {
  await maintainClickLog(application.database.pool, new VisitorKeys(), calendar, nowMs);
  return purgeVisitors(application.database.pool, calendar, nowMs);
};

describe('A shopper', () => {
  it('is distinguished within the day by a keyed hash; address and user agent are not stored', async () => {
    expect(await tablesWith(visitor)).toEqual(['public.click_visitors']);
    expect(await tablesWith(network)).toEqual(['public.click_network_days']);
    expect(await tablesWith(key)).toEqual(['public.visitor_keys']);
    expect(await tablesWith(ADDRESS)).toEqual([]);
    expect(await tablesWith('Firefox')).toEqual([]);
    expect(
      (await query('SELECT class FROM clicks WHERE link_id = $1 ORDER BY class', link.id)).map(
        ({ class: code }) => code,
      ),
    ).toEqual([0, 3, 3]);
  });

  it('is still known on the next day, for a click that waited over midnight', async () => {
    nowMs += DAY_MS;
    await maintain();
    expect(await tablesWith(visitor)).toEqual(['public.click_visitors']);
  });

  it('is anonymous from then on: no table distinguishes the clicks of shoppers', async () => {
    nowMs += DAY_MS;
    const before = (await query(`SELECT pg_relation_filenode('visitor_keys') AS file`))[0]['file'];
    expect(await maintain()).toBe('2026-05-11');
    for (const text of [visitor, network, key]) expect(await tablesWith(text)).toEqual([]);
    // The page that held the key is gone, too.
    expect((await query(`SELECT pg_relation_filenode('visitor_keys') AS file`))[0]['file']).not.toBe(before);
    const [click] = await query('SELECT * FROM clicks WHERE link_id = $1 ORDER BY id LIMIT 1', link.id);
    expect(Object.keys(click!).filter((column) => /visitor|address|agent/.test(column))).toEqual([]);
    const keys = new VisitorKeys();
    await keys.refresh(application.database.pool, '2026-05-12');
    expect(keys.visitorOf('2026-05-10', ADDRESS, BROWSER)).not.toBe(visitor);
  });

  it('is purged once, by one of the processes, and shoppers do not wait for concurrent readers', async () => {
    nowMs += DAY_MS;
    const reader = await application.database.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM click_visitors');
    await maintain();
    expect(await query(`SELECT FROM visitor_keys WHERE day = '2026-05-11'`)).toHaveLength(1);
    await reader.query('ROLLBACK');
    reader.release();
    await Promise.all([maintain(), maintain(), maintain()]);
    expect(await query(`SELECT FROM visitor_keys WHERE day < '2026-05-12'`)).toEqual([]);
  });
});

describe('Data that were set aside for inspection', () => {
  it('loses the visitors of purged days, and keeps the clicks', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tributary-refused-'));
    const line = (day: string, hash: string) =>
      JSON.stringify({
        id: '0196b9a2-1111-7222-8333-444455556666',
        code: 'gone',
        day,
        visitor: hash,
        class: 0,
        source: 0,
      });
    const [old, recent] = ['a'.repeat(32), 'b'.repeat(32)];
    const name = 'clicks-1-00000000-1.ndjson';
    await writeFile(
      path.join(folder, name),
      `\n${line('2026-05-10', old)}\n${line('2026-05-12', recent)}\n{"visitor":"${old}`,
    );
    const damaged = ['a.log.damaged', 'b.log.damaged'];
    for (const one of damaged) await writeFile(path.join(folder, one), 'bytes');
    const longAgo = new Date(Date.now() - 49 * 3_600_000);
    await utimes(path.join(folder, damaged[0]!), longAgo, longAgo);
    const refused = new RefusedClicks(folder);
    await refused.purgeVisitors('2026-05-11', Date.now());
    await refused.purgeVisitors('2026-05-11', Date.now());
    expect(await readdir(folder)).toEqual([damaged[1], name]);
    expect((await readFile(path.join(folder, name), 'utf8')).split('\n')).toEqual([
      '',
      line('2026-05-10', '0'.repeat(32)),
      line('2026-05-12', recent),
      `{"visitor":"${'0'.repeat(32)}`,
    ]);
    await rm(folder, { recursive: true });
  });
});
