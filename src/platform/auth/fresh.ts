import { Forbidden } from '../errors/errors.ts';
import type { Actor } from './actor.ts';

/** How long ago the owner of a session may have shown who they are, for what is sensitive. */
export const FRESH_SECONDS = 600;

/**
 * For what is sensitive: a session that was left open is not enough. API tokens are not asked, since nobody sits before them; they are made
 * by who has been.
 * @throws Forbidden `fresh_authentication_required`
 */
export function requireFresh(actor: Actor | null, now: Date): void {
  const token = actor?.token;
  if (token?.purpose !== 'session') return;
  if (now.getTime() - token.authenticatedAt.getTime() <= FRESH_SECONDS * 1000) return;
  throw new Forbidden('fresh_authentication_required', 'Show again who you are, then repeat the request.');
}
