import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import type { SessionOrigin } from '../sessions/network.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { countByNetwork } from '../sessions/sign-in-attempts.ts';
import { checkPasskey } from './check-passkey.ts';

/** Maximum number of invalid responses of a network within a quarter of an hour. */
const MAX_FAILURES = 50;

/**
 * Signs in the owner of a passkey, without a password.
 * @throws Unauthenticated for an invalid response; TooManyRequests after too many of them; RuleRefused `passkeys_unavailable`
 */
export async function signInByPasskey(
  ctx: Pick<Context, 'db' | 'now'>,
  {
    response,
    publicUrl,
    network,
    device,
    country,
  }: { response: AuthenticationResponseJSON; publicUrl: string; network: string } & SessionOrigin,
): Promise<OpenedSession> {
  const userId = await checkPasskey(ctx, { response, publicUrl });
  if (userId === null) {
    await countByNetwork(ctx, { what: 'wrong-passkey', network, max: MAX_FAILURES });
    await writeAudit(ctx.db, {
      actorId: null,
      action: 'sign_in.failed',
      subjectKind: 'user',
      subjectId: null,
      details: { by: 'passkey' },
    });
    throw new Unauthenticated();
  }
  return ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE users SET last_active_at = ${ctx.now().toISOString()}::timestamptz WHERE id = ${userId} AND erased_at IS NULL`);
    if (rowCount === 0) throw new Unauthenticated();
    return openSession({ ...ctx, db: tx }, { userId, by: 'passkey', secondFactor: true, device, country });
  });
}
