import { sql } from 'drizzle-orm';
import type { Scope } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { writeAudit } from '../audit.ts';
import { createToken } from './create-token.ts';

/** The maximum lifetime of an expiring token, in days. */
export const MAX_TOKEN_DAYS = 36_500;

/** The record of a token, without the token itself. */
export type TokenRow = {
  id: number;
  hint: string;
  purpose: 'api' | 'access' | 'session';
  name: string;
  created_at: string;
  created_by: number | null;
  expires_at: string | null;
  last_used_at: string | null;
  scopes: Scope[];
  device: string | null;
  country: string | null;
  second_factor: boolean;
};

/** Columns of `tokens t`. */
const COLUMNS = sql`t.id, t.hint, t.purpose, t.name, t.created_at, t.created_by, t.expires_at, t.last_used_at, t.scopes, t.device, t.country, t.second_factor`;

/** The condition that `tokens t` is valid and belongs to no grant. The tokens of a grant end with it (`grants/end-grants.ts`). */
const isGood = (now: Date) =>
  sql`t.grant_id IS NULL AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ${now.toISOString()}::timestamptz)`;

/**
 * Lists the valid tokens of a user, newest first.
 * @param purpose restricts the list to one purpose
 * @throws NotFound when there is no such user
 */
export async function listTokens(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, page, purpose }: { userId: number; page: PageRequest; purpose?: TokenRow['purpose'] },
): Promise<Page<TokenRow>> {
  const { rows } = await db.execute(sql`SELECT FROM users WHERE id = ${userId} AND erased_at IS NULL`);
  if (rows.length === 0) throw new NotFound('user');
  const from = sql`tokens t WHERE t.user_id = ${userId} AND ${isGood(now())}
    AND t.purpose = coalesce(${purpose ?? null}, t.purpose)`;
  return readPage<TokenRow>(db, { columns: COLUMNS, from, order: sql`t.id DESC` }, page);
}

export interface TokenRequest {
  userId: number;
  name: string;
  /** The lifetime in days, possibly a fraction; without it, the token is valid until it is revoked. */
  days?: number | undefined;
  /** The permitted scopes; without it, all. */
  scopes?: readonly Scope[] | undefined;
  /** The user who creates the token; null: the command line. A token for another user names its maker as the real actor. */
  madeBy: number | null;
}

/**
 * Creates a token for a user's programs and writes an audit entry. The raw text is returned only here.
 * @throws NotFound when there is no such user
 */
export async function issueToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, name, days, scopes, madeBy }: TokenRequest,
): Promise<TokenRow & { raw: string }> {
  return db.transaction(async (tx) => {
    const lifetime = days === undefined ? {} : { lifetimeSeconds: Math.ceil(days * 86_400) };
    const creator = madeBy === null ? {} : { createdBy: madeBy };
    const isForOther = madeBy !== null && madeBy !== userId;
    const { id, raw } = await createToken(
      { db: tx, now },
      { userId, purpose: 'api', name, scopes, ...lifetime, ...creator, ...(isForOther ? { onBehalfOf: madeBy } : {}) },
    );
    const details = { user_id: userId, purpose: 'api', days: days ?? null, scopes: scopes ?? 'all' };
    await writeAudit(tx, { actorId: madeBy, action: 'token.created', subjectKind: 'token', subjectId: id, details });
    const { rows } = await tx.execute<TokenRow>(sql`SELECT ${COLUMNS} FROM tokens t WHERE t.id = ${id}`);
    return { ...rows[0]!, raw };
  });
}

/**
 * Revokes a token. The next request with it is refused.
 * @param ownPurpose requires that the token belongs to the actor and has this purpose
 * @throws NotFound if no valid token has this id
 */
export async function revokeToken(
  { db, now, actor }: Context,
  { tokenId, ownPurpose }: { tokenId: number; ownPurpose?: TokenRow['purpose'] },
): Promise<void> {
  const isTheirs =
    ownPurpose === undefined ? sql`true` : sql`t.user_id = ${actor.userId} AND t.purpose = ${ownPurpose}`;
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ user_id: number; purpose: string }>(sql`
      UPDATE tokens t SET revoked_at = ${now().toISOString()}::timestamptz
      WHERE t.id = ${tokenId} AND ${isGood(now())} AND ${isTheirs} RETURNING t.user_id, t.purpose`);
    if (rows[0] === undefined) throw new NotFound('token');
    const { user_id, purpose } = rows[0];
    await writeAudit(tx, {
      actor,
      action: purpose === 'session' ? 'session.ended' : 'token.revoked',
      subjectKind: 'token',
      subjectId: tokenId,
      details: { user_id, purpose },
    });
  });
}
