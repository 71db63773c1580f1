import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused, Unauthenticated } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { claimCode, findCode, type OpenCode, requestCode } from '../codes/account-code.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { isPassword } from '../password.ts';
import { checkSecondFactor, hasSecondFactor } from '../second-factor/check-second-factor.ts';
import type { SessionOrigin } from './network.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import {
  type Attempt,
  clearAttempts,
  countFactorFailure,
  countSignIn,
  refuseGuessedFactor,
} from './sign-in-attempts.ts';

export interface Credentials extends Attempt, Partial<SessionOrigin> {
  password: string;
  /** The code of the second factor, if the account has one. */
  code?: string | undefined;
  /** The mailed code, after many wrong passwords for the address. */
  mailed_code?: string | undefined;
  /** The response of a passkey, instead of the code. */
  passkey?: AuthenticationResponseJSON | undefined;
  publicUrl: string;
}

export const SIGN_IN_ERRORS = [
  'second_factor_required',
  'passkeys_unavailable',
  'mailed_code_required',
  'code_invalid',
] as const;

/**
 * Signs a user in with e-mail and password. An unknown user and a wrong password cannot be distinguished by the
 * reply or its timing. A suspended user may sign in, with few permissions. An erased user may not.
 * @throws Unauthenticated, also for a wrong code; RuleRefused `second_factor_required` if the password is correct,
 *   `mailed_code_required` and `code_invalid` after many wrong passwords for the address; TooManyRequests after too many
 *   failures
 */
export async function signIn(
  ctx: Pick<Context, 'db' | 'now' | 'vault'>,
  {
    email,
    password,
    code,
    mailed_code: mailedCode,
    passkey,
    publicUrl,
    network,
    device = null,
    country = null,
  }: Credentials,
): Promise<OpenedSession> {
  const { needsCode } = await countSignIn(ctx, { email, network });
  const { rows } = await ctx.db.execute<{ id: number; password_hash: string | null }>(
    sql`SELECT id, password_hash FROM users WHERE lower(email) = lower(${email}) AND erased_at IS NULL`,
  );
  const account = rows[0];
  const fits = await isPassword(password, account?.password_hash ?? null);
  const isRight = account !== undefined && fits;
  if (!isRight) await writeFailure(ctx, { userId: account?.id ?? null, email, by: 'password' });
  const mailed = needsCode
    ? await requireMailedCode(ctx, { email, network, userId: isRight ? account.id : null, code: mailedCode })
    : null;
  if (!isRight) throw new Unauthenticated();
  const secondFactor = await hasSecondFactor(ctx, account.id);
  if (secondFactor && code === undefined && passkey === undefined)
    throw new RuleRefused(
      'second_factor_required',
      'Use a passkey, too, or send a code of your authenticator app or a recovery code.',
    );
  const isShown = async () =>
    passkey === undefined
      ? checkSecondFactor(ctx, { userId: account.id, code: code ?? '' })
      : (await checkPasskey(ctx, { response: passkey, publicUrl })) === account.id;
  if (secondFactor) await refuseGuessedFactor(ctx, account.id);
  if (secondFactor && !(await isShown())) {
    if (await countFactorFailure(ctx, account.id)) await notifyPerson(ctx, account.id, 'second_factor_guessed');
    await writeFailure(ctx, { userId: account.id, email, by: 'second_factor' });
    throw new Unauthenticated();
  }
  const session = await ctx.db.transaction(async (tx) => {
    // Checks that the password has not changed: a change ends all sessions and must not miss this one.
    const { rowCount } = await tx.execute(sql`
      UPDATE users SET last_active_at = ${ctx.now().toISOString()}::timestamptz
      WHERE id = ${account.id} AND password_hash = ${account.password_hash} AND erased_at IS NULL`);
    if (rowCount === 0) throw new Unauthenticated();
    if (mailed !== null) await claimCode(tx, ctx, mailed);
    return openSession({ ...ctx, db: tx }, { userId: account.id, by: 'password', secondFactor, device, country });
  });
  await clearAttempts(ctx, { email, network });
  return session;
}

/**
 * Requires a code that was mailed to the address. Without one, a code is mailed, only if the password is right; the reply and the work are the same for a wrong
 * password and an unknown address.
 * @param userId the account; null if it does not exist or the password is wrong
 * @throws RuleRefused `mailed_code_required`, `code_invalid`
 */
async function requireMailedCode(
  ctx: Pick<Context, 'db' | 'now'>,
  { email, network, userId, code }: Attempt & { userId: number | null; code: string | undefined },
): Promise<OpenCode> {
  if (code !== undefined) return findCode(ctx, { kind: 'sign_in', code, network, userId: userId ?? NOBODY });
  await requestCode(ctx, { kind: 'sign_in', email, userId });
  throw new RuleRefused(
    'mailed_code_required',
    'There were many wrong passwords for this address. If the password is right, a code has been mailed to it: send it, too.',
  );
}

/** No user has this id. */
const NOBODY = 0;

/** Logs a failed sign-in with a hash of the address, because the entered text may be another person's address or a password. */
async function writeFailure(
  { db }: Pick<Context, 'db'>,
  { userId, email, by }: { userId: number | null; email: string; by: 'password' | 'second_factor' },
): Promise<void> {
  const details = { address_hash: createHash('sha256').update(email.toLowerCase()).digest('hex'), by };
  await writeAudit(db, { actorId: null, action: 'sign_in.failed', subjectKind: 'user', subjectId: userId, details });
}
