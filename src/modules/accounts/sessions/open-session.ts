import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../audit.ts';
import { createToken } from '../tokens/create-token.ts';
import { IDLE_SESSION_SECONDS, MAX_SESSION_SECONDS } from './session-life.ts';

/** Somebody has signed in; the raw token leaves here once. */
export interface OpenedSession {
  userId: number;
  token: string;
  /** Unless it is used before; see `session-life.ts`. */
  expiresAt: Date;
  /** When it ends at the latest. */
  endsAt: Date;
}

/**
 * Signs a user in who has shown who they are. Call it in the transaction in which that was found.
 * @param by how they have shown it
 * @throws NotFound when there is no such user
 */
export async function openSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    userId,
    by,
    secondFactor = false,
    device,
  }: {
    userId: number;
    by: 'password' | 'passkey' | 'identity' | 'email_verification';
    secondFactor?: boolean;
    device?: string | null | undefined;
  },
): Promise<OpenedSession> {
  const token = await createToken(
    { db, now },
    { userId, purpose: 'session', lifetimeSeconds: IDLE_SESSION_SECONDS, secondFactor, device },
  );
  await writeAudit(db, {
    actorId: userId,
    action: 'session.opened',
    subjectKind: 'token',
    subjectId: token.id,
    details: { by, second_factor: secondFactor },
  });
  const endsAt = new Date(now().getTime() + MAX_SESSION_SECONDS * 1000);
  return { userId, token: token.raw, expiresAt: token.expiresAt!, endsAt };
}
