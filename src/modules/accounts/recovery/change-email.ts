import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { claimCode, countCodeRequest, findCode, requestCode, voidCodes } from '../codes/account-code.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { isPassword } from '../password.ts';
import { clearAttempts, countAttempt } from '../sessions/sign-in-attempts.ts';
import { freeUnprovenAddress } from '../unproven-address.ts';

export interface EmailChange {
  email: string;
  /** Required if the account has a password, because a session that was left open is not sufficient proof. */
  currentPassword?: string | undefined;
  network: string;
}

/**
 * Requests another address for the caller's account, or the proof of the present one if nobody has proven it. The new address receives a
 * code and a different current one a notification. Nothing else changes yet.
 * @throws InvalidInput naming `current_password`; RuleRefused `same_email`; TooManyRequests
 */
export async function requestEmailChange(
  ctx: Context,
  { email, currentPassword, network }: EmailChange,
): Promise<void> {
  const { userId } = ctx.actor;
  const { rows } = await ctx.db.execute<{
    email: string;
    password_hash: string | null;
    is_same: boolean;
    email_unproven: boolean;
  }>(
    sql`SELECT email, password_hash, lower(email) = lower(${email}) AS is_same, email_unproven FROM users WHERE id = ${userId}`,
  );
  const { email: present, password_hash: hash, is_same: isSame, email_unproven: isUnproven } = rows[0]!;
  if (hash !== null) {
    if (currentPassword === undefined) throw new InvalidInput({ current_password: ['is required'] });
    await countAttempt(ctx, { email: present, network });
    if (!(await isPassword(currentPassword, hash)))
      throw new InvalidInput({ current_password: ['is not your password'] });
    await clearAttempts(ctx, { email: present, network });
  }
  if (isSame && !isUnproven) throw new RuleRefused('same_email', 'Your account already has this address.');
  await countCodeRequest(ctx, network);
  await ctx.db.transaction(async (tx) => {
    await requestCode({ ...ctx, db: tx }, { kind: 'email_change', email, userId });
    if (!isSame) await notifyPerson({ ...ctx, db: tx }, userId, 'email_change_requested');
  });
}

/**
 * Mails a code to the address of a new account that nobody has proven; the owner confirms it as a change of the address. Call it in the
 * transaction that creates the account.
 */
export function mailProof(ctx: Pick<Context, 'db' | 'now'>, { userId, email }: { userId: number; email: string }) {
  return requestCode(ctx, { kind: 'email_change', email, userId });
}

/**
 * Changes the address of the caller's account to the one that a code was mailed to, or proves the present one. This requires both the account and the
 * mailbox. A different former address is notified, and codes that were mailed to it become invalid.
 * @throws RuleRefused `code_invalid`, `email_taken`; TooManyRequests
 */
export async function confirmEmailChange(
  ctx: Context,
  { code, network }: { code: string; network: string },
): Promise<void> {
  const { userId } = ctx.actor;
  const found = await findCode(ctx, { kind: 'email_change', code, network, userId });
  const at = sql`${ctx.now().toISOString()}::timestamptz`;
  try {
    await ctx.db.transaction(async (tx) => {
      await freeUnprovenAddress(tx, found.email, userId);
      const { rows } = await tx.execute<{ email: string; is_moved: boolean }>(sql`
        SELECT email, lower(email) <> lower(${found.email}) AS is_moved FROM users WHERE id = ${userId} AND erased_at IS NULL FOR NO KEY UPDATE`);
      const { email: former, is_moved: isMoved } = rows[0]!;
      if (isMoved) await notifyPerson({ ...ctx, db: tx }, userId, 'email_changed', former);
      await tx.execute(sql`
        UPDATE users SET email = ${found.email}, email_unproven = false, updated_at = ${at} WHERE id = ${userId}`);
      await claimCode(tx, ctx, found);
      await voidCodes(tx, { email: former, userId });
      const action = isMoved ? 'user.email_changed' : 'user.email_proven';
      await writeAudit(tx, { actorId: userId, action, subjectKind: 'user', subjectId: userId });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      throw new RuleRefused('email_taken', 'This e-mail address already has an account.');
    throw error;
  }
}
