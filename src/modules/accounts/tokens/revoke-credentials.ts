import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { hashToken } from './create-token.ts';

export interface Revocation {
  userId: number;
  /** Leave API tokens as they are. Sessions, and tokens that others have made to act for the user, end in any case. */
  keepTokens?: boolean;
  /** The raw token that goes on: the one the user has just shown. */
  exceptToken?: string;
}

/**
 * Revokes what opens a user's account: sessions, tokens for an hour on their behalf and, unless they are kept, API tokens.
 * @returns how many sessions, and how many other tokens
 */
export async function revokeCredentials(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, keepTokens = false, exceptToken }: Revocation,
): Promise<{ sessions: number; tokens: number }> {
  const purposes = keepTokens ? ['session', 'access'] : ['session', 'access', 'api'];
  const except = exceptToken === undefined ? sql`true` : sql`hash <> ${hashToken(exceptToken)}`;
  const { rows } = await db.execute<{ purpose: string }>(sql`
    UPDATE tokens SET revoked_at = ${now().toISOString()}::timestamptz
    WHERE user_id = ${userId} AND revoked_at IS NULL AND purpose = ANY (${sql.param(purposes)}::text[]) AND ${except}
    RETURNING purpose`);
  const sessions = rows.filter(({ purpose }) => purpose === 'session').length;
  return { sessions, tokens: rows.length - sessions };
}
