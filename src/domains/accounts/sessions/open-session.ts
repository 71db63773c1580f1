import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../audit.ts';
import { createToken } from '../tokens/create-token.ts';

/** How long somebody stays signed in, however much they do. */
const SESSION_SECONDS = 12 * 3600;

/** Somebody has signed in; the raw token leaves here once. */
export interface OpenedSession {
  userId: number;
  token: string;
  expiresAt: Date;
}

/**
 * Signs a user in who has shown who they are. Call it in the transaction in which that was found.
 * @param by how they have shown it
 * @throws NotFound when there is no such user
 */
export async function openSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, by }: { userId: number; by: 'password' | 'identity' | 'email_verification' },
): Promise<OpenedSession> {
  const token = await createToken({ db, now }, { userId, purpose: 'session', lifetimeSeconds: SESSION_SECONDS });
  await writeAudit(db, {
    actorId: userId,
    action: 'session.opened',
    subjectKind: 'token',
    subjectId: token.id,
    details: { by },
  });
  return { userId, token: token.raw, expiresAt: token.expiresAt! };
}
