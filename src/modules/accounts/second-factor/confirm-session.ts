import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { isPassword } from '../password.ts';
import { clearAttempts, countAttempt } from '../sessions/sign-in-attempts.ts';
import { checkSecondFactor, hasSecondFactor } from './check-second-factor.ts';

export const CONFIRM_ERRORS = ['not_a_session', 'no_password', 'passkeys_unavailable'] as const;

export interface Confirmation {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
  publicUrl: string;
  network: string;
}

/**
 * The owner of a session authenticates again: by a passkey, otherwise by a code if the account has a second factor, otherwise by
 * the password.
 * @throws RuleRefused `not_a_session`, `no_password` (users of the identity provider sign in there again); InvalidInput naming
 *   `passkey`, `code` or `password`; TooManyRequests
 */
export async function confirmSession(
  ctx: Context,
  { password, code, passkey, publicUrl, network }: Confirmation,
): Promise<void> {
  const { userId, token } = ctx.actor;
  if (token?.purpose !== 'session') throw new RuleRefused('not_a_session', 'Only sessions can be confirmed.');
  const { rows } = await ctx.db.execute<{ email: string; password_hash: string | null }>(
    sql`SELECT email, password_hash FROM users WHERE id = ${userId}`,
  );
  const { email, password_hash: hash } = rows[0]!;
  await countAttempt(ctx, { email, network });
  const byFactor = await hasSecondFactor(ctx, userId);
  if (passkey !== undefined) {
    if ((await checkPasskey(ctx, { response: passkey, publicUrl })) !== userId)
      throw new InvalidInput({ passkey: ['must be the response of one of your passkeys to a new challenge'] });
  } else if (byFactor) {
    if (code === undefined || !(await checkSecondFactor(ctx, { userId, code })))
      throw new InvalidInput({ code: ['must be a code that the app shows now, or a recovery code'] });
  } else {
    if (hash === null) throw new RuleRefused('no_password', 'Your account has no password. Sign in again.');
    if (password === undefined || !(await isPassword(password, hash)))
      throw new InvalidInput({ password: ['is not your password'] });
  }
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`
      UPDATE tokens SET authenticated_at = ${at}::timestamptz, second_factor = second_factor OR ${byFactor} WHERE id = ${token.id}`);
    const details = { by: passkey !== undefined ? 'passkey' : byFactor ? 'second_factor' : 'password' };
    const subject = { subjectKind: 'token', subjectId: token.id };
    await writeAudit(tx, { actorId: userId, action: 'session.confirmed', ...subject, details });
  });
  await clearAttempts(ctx, { email, network });
}
