import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from './error-format.ts';
import type { Limit, RateLimiter } from './rate-limit.ts';

/** Limits of what can be written without signing in (docs/configuration.md). */
export interface PublicLimits {
  /** Reports of orders a minute that show one store's key, by each channel. */
  reportsPerKey: number;
  /** Reports of orders, scripts and activations a minute from one address. */
  reportsPerAddress: number;
  /** Registrations an hour from one address. */
  registrationsPerAddress: number;
  /** Reports of one store a day (UTC), by each public channel. */
  reportsPerStoreDay: number;
}

/** What a route that takes writes without signing in is counted as; a field of `operation`. */
export type PublicWrite = 'report' | 'registration';

const HOUR_MS = 3_600_000;
const UNLIMITED = 999_999_999;
const NO_LIMITS: PublicLimits = {
  reportsPerKey: UNLIMITED,
  reportsPerAddress: UNLIMITED,
  registrationsPerAddress: UNLIMITED,
  reportsPerStoreDay: UNLIMITED,
};

/** The limiters that public writes need, by name. */
export function publicLimitsOf({ reportsPerKey, reportsPerAddress, registrationsPerAddress } = NO_LIMITS) {
  return {
    reportKey: { max: reportsPerKey },
    report: { max: reportsPerAddress },
    registration: { max: registrationsPerAddress, windowMs: HOUR_MS },
  } satisfies Record<string, Limit>;
}

/**
 * Counts public writes for the caller's address before a byte of the body is read, whether or not the caller is signed in, and gives routes
 * `app.countReportKey` for the key that the request shows.
 */
export function countPublicWrites(
  app: FastifyInstance,
  limiters: Record<keyof ReturnType<typeof publicLimitsOf>, RateLimiter>,
  limits: PublicLimits = NO_LIMITS,
): void {
  const count = async (limiter: RateLimiter, request: FastifyRequest, key: string) => {
    const { exceeded, resetSeconds } = await limiter.count(request, key);
    if (exceeded) throw new TooManyRequests(resetSeconds);
  };
  app.decorate('reportsPerStoreDay', limits.reportsPerStoreDay);
  app.decorate('countReportKey', (request: FastifyRequest, key: string) => count(limiters.reportKey, request, key));
  app.addHook('onRequest', async (request) => {
    const kind = request.routeOptions.config?.operation?.publicWrite;
    if (kind !== undefined) await count(limiters[kind], request, `${kind}:${limiters[kind].addressKey(request)}`);
  });
}
