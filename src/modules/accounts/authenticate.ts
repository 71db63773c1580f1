import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Actor, TokenFacts } from '../../platform/auth/actor.ts';
import type { Scope } from '../../platform/auth/scopes.ts';
import type { TeamRole } from '../../platform/auth/team-role.ts';
import type { Context } from '../../platform/context.ts';
import { combined } from '../../platform/database/look-up.ts';
import { hasFactorSql } from './second-factor/check-second-factor.ts';
import { IDLE_SESSION_SECONDS, MAX_SESSION_SECONDS } from './sessions/session-life.ts';
import { authenticateStoreKey } from './store-keys/authenticate-store-key.ts';
import { STORE_KEY_PREFIX } from './store-keys/secret.ts';
import { hashToken } from './tokens/create-token.ts';

/** Using a session extends it; see `session-life.ts`. */
const TOUCH_SQL = `UPDATE tokens SET last_used_at = now(), expires_at = CASE WHEN purpose = 'session' THEN greatest(expires_at,
    least(created_at + interval '${MAX_SESSION_SECONDS} seconds', $2::timestamptz + interval '${IDLE_SESSION_SECONDS} seconds')) ELSE expires_at END
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/**
 * Columns of `users u`. A membership is one text, the id of the store or agency and the role in its team, because each further array
 * costs every request 5 µs.
 */
const FACTS = `u.id AS user_id, u.is_admin, u.email_unproven, u.agency_id, u.suspended_at IS NOT NULL AS is_suspended,
    ARRAY (SELECT m.store_id || ' ' || m.role FROM store_members m WHERE m.user_id = u.id ORDER BY m.store_id) AS stores,
    ARRAY (SELECT m.agency_id || ' ' || m.role FROM agency_members m WHERE m.user_id = u.id ORDER BY m.agency_id) AS agencies`;

/** Columns of `account_settings s`: who needs a second factor. */
const REQUIREMENTS = `s.second_factor_for_administrators AS asks_administrators, s.second_factor_for_stores AS asks_stores`;

const actorSql = (condition: string) => `
  SELECT encode(t.hash, 'hex') AS hash, t.id AS token_id, t.purpose, t.on_behalf_of, t.scopes, coalesce(t.authenticated_at, t.created_at) AS authenticated_at, t.second_factor, t.resource,
    CASE WHEN t.purpose = 'session' AND NOT t.second_factor THEN ${hasFactorSql('u.id')} ELSE false END AS lacks_factor,
    ${REQUIREMENTS}, coalesce(t.last_used_at < now() - interval '1 minute', true) AS touch, ${FACTS}
  FROM account_settings s, tokens t JOIN users u ON u.id = t.user_id
  WHERE ${condition} AND t.purpose <> 'refresh' AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2) AND u.erased_at IS NULL
    AND NOT EXISTS (SELECT FROM users r WHERE r.id = t.on_behalf_of AND (r.suspended_at IS NOT NULL OR r.erased_at IS NOT NULL))`;
const ONE_TOKEN = { name: 'authenticate', text: actorSql('t.hash = $1') };
const SOME_TOKENS = { name: 'authenticate_some', text: actorSql('t.hash = ANY ($1::bytea[])') };

type FactsRow = {
  user_id: number;
  is_admin: boolean;
  email_unproven: boolean;
  agency_id: number | null;
  is_suspended: boolean;
  stores: string[];
  agencies: string[];
};

type RequirementsRow = { asks_administrators: boolean; asks_stores: boolean };

type TokenRow = FactsRow &
  RequirementsRow & {
    hash: string;
    token_id: number;
    purpose: TokenFacts['purpose'];
    on_behalf_of: number | null;
    scopes: Scope[];
    second_factor: boolean;
    resource: string | null;
    lacks_factor: boolean;
    authenticated_at: string | Date;
    touch: boolean;
  };

/**
 * Finds the owner of an access token in one indexed read, together with other tokens under load. Returns null if the token is unknown, expired or revoked, if its owner
 * is erased, or if the user that it was issued to (`on_behalf_of`) is suspended or erased. The time of last use is stored once a
 * minute, outside the request.
 */
export function tokenAuthenticator(pool: pg.Pool, now: () => Date): (raw: string) => Promise<Actor | null> {
  const findToken = combined(async (on: pg.Pool, hashes: readonly string[]) => {
    const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
    const { rows } = await on.query<TokenRow>(
      keys.length === 1 ? { ...ONE_TOKEN, values: [keys[0], now()] } : { ...SOME_TOKENS, values: [keys, now()] },
    );
    // The time is lost if the database becomes unavailable. The request itself then reports the failure.
    for (const row of rows) if (row.touch) on.query(TOUCH_SQL, [row.token_id, now()]).catch(() => undefined);
    return new Map(rows.map((row) => [row.hash, row]));
  });
  return async (raw) => {
    if (raw.startsWith(STORE_KEY_PREFIX)) return authenticateStoreKey(pool, raw, now());
    const row = await findToken(pool, hashToken(raw).toString('hex'));
    return row === null ? null : actorOfToken(row);
  };
}

/**
 * Reads the owners of tokens that are still valid, by hash, in one statement. Unlike a request, it does not extend a session: a page that only
 * waits for news does not use it.
 */
export async function readTokenActors(
  { pool, now }: { pool: pg.Pool; now: () => Date },
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const { rows } = await pool.query<TokenRow>({ ...SOME_TOKENS, values: [keys, now()] });
  return new Map(rows.map((row) => [row.hash, actorOfToken(row)]));
}

function actorOfToken(row: TokenRow): Actor {
  // Another user issued the token. That of an hour does not include roles that the creator has gained since, and none includes those of
  // an administrator.
  const actor = { ...actorOf(row), token: tokenOf(row) };
  if (row.on_behalf_of !== null) {
    const limited = row.purpose === 'access' ? withoutOffice(actor) : { ...actor, isAdmin: false };
    return { ...limited, onBehalfOf: row.on_behalf_of };
  }
  if (row.purpose === 'access') return withoutOffice(actor);
  // A program never has roles that the session which permitted it did not have.
  const needsTwo = row.purpose === 'session' || row.purpose === 'grant';
  return needsTwo && !row.second_factor ? withoutWhatTakesTwo(actor, row) : actor;
}

/** Returns the permissions of a user with an own token; null when the user does not exist. */
export async function readActor({ db }: Pick<Context, 'db'>, userId: number): Promise<Actor | null> {
  const { rows } = await db.execute<FactsRow>(
    sql`SELECT ${sql.raw(FACTS)} FROM users u WHERE u.id = ${userId} AND u.erased_at IS NULL`,
  );
  return rows[0] === undefined ? null : actorOf(rows[0]);
}

/** Returns the permissions of a user's session, by the rules of `tokenAuthenticator`; null when the user does not exist. */
export async function readSessionActor(
  { db }: Pick<Context, 'db'>,
  { userId, secondFactor }: { userId: number; secondFactor: boolean },
): Promise<Actor | null> {
  const { rows } = await db.execute<FactsRow & RequirementsRow>(
    sql`SELECT ${sql.raw(REQUIREMENTS)}, ${sql.raw(FACTS)} FROM account_settings s, users u WHERE u.id = ${userId} AND u.erased_at IS NULL`,
  );
  if (rows[0] === undefined) return null;
  const actor = actorOf(rows[0]);
  return secondFactor ? actor : withoutWhatTakesTwo(actor, rows[0]);
}

function tokenOf(row: TokenRow): TokenFacts {
  const authenticatedAt = new Date(row.authenticated_at);
  const secondFactor = row.second_factor ? 'used' : row.lacks_factor ? 'missing' : 'none';
  const facts = { id: row.token_id, purpose: row.purpose, scopes: row.scopes, authenticatedAt } as const;
  return row.resource === null ? { ...facts, secondFactor } : { ...facts, secondFactor, resource: row.resource };
}

function actorOf(row: FactsRow): Actor {
  const [stores, agencies] = [membershipsOf(row.stores), membershipsOf(row.agencies)];
  const actor: Actor = {
    userId: row.user_id,
    isAdmin: row.is_admin,
    storeIds: stores.ids,
    agencyIds: agencies.ids,
    memberOfAgencyId: row.agency_id,
    ...(row.email_unproven ? { hasUnprovenEmail: true } : {}),
    ...(stores.roles === null ? {} : { storeRoles: stores.roles }),
    ...(agencies.roles === null ? {} : { agencyRoles: agencies.roles }),
  };
  // Suspended users may read their own data and see the reason.
  return row.is_suspended ? withoutOffice(actor) : actor;
}

/** The ids of these memberships, and the roles by id of those in which the user is not an owner; null: an owner of all. */
function membershipsOf(memberships: readonly string[]): { ids: number[]; roles: Record<number, TeamRole> | null } {
  const ids: number[] = [];
  let roles: Record<number, TeamRole> | null = null;
  for (const membership of memberships) {
    const [id, role] = membership.split(' ') as [string, TeamRole];
    ids.push(Number(id));
    if (role === 'owner') continue;
    roles ??= {};
    roles[Number(id)] = role;
  }
  return { ids, roles };
}

/** Where a second factor is required, a session without one has no roles; its owner can add one. API tokens are not affected. */
function withoutWhatTakesTwo(actor: Actor, { asks_administrators, asks_stores }: RequirementsRow): Actor {
  const losesOffice = actor.isAdmin && asks_administrators;
  const losesStores = actor.storeIds.length > 0 && asks_stores;
  if (!losesOffice && !losesStores) return actor;
  const isAdmin = actor.isAdmin && !losesOffice;
  return { ...actor, isAdmin, storeIds: losesStores ? [] : actor.storeIds, lacksSecondFactor: true };
}

/** A suspended user acts only for themself. */
function withoutOffice(actor: Actor): Actor {
  return { ...actor, isAdmin: false, storeIds: [], agencyIds: [] };
}
