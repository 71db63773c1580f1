import type { Context } from '../../../platform/context.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { readSessionActor } from '../authenticate.ts';
import { findMe, type Me } from './find-me.ts';
import type { OpenedSession } from './open-session.ts';

/**
 * Reads the user of a new session, with the roles that the session has.
 * @throws Unauthenticated if the user was erased in the meantime
 */
export async function sessionUser(
  ctx: Pick<Context, 'db'>,
  session: Pick<OpenedSession, 'userId' | 'secondFactor'>,
): Promise<Me> {
  const actor = await readSessionActor(ctx, session);
  if (actor === null) throw new Unauthenticated();
  return findMe(ctx, actor);
}
