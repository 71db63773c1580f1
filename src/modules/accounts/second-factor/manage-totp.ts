import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson, type SecurityEvent } from '../codes/security-mail.ts';
import { readMarketName } from '../messages/market-name.ts';
import { clearAttempts, countAttempt } from '../sessions/sign-in-attempts.ts';
import { hasSecondFactor, removeFactors, useStep } from './check-second-factor.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { describeTotp, newTotpSecret, stepOfCode, TOTP_SECRETS } from './totp.ts';

/** The second factors of an account. */
export interface SecondFactorState {
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

export async function readSecondFactor({ db, actor }: Context): Promise<SecondFactorState> {
  const { rows } = await db.execute<{ totp: boolean; passkeys: number; left: number }>(sql`
    SELECT EXISTS (SELECT FROM totp_factors WHERE user_id = ${actor.userId} AND confirmed_at IS NOT NULL) AS totp,
      (SELECT count(*)::integer FROM passkeys WHERE user_id = ${actor.userId}) AS passkeys,
      (SELECT count(*)::integer FROM recovery_codes WHERE user_id = ${actor.userId} AND used_at IS NULL) AS left`);
  return { totp: rows[0]!.totp, passkeys: rows[0]!.passkeys, recoveryCodesLeft: rows[0]!.left };
}

/**
 * Starts the setup of a second factor. The secret is returned once, and the factor is required only after a code has confirmed
 * it. Starting again invalidates the previous secret.
 * @throws RuleRefused `second_factor_exists`
 */
export async function beginTotp({ db, now, actor, vault }: Context): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = newTotpSecret();
  const { rows } = await db.execute<{ email: string }>(sql`
    INSERT INTO totp_factors AS f (user_id, sealed_secret, created_at)
    VALUES (${actor.userId}, ${vault.seal(secret, TOTP_SECRETS.place(actor.userId))}, ${now().toISOString()}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = NULL
    WHERE f.confirmed_at IS NULL
    RETURNING (SELECT email FROM users WHERE id = ${actor.userId}) AS email`);
  if (rows[0] === undefined)
    throw new RuleRefused('second_factor_exists', 'The account already has a second factor. Remove it first.');
  return describeTotp(secret, { issuer: await readMarketName(db), label: rows[0].email });
}

/**
 * Confirms the second factor by a code, so that it is required from now on.
 * @returns the recovery codes, which are shown once
 * @throws NotFound when no setup was started; InvalidInput naming `code`; TooManyRequests
 */
export async function confirmTotp(
  ctx: Context,
  { code, network }: { code: string; network: string },
): Promise<string[]> {
  const { db, now, actor, vault } = ctx;
  const { rows } = await db.execute<{ sealed_secret: Buffer; email: string }>(sql`
    SELECT f.sealed_secret, u.email FROM totp_factors f JOIN users u ON u.id = f.user_id
    WHERE f.user_id = ${actor.userId} AND f.confirmed_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('second factor');
  const { sealed_secret: sealed, email } = rows[0];
  const secret = vault.open(sealed, TOTP_SECRETS.place(actor.userId));
  await countAttempt(ctx, { email, network });
  const step = stepOfCode(secret, code, now());
  if (step === null) throw new InvalidInput({ code: ['is not the code that the app shows now'] });
  const codes = await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE totp_factors SET confirmed_at = ${now().toISOString()}::timestamptz
      WHERE user_id = ${actor.userId} AND confirmed_at IS NULL AND sealed_secret = ${sealed}`);
    if (rowCount === 0 || !(await useStep(tx, actor.userId, step))) throw new NotFound('second factor');
    await tx.execute(sql`UPDATE tokens SET second_factor = true WHERE id = ${actor.token?.id ?? null}::bigint`);
    await report({ ...ctx, db: tx }, 'second_factor_added');
    return replaceRecoveryCodes(tx, actor.userId);
  });
  await clearAttempts(ctx, { email, network });
  return codes;
}

/** @throws NotFound when the user has no second factor */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    if (!(await hasSecondFactor({ db: tx }, ctx.actor.userId))) throw new NotFound('second factor');
    await report({ ...ctx, db: tx }, 'recovery_codes_made');
    return replaceRecoveryCodes(tx, ctx.actor.userId);
  });
}

/** @throws NotFound when the user has no TOTP factor */
export async function removeTotp(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM users WHERE id = ${ctx.actor.userId} FOR NO KEY UPDATE`);
    const { rowCount } = await tx.execute(
      sql`DELETE FROM totp_factors WHERE user_id = ${ctx.actor.userId} AND confirmed_at IS NOT NULL`,
    );
    if (rowCount === 0) throw new NotFound('second factor');
    // Recovery codes remain as long as the user has a passkey.
    if (!(await hasSecondFactor({ db: tx }, ctx.actor.userId))) await removeFactors(tx, ctx.actor.userId);
    await report({ ...ctx, db: tx }, 'second_factor_removed');
  });
}

async function report(ctx: Context, event: SecurityEvent): Promise<void> {
  const {
    db,
    actor: { userId },
  } = ctx;
  await notifyPerson(ctx, userId, event);
  await writeAudit(db, { actorId: userId, action: `user.${event}`, subjectKind: 'user', subjectId: userId });
}
