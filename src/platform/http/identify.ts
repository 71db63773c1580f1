import type { FastifyInstance } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { fingerprintOf, readCredential } from '../auth/credential.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { TooManyRequests } from './error-format.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Finds the owner of an access token; null for one that is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Actor | null>;

/** Tokens lately seen valid, with the buckets of their users; they are counted before they are looked up again. */
const MOST_KNOWN_TOKENS = 10_000;

/**
 * Says who calls and counts the call, before anything else looks at the request: each user has one bucket, whichever of their tokens they use,
 * and whoever acts for a user through a token made for it another one; everything else counts for its address, guesses at tokens too: a guess
 * opens no bucket, and what others do at an address never stands in the way of a token that is valid.
 */
export function identifyAndCount(
  app: FastifyInstance,
  authenticate: Authenticate,
  limiter: RateLimiter,
  { publicUrl, uncounted }: { publicUrl: string; uncounted: readonly string[] },
): void {
  const known = new Map<string, string>();
  app.decorateRequest('credential', null);
  app.decorateRequest('actor', null);
  app.decorateRequest('admission', null);
  app.addHook('onRequest', async (request, reply) => {
    if (uncounted.some((prefix) => request.routeOptions.url?.startsWith(prefix))) return;
    const { authorization } = request.headers;
    request.credential = readCredential(authorization ?? readSessionCookie(request, publicUrl) ?? undefined);
    if (request.routeOptions.config?.operation?.rateLimited === false) return;
    const address = limiter.addressKey(request);
    const count = async (key: string) => {
      const { remaining, resetSeconds, exceeded } = await limiter.count(request, key);
      reply.headers({
        'x-ratelimit-limit': limiter.max,
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': resetSeconds,
      });
      if (exceeded) throw new TooManyRequests(resetSeconds);
    };
    if (request.credential?.kind !== 'token') return count(address);

    const token = fingerprintOf(request.credential);
    const counted = known.get(token);
    if (counted !== undefined) await count(counted);
    request.actor = await lookUp(authenticate, request.credential.value, () => count(address));
    if (request.actor !== null) {
      const bucket = bucketOf(request.actor);
      if (counted === bucket) return;
      if (known.size >= MOST_KNOWN_TOKENS) known.clear();
      known.set(token, bucket);
      return count(bucket);
    }
    known.delete(token);
    return count(address);
  });
}

function bucketOf({ userId, onBehalfOf }: Actor): string {
  return onBehalfOf === undefined ? `user:${userId}` : `user:${userId}:by:${onBehalfOf}`;
}

/** A look-up that fails (the database is away) is counted, too. */
async function lookUp(authenticate: Authenticate, token: string, count: () => Promise<void>): Promise<Actor | null> {
  try {
    return await authenticate(token);
  } catch (error) {
    await count();
    throw error;
  }
}
