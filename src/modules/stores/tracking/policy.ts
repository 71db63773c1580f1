import { sql } from 'drizzle-orm';
import { onNamedResource, parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { findStore, onStore, type StoreFacts, storeAccess } from '../policy.ts';

const { name, describe } = onStore('advertiser');

/** The policy of a path that names a store by its tracking key or its id: those who may administer it. */
export const onStoreByKey = onNamedResource<StoreFacts>({
  name,
  describe,
  param: 'advertiser',
  kind: 'store',
  load: findStoreByKey,
  access: storeAccess,
});

/** A key may consist of digits only. If it is also the id of a store, it means that store. */
async function findStoreByKey({ db }: Pick<Context, 'db'>, key: string): Promise<StoreFacts | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM stores WHERE id = ${parsePathId(key)} OR tracking_key = ${key}
    ORDER BY id IS NOT DISTINCT FROM ${parsePathId(key)} DESC LIMIT 1`);
  return rows[0] === undefined ? null : findStore({ db }, rows[0].id);
}
