import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { writeAudit } from '../audit.ts';
import { claimCode, codeInvalid, findCode, voidCodes } from '../codes/account-code.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { hashPassword } from '../password.ts';
import { refuseWeakPassword } from '../password-strength.ts';
import { clearAttempts, forgetFailures } from '../sessions/sign-in-attempts.ts';
import { replacePassword, takeOver } from '../unproven-address.ts';

export interface PasswordReset {
  /** The code from the mail. */
  code: string;
  password: string;
  /** If true, API tokens remain valid. Otherwise they are revoked; sessions always end. */
  keepTokens: boolean;
  network: string;
}

/**
 * Sets a new password by the code that was mailed to the account's address. Ends its sessions and, unless they are kept, revokes
 * its API tokens. It does not sign in; a second factor is still required. An account with an unproven mailbox is transferred to
 * the owner of the mailbox, without tokens.
 * @throws RuleRefused `code_invalid`; InvalidInput naming `password`; TooManyRequests
 */
export async function resetPassword(
  ctx: Pick<Context, 'db' | 'now'>,
  { code, password, keepTokens, network }: PasswordReset,
): Promise<void> {
  const found = await findCode(ctx, { kind: 'password_reset', code, network });
  await refuseWeakPassword(password, [found.email]);
  const hash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number; email_unproven: boolean }>(sql`
      SELECT id, email_unproven FROM users WHERE lower(email) = lower(${found.email}) AND erased_at IS NULL FOR NO KEY UPDATE`);
    const account = rows[0];
    // The account has been erased meanwhile, or has another address.
    if (account === undefined) throw codeInvalid();
    await claimCode(tx, ctx, found);
    await voidCodes(tx, { email: found.email, userId: account.id });
    const ended = keepTokens ? ['session', 'access'] : ['session', 'access', 'api'];
    if (account.email_unproven) await takeOver(tx, { userId: account.id, passwordHash: hash, at: ctx.now() });
    else await replacePassword(tx, account.id, hash, ended);
    await writeReset(tx, account.id, keepTokens);
    await notifyPerson({ ...ctx, db: tx }, account.id, 'password_reset');
  });
  // The owner of the mailbox is not affected by wrong guesses of others.
  await forgetFailures(ctx, { email: found.email, network });
  await clearAttempts(ctx, { email: found.email, network });
}

async function writeReset(tx: Database, userId: number, keepTokens: boolean): Promise<void> {
  const details = { tokens_kept: keepTokens };
  await writeAudit(tx, {
    actorId: userId,
    action: 'user.password_reset',
    subjectKind: 'user',
    subjectId: userId,
    details,
  });
}
