import fastifyRateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';

const MINUTE_MS = 60_000;
/** Maximum number of callers that one process remembers. The least recently seen are dropped first. */
const MAX_KEYS = 50_000;
/** When Redis does not answer within this time, this process counts the request. */
const REDIS_TIMEOUT_MS = 250;

interface Count {
  remaining: number;
  /** Whole seconds until the next window. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts requests by key in time windows, across all processes if Redis is configured. Never fails a request. */
export interface RateLimiter {
  /** Requests per window and key. */
  max: number;
  /** Returns the key of the caller's address. For IPv6 it is the /64, because one customer usually has a whole /64. */
  addressKey(request: FastifyRequest): string;
  /** Counts a request. */
  count(request: FastifyRequest, key: string): Promise<Count>;
}

type Counter = ReturnType<FastifyInstance['createRateLimit']>;

/** The limit of one rate limiter. */
export interface Limit {
  /** Requests per window and key. */
  max: number;
  /** Milliseconds; one minute by default. */
  windowMs?: number;
}

/**
 * Creates a limiter for each limit, by name. They share one connection to Redis.
 * @param redisUrl null: count in this process only
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
    // While Redis is unavailable, each process counts separately. A looser limit is better than no service.
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

/** Creates a counter of @fastify/rate-limit with one store. Each has its own plugin scope, because the plugin supports one store only. */
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
      cache: MAX_KEYS,
      keyGenerator: (request) => request.rateKey,
      ...(redis === null ? {} : { redis, nameSpace: `tributary:rate:${name}:` }),
    });
    counter = scope.createRateLimit();
  });
  if (counter === undefined) throw new Error('@fastify/rate-limit gave no counter');
  return counter;
}

/** Waits for the connection or its first failure, so that the first requests use the right counter. */
async function connectRedis(app: FastifyInstance, url: string): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  let isUnavailable = false;
  redis.on('error', (error: Error) => {
    // Log once when Redis fails and once when it returns, not at each attempt.
    if (!isUnavailable) app.log.warn({ err: error }, 'Redis is unavailable: this process counts requests separately');
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) app.log.info('Redis is available again: requests are counted across all processes');
    isUnavailable = false;
  });
  app.addHook('onClose', async () => redis.disconnect());
  await new Promise<void>((settled) => {
    redis.once('ready', settled);
    redis.once('error', () => settled());
  });
  return redis;
}
