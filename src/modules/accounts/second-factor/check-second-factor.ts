import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { stepOfCode, TOTP_SECRETS } from './totp.ts';

type FactorContext = Pick<Context, 'db' | 'now' | 'vault'>;

/** The SQL condition that the account of a user (an expression) has a second factor: an authenticator app or a passkey. */
export function hasFactorSql(userId: string): string {
  return `(EXISTS (SELECT FROM totp_factors f WHERE f.user_id = ${userId} AND f.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = ${userId}))`;
}

/** Whether an account has a second factor. A sign-in with the password then requires it. */
export async function hasSecondFactor({ db }: Pick<Context, 'db'>, userId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM users u WHERE u.id = ${userId} AND ${sql.raw(hasFactorSql('u.id'))}`,
  );
  return rows.length > 0;
}

/**
 * Checks a code of the user's second factor, or a recovery code, which cannot be used again. A factor that is not confirmed yet
 * does not count.
 */
export async function checkSecondFactor(
  { db, now, vault }: FactorContext,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ sealed_secret: Buffer }>(
    sql`SELECT sealed_secret FROM totp_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`,
  );
  const secret = rows[0] === undefined ? null : vault.open(rows[0].sealed_secret, TOTP_SECRETS.place(userId));
  const step = secret === null ? null : stepOfCode(secret, code, now());
  if (step !== null) return useStep(db, userId, step);
  return useRecoveryCode(db, userId, code, now());
}

/** Prevents the reuse of an observed code: each time step is accepted once, and no earlier one afterwards. */
export async function useStep(db: Database, userId: number, step: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE totp_factors SET last_step = ${step} WHERE user_id = ${userId} AND (last_step IS NULL OR last_step < ${step})`);
  return rowCount === 1;
}

/** Removes all second factors of an account. */
export async function removeFactors(tx: Database, userId: number): Promise<void> {
  await tx.execute(sql`DELETE FROM totp_factors WHERE user_id = ${userId}`);
  await tx.execute(sql`DELETE FROM passkeys WHERE user_id = ${userId}`);
  await tx.execute(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
}
