import { Forbidden } from '../errors/errors.ts';
import type { Actor } from './actor.ts';

/** Maximum age of the authentication of a session for sensitive actions. */
export const FRESH_SECONDS = 600;

/**
 * How a caller must be present, from the weakest to the strongest:
 * - `token`: any valid credentials.
 * - `fresh`: a session must have been confirmed within `FRESH_SECONDS`, because it may have been left open. API tokens are accepted.
 * - `owner`: only such a session, with the second factor if the account has one. API tokens are refused, because they can leak, and
 *   so is everybody who acts for another person. For what decides where money goes, who can sign in, or whether the account exists.
 */
export const PRESENCES = ['token', 'fresh', 'owner'] as const;
export type Presence = (typeof PRESENCES)[number];

/**
 * Requires the presence of the caller. The calls of people who are not signed in are decided by the policy.
 * @param now the current time
 * @throws Forbidden `not_a_session` for an API token where a session is required; `fresh_authentication_required` for a session that
 *   was confirmed too long ago, or without the second factor of its account
 */
export function requirePresence(actor: Actor | null, presence: Presence, now: Date): void {
  const token = actor?.token;
  if (token === undefined || presence === 'token') return;
  if (token.purpose !== 'session') {
    if (presence === 'fresh') return;
    throw new Forbidden('not_a_session', 'This requires a session of the person; API tokens cannot be used for it.');
  }
  const isFresh = now.getTime() - token.authenticatedAt.getTime() <= FRESH_SECONDS * 1000;
  if (isFresh && !(presence === 'owner' && token.secondFactor === 'missing')) return;
  throw new Forbidden('fresh_authentication_required', 'Show again who you are, then repeat the request.');
}

/**
 * Requires that somebody has proven the mailbox of the account. Otherwise whoever registered the address could prepare what sends
 * money or data away, or opens the account again, before its owner proves it.
 * @throws Forbidden `email_unproven`
 */
export function requireProvenEmail(actor: Actor | null): void {
  if (actor?.hasUnprovenEmail !== true) return;
  throw new Forbidden('email_unproven', 'Verify the e-mail address of the account first.');
}
