import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../audit.ts';
import { createToken } from '../tokens/create-token.ts';
import type { SessionOrigin } from './network.ts';
import { IDLE_SESSION_SECONDS, MAX_SESSION_SECONDS } from './session-life.ts';

/** A new session. The raw token is returned only here. */
export interface OpenedSession {
  userId: number;
  token: string;
  secondFactor: boolean;
  /** When the session ends if it is not used before; see `session-life.ts`. */
  expiresAt: Date;
  /** When the session ends at the latest. */
  endsAt: Date;
}

/**
 * Opens a session for an authenticated user. Call it in the transaction that verified the credentials.
 * @param by the method of authentication
 * @throws NotFound when there is no such user
 */
export async function openSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    userId,
    by,
    secondFactor = false,
    device,
    country,
  }: {
    userId: number;
    by: 'password' | 'passkey' | 'identity' | 'email_verification';
    secondFactor?: boolean;
  } & Partial<SessionOrigin>,
): Promise<OpenedSession> {
  const token = await createToken(
    { db, now },
    { userId, purpose: 'session', lifetimeSeconds: IDLE_SESSION_SECONDS, secondFactor, device, country },
  );
  await writeAudit(db, {
    actorId: userId,
    action: 'session.opened',
    subjectKind: 'token',
    subjectId: token.id,
    details: { by, second_factor: secondFactor },
  });
  const endsAt = new Date(now().getTime() + MAX_SESSION_SECONDS * 1000);
  return { userId, secondFactor, token: token.raw, expiresAt: token.expiresAt!, endsAt };
}
