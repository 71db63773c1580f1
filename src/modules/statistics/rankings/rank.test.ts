import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readOrder } from './order.ts';
import { rank } from './rank.ts';

const LINKS = 10_000;
const DAY = '2026-03-30';
const question = { of: 'links', storeId: 1, range: { first: DAY, last: DAY }, order: readOrder() } as const;

let largestValueBytes = 0;
/** The same handle, wrapped to record its results. */

/** Link n has n clicks. */
const database = await createTestDatabase();
await database.db.execute(sql`INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks)
  SELECT n, ${DAY}::date, 0, 1, 7, n FROM generate_series(1, ${LINKS}::int) n`);
const execute = async (query: SQL) => {
  const result = await database.db.execute<Record<string, unknown>>(query);
  const bytes = result.rows.flatMap((row) => Object.values(row).map((value) => Buffer.byteLength(String(value))));
  largestValueBytes = Math.max(largestValueBytes, ...bytes);
  return result;
};
const db = { execute } as unknown as Database;

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

it('A ranking contains every row once and in order, from any offset', async () => {
  const ranking = await rank({ db }, question);
  expect(ranking.length).toBe(LINKS);
  expect(ranking.take(0, LINKS + 1).map(({ id, clicks }) => [id, clicks])).toEqual(
    idsFrom(LINKS, LINKS).map((id) => [id, id]),
  );
  expect(ranking.take(990, 1_020).map(({ id }) => id)).toEqual(idsFrom(LINKS - 990, 1_020));
  expect(ranking.take(LINKS, 10)).toEqual([]);
});

it('A window of a ranking begins at its offset, within or between chunks', async () => {
  const window = { offset: 777, limit: 1_200 };
  const ranking = await rank({ db }, { ...question, window });
  expect(ranking.take(0, LINKS).map(({ id }) => id)).toEqual(idsFrom(LINKS - window.offset, window.limit));
});

it('is returned in chunks that are quick to parse, for any number of rows', async () => {
  largestValueBytes = 0;
  await rank({ db }, question);
  // Binary data may count up to three times.
  expect(largestValueBytes).toBeLessThan(3 * 60_000);
});
