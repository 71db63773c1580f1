import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, storeKeyOf } from '../auth/actor.ts';
import { fingerprintOf, readCredential } from '../auth/credential.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { isAssistantCall } from './assistant-calls.ts';
import { TooManyRequests } from './error-format.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Finds the owner of an access token; null when it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Actor | null>;

/** Tokens that were recently valid, with the rate limit keys of their users. Their requests are counted before the token is looked up again. */
const MAX_KNOWN_TOKENS = 10_000;

/** The limiters of requests: of all, and of requests about orders with the API key of a store. */
interface RequestLimiters {
  requests: RateLimiter;
  orders: RateLimiter;
}

/**
 * Identifies the caller and counts the request before anything else reads it. Each user has one rate limit across all of their tokens, and
 * each user who acts for another through a token has a separate one. Each API key of a store has two: a higher one for the routes of orders
 * (`storeKeyLimit`), and the usual one for all others. All other requests count for the caller's address, including those
 * with guessed tokens. Guessed tokens create no counters, and other traffic from an address never blocks a valid token.
 */
export function identifyAndCount(
  app: FastifyInstance,
  authenticate: Authenticate,
  { requests: limiter, orders }: RequestLimiters,
  { publicUrl, uncounted }: { publicUrl: string; uncounted: readonly string[] },
): void {
  const known = new Map<string, string>();
  app.decorateRequest('credential', null);
  app.decorateRequest('actor', null);
  app.decorateRequest('admission', null);
  app.decorate('countOrders', async (request: FastifyRequest, reply: FastifyReply, number: number) => {
    const name = bucketOf(request.actor!);
    const counts = await Promise.all(Array.from({ length: number }, () => orders.count(request, name)));
    const refused = counts.find(({ exceeded }) => exceeded);
    if (name.startsWith(STORE_KEY)) {
      const remaining = Math.min(
        ...counts.map((count) => count.remaining),
        Number(reply.getHeader('x-ratelimit-remaining')),
      );
      reply.header('x-ratelimit-remaining', remaining);
    }
    if (refused !== undefined) throw new TooManyRequests(refused.resetSeconds);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (uncounted.some((prefix) => request.routeOptions.url?.startsWith(prefix))) return;
    const { authorization } = request.headers;
    request.credential = readCredential(authorization ?? readSessionCookie(request, publicUrl) ?? undefined);
    // Whatever reads the header later, such as a sandbox, finds the token alone.
    if (authorization !== undefined && request.credential?.kind === 'token')
      request.headers.authorization = request.credential.value;
    const {
      rateLimited = true,
      credential,
      storeKeyLimit,
      resource = null,
    } = request.routeOptions.config?.operation ?? {};
    const here = resource === null ? null : `${publicUrl}${resource}`;
    if (!rateLimited && credential !== 'accessToken') return;
    const address = limiter.addressKey(request);
    const countAt = async (key: string) => {
      const ofRoute = storeKeyLimit === 'orders' && key.startsWith(STORE_KEY) ? orders : limiter;
      const { remaining, resetSeconds, exceeded } = await ofRoute.count(request, key);
      reply.headers({
        'x-ratelimit-limit': ofRoute.max,
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': resetSeconds,
      });
      if (exceeded) throw new TooManyRequests(resetSeconds);
    };
    // A route without a limit still limits guesses.
    const count = async (key: string) => (rateLimited || key === address ? countAt(key) : undefined);
    if (request.credential?.kind !== 'token') return count(address);

    const token = fingerprintOf(request.credential);
    const counted = known.get(token);
    if (counted !== undefined) await count(counted);
    const owner = await lookUp(authenticate, request.credential.value, () => count(address));
    request.actor = isValidAt(owner, here) ? owner : null;
    if (request.actor !== null) {
      const bucket = bucketOf(request.actor);
      if (counted === bucket) return;
      if (known.size >= MAX_KNOWN_TOKENS) known.clear();
      known.set(token, bucket);
      return count(bucket);
    }
    known.delete(token);
    return count(address);
  });
}

/** Whether the caller's token is valid for this resource: one that is bound to a resource only there, and in the calls that it makes. */
function isValidAt(actor: Actor | null, here: string | null): boolean {
  const bound = actor?.token?.resource;
  return bound === undefined || bound === here || isAssistantCall();
}

const STORE_KEY = 'store-key:';

/** The name under which the requests of a caller are counted. */
function bucketOf({ userId, onBehalfOf }: Actor): string {
  const keyId = storeKeyOf(userId);
  if (keyId !== null) return `${STORE_KEY}${keyId}`;
  return onBehalfOf === undefined ? `user:${userId}` : `user:${userId}:by:${onBehalfOf}`;
}

/** A failed look-up (database unavailable) counts, too. */
async function lookUp(authenticate: Authenticate, token: string, count: () => Promise<void>): Promise<Actor | null> {
  try {
    return await authenticate(token);
  } catch (error) {
    await count();
    throw error;
  }
}
