import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from './error-format.ts';
import type { Limit, RateLimiter } from './rate-limit.ts';

/** Limits of writes without a sign-in (docs/configuration.md). */
export interface PublicLimits {
  /**
   * New orders per minute with one store's key: of unsigned pages, of signed pages and of the plugin, each. Also requests about orders per
   * minute with one API key of a store, and orders per minute in batches of one caller.
   */
  reportsPerKey: number;
  /** Unsigned reports of one store's pages per minute from one address. */
  unsignedPerMinute: number;
  /** Unsigned reports of one store's pages per hour from one address. */
  unsignedPerHour: number;
  /** Order reports, scripts and activations per minute from one address. */
  reportsPerAddress: number;
  /** Order reports and scripts per minute through the proxy of a store, which is one address for all of its shoppers. */
  reportsPerProxy: number;
  /** Registrations per hour from one address. */
  registrationsPerAddress: number;
  /** New orders of one store per day (UTC) by unsigned pages, unless the store is busier (`count-reports-of-day.ts`). */
  reportsPerStoreDay: number;
  /** New orders of one store per day (UTC) by signed pages, and by its plugin. */
  provenPerStoreDay: number;
}

/** The limit that applies to a route for writes without a sign-in; a field of `operation`. */
export type PublicWrite = 'report' | 'proxiedReport' | 'registration';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNLIMITED = 999_999_999;
const NO_LIMITS: PublicLimits = {
  reportsPerKey: UNLIMITED,
  unsignedPerMinute: UNLIMITED,
  unsignedPerHour: UNLIMITED,
  reportsPerAddress: UNLIMITED,
  reportsPerProxy: UNLIMITED,
  registrationsPerAddress: UNLIMITED,
  reportsPerStoreDay: UNLIMITED,
  provenPerStoreDay: UNLIMITED,
};

/** The limiters of public writes, by name. */
export function publicLimitsOf(limits = NO_LIMITS) {
  const { reportsPerKey, reportsPerAddress, reportsPerProxy, registrationsPerAddress } = limits;
  return {
    unsignedMinute: { max: limits.unsignedPerMinute },
    unsignedHour: { max: limits.unsignedPerHour, windowMs: HOUR_MS },
    // These count only: what one address may add to a store's day depends on the store.
    addedOfDay: { max: UNLIMITED, windowMs: DAY_MS },
    keptOfDay: { max: UNLIMITED, windowMs: DAY_MS },
    reportKey: { max: reportsPerKey },
    orders: { max: reportsPerKey },
    report: { max: reportsPerAddress },
    proxiedReport: { max: reportsPerProxy },
    registration: { max: registrationsPerAddress, windowMs: HOUR_MS },
  } satisfies Record<string, Limit>;
}

/**
 * Counts public writes for the caller's address before the body is read, whether or not the caller is signed in, and provides
 * counters for the key in the request: `app.countReportKey`, `app.countUnsigned`, `app.countOfAddress`.
 */
export function countPublicWrites(
  app: FastifyInstance,
  limiters: Record<Exclude<keyof ReturnType<typeof publicLimitsOf>, 'orders'>, RateLimiter>,
  limits: PublicLimits = NO_LIMITS,
): void {
  const count = async (limiter: RateLimiter, request: FastifyRequest, key: string) => {
    const { exceeded, resetSeconds } = await limiter.count(request, key);
    if (exceeded) throw new TooManyRequests(resetSeconds);
  };
  const { reportsPerStoreDay: unsigned, provenPerStoreDay: proven } = limits;
  app.decorate('reportsPerStoreDay', { unsigned, proven });
  app.decorate('countReportKey', (request: FastifyRequest, key: string) => count(limiters.reportKey, request, key));
  const ofAddress = (limiter: RateLimiter, request: FastifyRequest, key: string) =>
    `${key}:${limiter.addressKey(request)}`;
  app.decorate('countUnsigned', async (request: FastifyRequest, key: string) => {
    for (const limiter of [limiters.unsignedMinute, limiters.unsignedHour])
      await count(limiter, request, ofAddress(limiter, request, key));
  });
  app.decorate('countOfAddress', async (request: FastifyRequest, what: 'addedOfDay' | 'keptOfDay', key: string) => {
    const limiter = limiters[what];
    const { remaining } = await limiter.count(request, ofAddress(limiter, request, key));
    return UNLIMITED - remaining;
  });
  app.addHook('onRequest', async (request) => {
    const kind = request.routeOptions.config?.operation?.publicWrite;
    if (kind !== undefined) await count(limiters[kind], request, `${kind}:${limiters[kind].addressKey(request)}`);
  });
}
