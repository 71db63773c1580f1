import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { createMarket, type Market } from '../../../tests/harness/market.ts';
import { type Notifications, openNotifications } from '../../platform/database/notifications.ts';
import { LiveIndex } from './live-index.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let market: Market;
/** The indexes of two processes, each with its own connection for notifications. */
let listeners: Notifications[];
let indexes: LiveIndex[];
beforeAll(async () => {
  database = await createTestDatabase();
  market = createMarket(database.pool);
  listeners = [await openNotifications(database.url, log), await openNotifications(database.url, log)];
  indexes = [];
  for (const notifications of listeners) indexes.push(await LiveIndex.open(database.pool, notifications, log));
});
afterAll(async () => {
  for (const notifications of listeners) await notifications.stop();
});

const resultsOf = (text: string) => indexes.map(({ index }) => index.inspect(text).result);
const owners = (text: string) => indexes.map(({ index }) => index.inspect(text).storeIds);

const AT_LAST = { timeout: 30_000, interval: 10 };
/** Every index returns this eventually, because notifications arrive asynchronously. */
const everywhere = (text: string, result: string) =>
  vi.waitFor(() => expect(resultsOf(text)).toEqual(indexes.map(() => result)), AT_LAST);

const change = (statement: string, values: unknown[] = []) => database.pool.query(statement, values);

describe('A change of a store is seen by every process', () => {
  it('its creation, domains, visibility, deactivation and deletion', async () => {
    const storeId = await market.store({ domains: ['alive.example'] });
    await everywhere('alive.example', 'single_advertiser');
    await change(`INSERT INTO store_domains (store_id, host) VALUES ($1, 'second.example')`, [storeId]);
    await everywhere('second.example', 'single_advertiser');
    expect(owners('second.example')).toEqual([[storeId], [storeId]]);
    await change(`UPDATE store_domains SET host = 'renamed.example' WHERE host = 'second.example'`);
    await everywhere('renamed.example', 'single_advertiser');
    expect(resultsOf('second.example')).toEqual(['no_advertiser', 'no_advertiser']);
    await change(`DELETE FROM store_domains WHERE host = 'renamed.example'`);
    await everywhere('renamed.example', 'no_advertiser');
    await change('UPDATE stores SET hidden = true WHERE id = $1', [storeId]);
    await everywhere('alive.example', 'not_visible');
    await change('UPDATE stores SET hidden = false, deactivated_at = now() WHERE id = $1', [storeId]);
    await everywhere('alive.example', 'no_advertiser');
    await change('UPDATE stores SET deactivated_at = NULL WHERE id = $1', [storeId]);
    await everywhere('alive.example', 'single_advertiser');
    await change('UPDATE stores SET deleted_at = now() WHERE id = $1', [storeId]);
    await everywhere('alive.example', 'no_advertiser');
  });

  it('its rules', async () => {
    const storeId = await market.store({ domains: ['ruled.example'] });
    await everywhere('ruled.example/sale', 'single_advertiser');
    const { rows } = await change(
      `INSERT INTO url_rules (store_id, type, url) VALUES ($1, 'block', 'ruled.example/sale') RETURNING id`,
      [storeId],
    );
    await everywhere('ruled.example/sale', 'blocked');
    await change(`UPDATE url_rules SET type = 'allow' WHERE id = $1`, [rows[0].id]);
    await everywhere('ruled.example/', 'no_advertiser');
    await change('DELETE FROM url_rules WHERE id = $1', [rows[0].id]);
    await everywhere('ruled.example/', 'single_advertiser');
  });

  it('a row that is deleted altogether', async () => {
    const storeId = await market.store();
    await change(`INSERT INTO store_domains (store_id, host) VALUES ($1, 'gone.example')`, [storeId]);
    await everywhere('gone.example', 'single_advertiser');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM store_domains WHERE store_id = $1', [storeId]);
    await client.query('DELETE FROM stores WHERE id = $1', [storeId]);
    // The call returns only when the index is current.
    expect(resultsOf('gone.example')).toEqual(['single_advertiser', 'single_advertiser']);
    await client.query('COMMIT');
    client.release();
    await everywhere('gone.example', 'no_advertiser');
  });

  it('a domain that moves to another store', async () => {
    const [from, to] = [await market.store({ domains: ['moves.example'] }), await market.store()];
    await everywhere('moves.example', 'single_advertiser');
    await change(`UPDATE store_domains SET store_id = $2 WHERE store_id = $1`, [from, to]);
    await vi.waitFor(() => expect(owners('moves.example')).toEqual([[to], [to]]), AT_LAST);
  });

  it('of more than a thousand stores at once', async () => {
    const group = await market.storeGroup();
    await change(
      `WITH made AS (
        INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
        SELECT $1, 'Bulk ' || n, 'SE', 'SEK', 'sv', 'sv_SE', 'bulk' || n FROM generate_series(1, 5200) AS n RETURNING id, name
      )
      INSERT INTO store_domains (store_id, host) SELECT id, replace(lower(name), ' ', '-') || '.example' FROM made`,
      [group],
    );
    for (const n of [1, 2600, 5200]) await everywhere(`bulk-${n}.example`, 'single_advertiser');
    await change(`UPDATE stores SET hidden = true WHERE name LIKE 'Bulk %'`);
    for (const n of [1, 2600, 5200]) await everywhere(`bulk-${n}.example`, 'not_visible');
    await change(`UPDATE stores SET deleted_at = now() WHERE name LIKE 'Bulk %'`);
    for (const n of [1, 2600, 5200]) await everywhere(`bulk-${n}.example`, 'no_advertiser');
  });
});

