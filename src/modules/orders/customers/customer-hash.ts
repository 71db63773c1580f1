import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';

/** The keys with which the references of the stores' customers are hashed, one of each store. */
export const CUSTOMER_KEYS: SealedColumn = {
  table: 'customer_keys',
  column: 'sealed_key',
  key: 'store_id',
  place: (storeId) => `customer_key/${storeId}`,
};

const KEY_BYTES = 32;

type KeyContext = Pick<Context, 'db' | 'now' | 'vault'>;

/**
 * The key of a store for the references of its customers, created when the first is reported. Processes that create it at once agree on the first one.
 * @returns 32 bytes
 */
async function customerKey({ db, now, vault }: KeyContext, storeId: number): Promise<Buffer> {
  const place = CUSTOMER_KEYS.place(storeId);
  const read = () =>
    db.execute<{ sealed_key: Buffer }>(sql`SELECT sealed_key FROM customer_keys WHERE store_id = ${storeId}`);
  const known = (await read()).rows[0];
  if (known !== undefined) return vault.open(known.sealed_key, place);
  await db.execute(sql`
    INSERT INTO customer_keys (store_id, sealed_key, created_at)
    VALUES (${storeId}, ${vault.seal(randomBytes(KEY_BYTES), place)}, ${now().toISOString()}) ON CONFLICT (store_id) DO NOTHING`);
  return vault.open((await read()).rows[0]!.sealed_key, place);
}

/**
 * Returns a function that hashes references of customers of a store (HMAC-SHA-256, 32 bytes). Equal references of one store have equal hashes; without the key
 * of the store, which is read once, nobody can tell to which reference a hash belongs.
 */
export function customerHasher(ctx: KeyContext, storeId: number): (reference: string) => Promise<Buffer> {
  let key: Promise<Buffer> | undefined;
  return async (reference) => {
    key ??= customerKey(ctx, storeId);
    return createHmac('sha256', await key)
      .update(reference)
      .digest();
  };
}
