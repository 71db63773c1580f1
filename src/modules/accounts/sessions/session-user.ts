import type { Context } from '../../../platform/context.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { readActor } from '../authenticate.ts';
import { findMe, type Me } from './find-me.ts';

/**
 * Reads the user of a new session.
 * @throws Unauthenticated if the user was erased in the meantime
 */
export async function sessionUser(ctx: Pick<Context, 'db'>, { userId }: { userId: number }): Promise<Me> {
  const actor = await readActor(ctx, userId);
  if (actor === null) throw new Unauthenticated();
  return findMe(ctx, actor);
}
