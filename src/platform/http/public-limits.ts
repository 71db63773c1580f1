import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from './error-format.ts';
import type { Limit, RateLimiter } from './rate-limit.ts';

/** Limits of writes without a sign-in (docs/configuration.md). */
export interface PublicLimits {
  /** Order reports per minute with one store's key, for each channel. */
  reportsPerKey: number;
  /** Order reports, scripts and activations per minute from one address. */
  reportsPerAddress: number;
  /** Order reports and scripts per minute through the proxy of a store, which is one address for all of its shoppers. */
  reportsPerProxy: number;
  /** Registrations per hour from one address. */
  registrationsPerAddress: number;
  /** Reports of one store per day (UTC), for each public channel. */
  reportsPerStoreDay: number;
}

/** The limit that applies to a route for writes without a sign-in; a field of `operation`. */
export type PublicWrite = 'report' | 'proxiedReport' | 'registration';

const HOUR_MS = 3_600_000;
const UNLIMITED = 999_999_999;
const NO_LIMITS: PublicLimits = {
  reportsPerKey: UNLIMITED,
  reportsPerAddress: UNLIMITED,
  reportsPerProxy: UNLIMITED,
  registrationsPerAddress: UNLIMITED,
  reportsPerStoreDay: UNLIMITED,
};

/** The limiters of public writes, by name. */
export function publicLimitsOf(limits = NO_LIMITS) {
  const { reportsPerKey, reportsPerAddress, reportsPerProxy, registrationsPerAddress } = limits;
  return {
    reportKey: { max: reportsPerKey },
    report: { max: reportsPerAddress },
    proxiedReport: { max: reportsPerProxy },
    registration: { max: registrationsPerAddress, windowMs: HOUR_MS },
  } satisfies Record<string, Limit>;
}

/**
 * Counts public writes for the caller's address before the body is read, whether or not the caller is signed in, and provides
 * `app.countReportKey` for the key in the request.
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
