import { sql } from 'drizzle-orm';
import { storeKeyOf } from '../../../platform/auth/actor.ts';
import type { StoreKeyScope } from '../../../platform/auth/store-keys.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person } from '../person.ts';

/** A key of a store, without the key itself. */
export type StoreKeyRow = {
  id: number;
  hint: string;
  name: string;
  scopes: StoreKeyScope[];
  created_at: string;
  created_by: Person | null;
  expires_at: string | null;
  last_used_at: string | null;
};

const COLUMNS = sql`k.id, k.hint, k.name, k.scopes, k.created_at, ${PERSON_COLUMN} AS created_by, k.expires_at, k.last_used_at`;
const KEYS = sql`store_keys k LEFT JOIN users u ON u.id = k.created_by`;

/** Lists the valid keys of a store, newest first. */
export async function listStoreKeys(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, page }: { storeId: number; page: PageRequest },
): Promise<Page<StoreKeyRow>> {
  const from = sql`${KEYS} WHERE k.store_id = ${storeId} AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > ${now().toISOString()}::timestamptz)`;
  return readPage<StoreKeyRow>(db, { columns: COLUMNS, from, order: sql`k.id DESC` }, page);
}

/** Reads the key of the caller, which is one, with its store. */
export async function findOwnStoreKey({
  db,
  actor,
}: Pick<Context, 'db' | 'actor'>): Promise<StoreKeyRow & { store_id: number; store_name: string }> {
  const { rows } = await db.execute<StoreKeyRow & { store_id: number; store_name: string }>(sql`
    SELECT ${COLUMNS}, s.id AS store_id, s.name AS store_name FROM ${KEYS} JOIN stores s ON s.id = k.store_id
    WHERE k.id = ${storeKeyOf(actor.userId)}`);
  return rows[0]!;
}

/** Reads a key, which must exist. */
export async function readStoreKey(db: Database, id: number): Promise<StoreKeyRow> {
  const { rows } = await db.execute<StoreKeyRow>(sql`SELECT ${COLUMNS} FROM ${KEYS} WHERE k.id = ${id}`);
  return rows[0]!;
}
