import fastifyRateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';

const MINUTE_MS = 60_000;
/** Most callers that one process remembers; the longest unseen are forgotten first. */
const MOST_KEYS = 50_000;
/** Redis has this long to answer before a request is counted here instead. */
const REDIS_PATIENCE_MS = 250;

interface Count {
  remaining: number;
  /** Whole seconds until the window starts anew. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts requests by key in windows of time, over all processes when there is a Redis. Never fails a request. */
export interface RateLimiter {
  /** Requests in a window for one key. */
  max: number;
  /** The key of the caller's address; of IPv6 the /64, which is what one customer has. */
  addressKey(request: FastifyRequest): string;
  /** Counts a request. */
  count(request: FastifyRequest, key: string): Promise<Count>;
}

type Counter = ReturnType<FastifyInstance['createRateLimit']>;

/** What one limiter counts. */
export interface Limit {
  /** Requests in a window for one key. */
  max: number;
  /** Milliseconds; a minute unless given. */
  windowMs?: number;
}

/**
 * Makes a limiter for each of the limits, by the same names; they share one connection to Redis.
 * @param redisUrl null counts in this process alone
 */
export async function createRateLimiters<Name extends string>(
  app: FastifyInstance,
  limits: Readonly<Record<Name, Limit>>,
  redisUrl: string | null,
): Promise<Record<Name, RateLimiter>> {
  app.decorateRequest('rateKey', '');
  const redis = redisUrl === null ? null : await connectRedis(app, redisUrl);
  const made: [string, RateLimiter][] = [];
  for (const [name, limit] of Object.entries<Limit>(limits))
    made.push([name, await limiterOn(app, name, limit, redis)]);
  return Object.fromEntries(made) as Record<Name, RateLimiter>;
}

async function limiterOn(app: FastifyInstance, name: string, limit: Limit, redis: Redis | null): Promise<RateLimiter> {
  const { max } = limit;
  const here = await counterOn(app, name, limit, null);
  const shared = redis === null ? null : await counterOn(app, name, limit, redis);
  const ask = async (request: FastifyRequest, key: string) => {
    request.rateKey = key;
    // While Redis is away each process counts alone: a looser limit is better than no service.
    if (shared !== null && redis?.status === 'ready') {
      try {
        return await shared(request);
      } catch (error) {
        request.log.warn({ err: error }, 'Redis did not count a request; counting in this process');
      }
    }
    return here(request);
  };
  return {
    max,
    addressKey: (request) => `address:${normalizeIP(request.ip, 64)}`,
    async count(request, key) {
      const count = await ask(request, key);
      if (count.isAllowed) return { remaining: max, resetSeconds: 0, exceeded: false };
      return { remaining: count.remaining, resetSeconds: Math.max(1, count.ttlInSeconds), exceeded: count.isExceeded };
    },
  };
}

/** A counter of @fastify/rate-limit on one store. Each lives in a scope of its own, since the plugin has one store. */
async function counterOn(
  app: FastifyInstance,
  name: string,
  { max, windowMs = MINUTE_MS }: Limit,
  redis: Redis | null,
): Promise<Counter> {
  let counter: Counter | undefined;
  await app.register(async (scope) => {
    await scope.register(fastifyRateLimit, {
      global: false,
      max,
      timeWindow: windowMs,
      cache: MOST_KEYS,
      keyGenerator: (request) => request.rateKey,
      ...(redis === null ? {} : { redis, nameSpace: `tributary:rate:${name}:` }),
    });
    counter = scope.createRateLimit();
  });
  if (counter === undefined) throw new Error('@fastify/rate-limit gave no counter');
  return counter;
}

/** Waits for the connection, or for its first failure, so that the first requests are counted in the right place. */
async function connectRedis(app: FastifyInstance, url: string): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: REDIS_PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  let away = false;
  redis.on('error', (error: Error) => {
    // One line when it goes, one when it is back; not one for each attempt.
    if (!away) app.log.warn({ err: error }, 'Redis is away: requests are counted by each process alone');
    away = true;
  });
  redis.on('ready', () => {
    if (away) app.log.info('Redis is back: requests are counted over all processes');
    away = false;
  });
  app.addHook('onClose', async () => redis.disconnect());
  await new Promise<void>((settled) => {
    redis.once('ready', settled);
    redis.once('error', () => settled());
  });
  return redis;
}
