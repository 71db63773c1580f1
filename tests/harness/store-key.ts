import { createHash, randomBytes } from 'node:crypto';
import type { StoreKeyScope } from '../../src/platform/auth/store-keys.ts';
import type { TestApplication } from './application.ts';

/** Inserts an API key of a store, and returns its text. */
export async function storeKey(
  { database }: Pick<TestApplication, 'database'>,
  { storeId, scopes }: { storeId: number; scopes: readonly StoreKeyScope[] },
): Promise<string> {
  const raw = `trbs_${randomBytes(16).toString('hex')}`;
  await database.pool.query(
    `INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_at) VALUES ($1, 'Test', $2, $3, $4, now())`,
    [storeId, createHash('sha256').update(raw).digest(), raw.slice(0, 11), [...scopes]],
  );
  return raw;
}
