import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { hashPassword, isPassword } from '../password.ts';
import { refuseWeakPassword } from '../password-strength.ts';
import { revokeCredentials } from '../tokens/revoke-credentials.ts';
import { clearAttempts, countAttempt } from './sign-in-attempts.ts';

export interface PasswordChange {
  current: string;
  next: string;
  /** The token of the request, which remains valid. */
  token: string;
  /** Whether the user's API tokens remain valid; otherwise they are revoked with the sessions. */
  keepTokens: boolean;
  network: string;
}

/**
 * Changes the caller's password. Ends their other sessions and revokes all other tokens. Wrong current passwords count like those
 * of a sign-in, so that a stolen token cannot be used to guess.
 * @throws InvalidInput naming `current_password`, or `password` for one that is easy to guess; RuleRefused `no_password` for
 *   users of the identity provider; TooManyRequests
 */
export async function changePassword(
  ctx: Context,
  { current, next, token, keepTokens, network }: PasswordChange,
): Promise<void> {
  const { userId } = ctx.actor;
  const { rows } = await ctx.db.execute<{ email: string; username: string; password_hash: string | null }>(
    sql`SELECT email, username, password_hash FROM users WHERE id = ${userId}`,
  );
  const { email, username, password_hash: known } = rows[0]!;
  if (known === null)
    throw new RuleRefused('no_password', 'Your account has no password, because you sign in at the identity provider.');
  await countAttempt(ctx, { email, network });
  if (!(await isPassword(current, known))) throw notYours();
  await refuseWeakPassword(next, [email, username]);
  const hash = await hashPassword(next);
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE users SET password_hash = ${hash}, updated_at = ${ctx.now().toISOString()}::timestamptz
      WHERE id = ${userId} AND password_hash = ${known}`);
    if (rowCount === 0) throw notYours();
    const ended = await revokeCredentials({ ...ctx, db: tx }, { userId, keepTokens, exceptToken: token });
    const details = { sessions_ended: ended.sessions, tokens_ended: ended.tokens };
    await notifyPerson({ ...ctx, db: tx }, userId, 'password_changed');
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.password_changed',
      subjectKind: 'user',
      subjectId: userId,
      details,
    });
  });
  await clearAttempts(ctx, { email, network });
}

function notYours(): InvalidInput {
  return new InvalidInput({ current_password: ['is not your password'] });
}
