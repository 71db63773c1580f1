import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { endGrantsOfUser } from '../grants/end-grants.ts';
import { hashToken } from './create-token.ts';

export interface Revocation {
  userId: number;
  /** Whether API tokens remain valid. Sessions, and tokens with which others act for the user, always end. */
  keepTokens?: boolean;
  /** The raw token of the request, which remains valid. */
  exceptToken?: string;
}

/**
 * Revokes a user's sessions, access tokens on their behalf, what they permit to programs and, unless they are kept, API tokens.
 * @returns the number of sessions, and of other tokens
 */
export async function revokeCredentials(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, keepTokens = false, exceptToken }: Revocation,
): Promise<{ sessions: number; tokens: number }> {
  const purposes = keepTokens ? ['session', 'access'] : ['session', 'access', 'api'];
  const except = exceptToken === undefined ? sql`true` : sql`hash <> ${hashToken(exceptToken)}`;
  await endGrantsOfUser(db, userId, now());
  const { rows } = await db.execute<{ purpose: string }>(sql`
    UPDATE tokens SET revoked_at = ${now().toISOString()}::timestamptz
    WHERE user_id = ${userId} AND revoked_at IS NULL AND purpose = ANY (${sql.param(purposes)}::text[]) AND ${except}
    RETURNING purpose`);
  const sessions = rows.filter(({ purpose }) => purpose === 'session').length;
  return { sessions, tokens: rows.length - sessions };
}
