import { sql } from 'drizzle-orm';
import { requireScope, type Scope } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { DEFAULT_SCOPES, DEFAULT_TOKEN_DAYS } from './lifetime.ts';
import { issueToken, type TokenRow } from './manage-tokens.ts';

export const TOKEN_FOR_USER_ERRORS = ['token_of_administrator'] as const;

/**
 * Creates an API token with which the caller's programs act for another user. The audit log names the caller as the real actor of its
 * requests, what only the user may do in person is refused, and the user is notified by mail.
 * @throws NotFound; RuleRefused `token_of_administrator`, because nobody obtains the rights of another administrator; Forbidden
 *   `insufficient_scope` for a scope that the caller's credentials lack
 */
export async function createTokenForUser(
  ctx: Context,
  {
    userId,
    name,
    scopes = DEFAULT_SCOPES,
    days = DEFAULT_TOKEN_DAYS,
  }: {
    userId: number;
    name: string;
    scopes?: readonly Scope[] | undefined;
    days?: number | undefined;
  },
): Promise<TokenRow & { raw: string }> {
  const { actor, now } = ctx;
  for (const scope of scopes) requireScope(actor, scope);
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_admin: boolean }>(
      sql`SELECT is_admin FROM users WHERE id = ${userId} AND erased_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw new NotFound('user');
    if (rows[0].is_admin)
      throw new RuleRefused(
        'token_of_administrator',
        'Administrators create their own tokens, because a token of another administrator would have the rights of two.',
      );
    const token = await issueToken({ db: tx, now }, { userId, name, days, scopes, madeBy: actor.userId });
    await notifyPerson({ db: tx, now }, userId, 'token_created_by_other');
    return token;
  });
}