it('A change during an interruption of notifications is seen afterwards', async () => {
  const storeId = await market.store({ domains: ['before.example'] });
  await everywhere('before.example', 'single_advertiser');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
    WHERE application_name = 'tributary-listen' AND datname = current_database()`,
  );
  expect(rows).toEqual([{ ended: true }, { ended: true }]);
  await client.query(`UPDATE store_domains SET host = 'after.example' WHERE store_id = $1`, [storeId]);
  await client.query(`INSERT INTO url_rules (store_id, type, url) VALUES ($1, 'block', 'after.example/sale')`, [
    storeId,
  ]);
  await client.end();
  await everywhere('after.example', 'single_advertiser');
  await everywhere('after.example/sale', 'blocked');
  await everywhere('before.example', 'no_advertiser');
  await change('UPDATE stores SET hidden = true WHERE id = $1', [storeId]);
  await everywhere('after.example', 'not_visible');
});

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

it('A change during the first read is not lost', async () => {
  const storeId = await market.store({ domains: ['early.example'] });
  const [notified, read, go] = [gate(), gate(), gate()];
  // The pool, except that the rows of the first read arrive late.
  let readings = 0;
  const slow = {
    async query(text: string, values: unknown[]) {
      readings += 1;
      const first = readings === 1;
      const result = await database.pool.query(text, values);
      if (!first) return result;
      read.open();
      await go.passed;
      return result;
    },
  } as unknown as pg.Pool;
  const notifications = await openNotifications(database.url, log);
  const opening = LiveIndex.open(slow, notifications, log);
  await read.passed;
  await notifications.listen('store_index', () => notified.open());
  await change(`UPDATE store_domains SET host = 'late.example' WHERE store_id = $1`, [storeId]);
  await notified.passed;
  // Gives an index that does not wait for the previous read time to read too early.
  await new Promise((resolve) => setTimeout(resolve, 100));
  go.open();
  const live = await opening;
  const seen = () => [live.index.inspect('late.example').storeIds, live.index.inspect('early.example').storeIds];
  await vi.waitFor(() => expect(seen()).toEqual([[storeId], []]), AT_LAST);
  await notifications.stop();
});

it('A use case that changed a store can wait until matching uses the change', async () => {
  const storeId = await market.store({ domains: ['waits.example'] });
  const live = indexes[0]!;
  await live.refresh(storeId);
  expect(live.index.inspect('waits.example').storeIds).toEqual([storeId]);
  await change('DELETE FROM store_domains WHERE store_id = $1', [storeId]);
  await live.refresh(storeId);
  expect(live.index.inspect('waits.example').storeIds).toEqual([]);
});

it('A failed read is repeated', async () => {
  let failures = 0;
  let failing = false;
  const shaky = {
    async query(text: string, values: unknown[]) {
      if (!failing) return database.pool.query(text, values);
      failures += 1;
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    },
  } as unknown as pg.Pool;
  const notifications = await openNotifications(database.url, log);
  const live = await LiveIndex.open(shaky, notifications, log);
  failing = true;
  const storeId = await market.store({ domains: ['shaky.example'] });
  await vi.waitFor(() => expect(failures).toBeGreaterThan(0), AT_LAST);
  await expect(live.refresh(storeId)).rejects.toThrow('gone');
  failing = false;
  await vi.waitFor(() => expect(live.index.inspect('shaky.example').storeIds).toEqual([storeId]), AT_LAST);
  await notifications.stop();
});
