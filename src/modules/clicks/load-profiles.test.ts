import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { loadProfiles } from './load-profiles.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);

test('profiles of links share a hidden class', async () => {
  setFlagsFromString('--allow-natives-syntax');
  const haveSameMap = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10 });
  const userId = await market.user();
  const codes: string[] = [];
  for (let n = 0; n < 20; n++) codes.push((await market.link({ userId, storeId })).code);
  const profiles = await loadProfiles(database.pool, codes, { sinceMs: Date.now(), pages: null });
  expect(profiles).toHaveLength(20);
  // The first ones of a process may have an earlier state of the class.
  const [last] = profiles.slice(-1);
  expect(profiles.slice(10).every((profile) => haveSameMap(profile, last!))).toBe(true);
});
