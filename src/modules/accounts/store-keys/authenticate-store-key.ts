import type pg from 'pg';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { StoreKeyScope } from '../../../platform/auth/store-keys.ts';
import { hashToken } from '../tokens/create-token.ts';

const KEY_SQL = `
  SELECT k.id, k.store_id, k.scopes, k.created_at, coalesce(k.last_used_at < now() - interval '1 minute', true) AS touch
  FROM store_keys k JOIN stores s ON s.id = k.store_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
    AND s.deleted_at IS NULL AND s.deactivated_at IS NULL AND s.approval <> 'rejected'`;

const TOUCH_SQL = `UPDATE store_keys SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

type KeyRow = { id: number; store_id: number; scopes: StoreKeyScope[]; created_at: string | Date; touch: boolean };

/**
 * Finds the actor of a store's API key; null when it is unknown, expired or revoked, or the store is deleted, inactive or
 * rejected. The actor is not a user, and has the role of a manager in this store only. The time of last use is stored once a
 * minute, beside the request.
 */
export async function authenticateStoreKey(pool: pg.Pool, raw: string, at: Date): Promise<Actor | null> {
  const { rows } = await pool.query<KeyRow>({
    name: 'authenticate_store_key',
    text: KEY_SQL,
    values: [hashToken(raw), at],
  });
  const row = rows[0];
  if (row === undefined) return null;
  // The time is lost if the database becomes unavailable. The request itself then reports the failure.
  if (row.touch) pool.query(TOUCH_SQL, [row.id]).catch(() => undefined);
  return {
    userId: -row.id,
    isAdmin: false,
    storeIds: [row.store_id],
    agencyIds: [],
    memberOfAgencyId: null,
    storeRoles: { [row.store_id]: 'manager' },
    token: {
      id: row.id,
      purpose: 'store_key',
      scopes: row.scopes,
      authenticatedAt: new Date(row.created_at),
      secondFactor: 'none',
    },
  };
}
