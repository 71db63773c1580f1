import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { GrantScope } from '../../../platform/auth/grant-scope.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { createToken, hashToken } from '../tokens/create-token.ts';
import { endGrant } from './end-grants.ts';

/** The lifetime of an access token. */
const ACCESS_SECONDS = 15 * 60;
/** The lifetime of an unused refresh token. */
const REFRESH_SECONDS = 30 * 86_400;
/** The lifetime of a grant. After it, the person is asked again. */
const GRANT_SECONDS = 90 * 86_400;

/** The error codes of the token endpoint (RFC 6749, 5.2, and RFC 8707). */
export const TOKEN_ERRORS = ['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'invalid_target'] as const;

/** A pair of tokens for a program. Their texts are returned only here. */
export interface GrantedTokens {
  access: string;
  refresh: string;
  expiresInSeconds: number;
  scopes: readonly GrantScope[];
}

type GrantRow = {
  id: number;
  client_id: string;
  user_id: number;
  scopes: GrantScope[];
  resource: string;
  redirect_uri: string;
  second_factor: boolean;
  challenge: string;
  code_expires_at: string;
  redeemed_at: string | null;
  ended_at: string | null;
  created_at: string;
};

/** Columns of `oauth_grants g`. */
const COLUMNS = sql`g.id, g.client_id, g.user_id, g.scopes, g.resource, g.redirect_uri, g.second_factor, g.challenge, g.code_expires_at,
  g.redeemed_at, g.ended_at, g.created_at`;

const REFUSED = 'The code or the token is unknown, expired, used or not for this program.';

/**
 * Exchanges a code for tokens, once. A second use, or one without the verifier of the program that asked for it, means that the code was
 * stolen, and ends the grant.
 * @throws RuleRefused `invalid_grant`, `invalid_target`
 */
export async function redeemCode(
  ctx: Pick<Context, 'db' | 'now'>,
  given: { code: string; clientId: string; redirectUri: string; verifier: string; resource: string | undefined },
): Promise<GrantedTokens> {
  const at = ctx.now();
  const tokens = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<GrantRow>(
      sql`SELECT ${COLUMNS} FROM oauth_grants g WHERE g.code_hash = ${hashToken(given.code)} FOR UPDATE`,
    );
    const grant = rows[0];
    if (grant === undefined || grant.ended_at !== null) return null;
    const isTheirs =
      grant.client_id === given.clientId &&
      grant.redirect_uri === given.redirectUri &&
      isVerifier(given.verifier, grant.challenge);
    if (grant.redeemed_at !== null || !isTheirs) {
      const reason = grant.redeemed_at === null ? 'code_without_verifier' : 'code_used_twice';
      await endGrant(tx, { grantId: grant.id, userId: grant.user_id, at, reason });
      return null;
    }
    if (new Date(grant.code_expires_at) <= at) return null;
    refuseOtherResource(grant, given.resource);
    await tx.execute(
      sql`UPDATE oauth_grants SET redeemed_at = ${at.toISOString()}::timestamptz WHERE id = ${grant.id}`,
    );
    return issue(tx, grant, at);
  });
  if (tokens === null) throw new RuleRefused('invalid_grant', REFUSED);
  return tokens;
}

/**
 * Exchanges a refresh token for the next pair. A second use means that it was stolen, from the program or by it, and ends the grant.
 * @throws RuleRefused `invalid_grant`, `invalid_target`
 */
export async function refreshTokens(
  ctx: Pick<Context, 'db' | 'now'>,
  given: { token: string; clientId: string; resource: string | undefined },
): Promise<GrantedTokens> {
  const at = ctx.now();
  const tokens = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<GrantRow & { token_id: number; is_used: boolean; is_expired: boolean }>(sql`
      SELECT ${COLUMNS}, t.id AS token_id, t.revoked_at IS NOT NULL AS is_used, t.expires_at <= ${at.toISOString()}::timestamptz AS is_expired
      FROM tokens t JOIN oauth_grants g ON g.id = t.grant_id
      WHERE t.hash = ${hashToken(given.token)} AND t.purpose = 'refresh' FOR UPDATE OF t, g`);
    const found = rows[0];
    if (found === undefined || found.ended_at !== null) return null;
    if (found.is_used || found.client_id !== given.clientId) {
      const reason = found.is_used ? 'refresh_token_used_twice' : 'refresh_token_of_other_program';
      await endGrant(tx, { grantId: found.id, userId: found.user_id, at, reason });
      return null;
    }
    if (found.is_expired) return null;
    refuseOtherResource(found, given.resource);
    await tx.execute(sql`UPDATE tokens SET revoked_at = ${at.toISOString()}::timestamptz WHERE id = ${found.token_id}`);
    return issue(tx, found, at);
  });
  if (tokens === null) throw new RuleRefused('invalid_grant', REFUSED);
  return tokens;
}

/** Ends the grant of a token that a program gives back (RFC 7009). An unknown token is no error. */
export async function giveBack({ db, now }: Pick<Context, 'db' | 'now'>, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number; user_id: number }>(sql`
      SELECT g.id, g.user_id FROM tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = ${hashToken(token)} FOR UPDATE OF g`);
    const grant = rows[0];
    if (grant === undefined) return;
    await endGrant(tx, { grantId: grant.id, userId: grant.user_id, at: now(), reason: 'given_back' });
  });
}

async function issue(tx: Database, grant: GrantRow, at: Date): Promise<GrantedTokens | null> {
  const left = Math.floor((new Date(grant.created_at).getTime() - at.getTime()) / 1000) + GRANT_SECONDS;
  if (left <= 0) return null;
  const { user_id: userId, scopes, resource, second_factor: secondFactor, id: grantId } = grant;
  const common = { userId, scopes, resource, secondFactor, grantId };
  const ctx = { db: tx, now: () => at };
  const accessSeconds = Math.min(ACCESS_SECONDS, left);
  const access = await createToken(ctx, { ...common, purpose: 'grant', lifetimeSeconds: accessSeconds });
  const refreshSeconds = Math.min(REFRESH_SECONDS, left);
  const refresh = await createToken(ctx, { ...common, purpose: 'refresh', lifetimeSeconds: refreshSeconds });
  return { access: access.raw, refresh: refresh.raw, expiresInSeconds: accessSeconds, scopes };
}

function isVerifier(verifier: string, challenge: string): boolean {
  const hashed = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return hashed.length === expected.length && timingSafeEqual(hashed, expected);
}

function refuseOtherResource({ resource }: GrantRow, asked: string | undefined): void {
  if (asked === undefined || asked === resource || asked === `${resource}/`) return;
  throw new RuleRefused('invalid_target', `The grant is for ${resource}.`);
}
