import type { Scope } from '../../../platform/auth/scope.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_TOKEN_DAYS } from './manage-tokens.ts';

/** The lifetime and the scopes of an API token for which none are given. */
export const DEFAULT_TOKEN_DAYS = 90;
export const DEFAULT_SCOPES: readonly Scope[] = ['read'];

const DAY_MS = 86_400_000;

/** The requested lifetime of a token or key. */
export interface Lifetime {
  days?: number | undefined;
  /** Replaces `days`. */
  expiresAt?: Date | undefined;
}

/**
 * The lifetime in days, possibly a fraction; undefined: it does not expire.
 * @throws InvalidInput naming `expires_at`
 */
export function daysOf({ days, expiresAt }: Lifetime, now: Date): number | undefined {
  if (days !== undefined && expiresAt !== undefined)
    throw new InvalidInput({ expires_at: ['must not be given with days'] });
  if (expiresAt === undefined) return days;
  const ms = expiresAt.getTime() - now.getTime();
  if (ms <= 0 || ms > MAX_TOKEN_DAYS * DAY_MS)
    throw new InvalidInput({ expires_at: [`must be in the future, at most ${MAX_TOKEN_DAYS} days away`] });
  return ms / DAY_MS;
}

/** The time of expiry; null: none. @throws InvalidInput naming `expires_at` */
export function expiryOf(lifetime: Lifetime, now: Date): Date | null {
  const days = daysOf(lifetime, now);
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
}
