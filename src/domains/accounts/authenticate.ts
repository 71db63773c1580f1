import type pg from 'pg';
import type { Actor } from '../../platform/auth/actor.ts';
import { hashToken } from './tokens/create-token.ts';

const TOUCH_SQL = `UPDATE tokens SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

const ACTOR_SQL = `
  SELECT t.id AS token_id, u.id AS user_id, u.is_admin, u.client_id,
    coalesce(t.last_used_at < now() - interval '1 minute', true) AS touch,
    ARRAY (SELECT m.store_id FROM store_members m WHERE m.user_id = u.id ORDER BY m.store_id) AS store_ids,
    ARRAY (SELECT m.client_id FROM client_members m WHERE m.user_id = u.id ORDER BY m.client_id) AS client_ids
  FROM tokens t JOIN users u ON u.id = t.user_id
  WHERE t.hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2) AND u.erased_at IS NULL`;

interface ActorRow {
  token_id: number;
  user_id: number;
  is_admin: boolean;
  client_id: number | null;
  touch: boolean;
  store_ids: string[];
  client_ids: string[];
}

/**
 * Finds the owner of an access token in one indexed read; null when it is unknown, expired or revoked. The time of last use is
 * written down once a minute, beside the request.
 */
export function tokenAuthenticator(pool: pg.Pool, now: () => Date): (raw: string) => Promise<Actor | null> {
  return async (raw) => {
    const { rows } = await pool.query<ActorRow>({
      name: 'authenticate',
      text: ACTOR_SQL,
      values: [hashToken(raw), now()],
    });
    const row = rows[0];
    if (row === undefined) return null;
    // Lost when the database goes away just now, which the request itself will say.
    if (row.touch) pool.query(TOUCH_SQL, [row.token_id]).catch(() => undefined);
    return {
      userId: row.user_id,
      isAdmin: row.is_admin,
      storeIds: row.store_ids.map(Number),
      clientIds: row.client_ids.map(Number),
      memberOfClientId: row.client_id,
    };
  };
}
