import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { tellPerson } from '../codes/security-mail.ts';
import { hashPassword, isPassword } from '../password.ts';
import { hashToken } from '../tokens/create-token.ts';
import { countAttempt, forgetAttempt } from './sign-in-attempts.ts';

export interface PasswordChange {
  current: string;
  next: string;
  /** The token that the caller shows, which goes on. */
  token: string;
  network: string;
}

/**
 * Gives the caller a new password and ends their other sessions. Wrong current ones count like those of a sign-in: a token that was
 * stolen is no way to guess.
 * @throws InvalidInput naming `current_password`; RuleRefused `no_password` for those who sign in elsewhere; TooManyRequests
 */
export async function changePassword(ctx: Context, { current, next, token, network }: PasswordChange): Promise<void> {
  const { userId } = ctx.actor;
  const { rows } = await ctx.db.execute<{ email: string; password_hash: string | null }>(
    sql`SELECT email, password_hash FROM users WHERE id = ${userId}`,
  );
  const { email, password_hash: known } = rows[0]!;
  if (known === null) throw new RuleRefused('no_password', 'You have no password here; you sign in elsewhere.');
  await countAttempt(ctx, { email, network });
  if (!(await isPassword(current, known))) throw notYours();
  const hash = await hashPassword(next);
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE users SET password_hash = ${hash}, updated_at = ${ctx.now().toISOString()}::timestamptz
      WHERE id = ${userId} AND password_hash = ${known}`);
    if (rowCount === 0) throw notYours();
    const sessionsEnded = await endOtherSessions(tx, ctx, token);
    const details = { sessions_ended: sessionsEnded };
    await tellPerson(tx, userId, 'password_changed');
    await writeAudit(tx, {
      ...{ actorId: userId, action: 'user.password_changed', subjectKind: 'user', subjectId: userId, details },
    });
  });
  await forgetAttempt(ctx, { email, network });
}

async function endOtherSessions(tx: Database, { now, actor }: Context, token: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    UPDATE tokens SET revoked_at = ${now().toISOString()}::timestamptz
    WHERE user_id = ${actor.userId} AND purpose = 'session' AND revoked_at IS NULL AND hash <> ${hashToken(token)}`);
  return rowCount ?? 0;
}

function notYours(): InvalidInput {
  return new InvalidInput({ current_password: ['is not your password'] });
}
