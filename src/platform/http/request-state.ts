import type { FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import type { Actor } from '../auth/actor.ts';
import type { Credential } from '../auth/credential.ts';
import type { Admission } from '../auth/policy.ts';
import type { ContextOf, OperationFacts } from './operation.ts';
import type { UploadGuard } from './upload-guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The credential in the Authorization header. */
    credential: Credential | null;
    /** Owner of the access token; null without a valid token. */
    actor: Actor | null;
    /** The decision of the route's policy; null before the policy has run. */
    admission: Admission<Actor | null, unknown> | null;
    /** Whether the diversion answers, and not the route with this address. Absent without a diversion. */
    isDiverted?: boolean;
    /** The rate limit key of this request. */
    rateKey: string;
  }
  interface FastifyInstance {
    /** The caller's country as named by a trusted proxy (COUNTRY_HEADER); null if unknown. */
    countryOf(request: FastifyRequest): string | null;
    /** Creates the context of a use case for a request. */
    contextFor<WhoActs extends Actor | null>(request: FastifyRequest, actor: WhoActs): ContextOf<WhoActs>;
    /** Counts an order report for the store key in the request. @throws TooManyRequests */
    countReportKey(request: FastifyRequest, key: string): Promise<void>;
    /**
     * Counts orders of a batch for the signed-in caller: with an API key of a store, together with its requests about orders.
     * @throws TooManyRequests
     */
    countOrders(request: FastifyRequest, reply: FastifyReply, number: number): Promise<void>;
    /** Counts an unsigned report for the pair of store key and address. @throws TooManyRequests */
    countUnsigned(request: FastifyRequest, key: string): Promise<void>;
    /** Counts what an address adds to a store on a day, or what is kept of it. @returns the number so far, with this one */
    countOfAddress(request: FastifyRequest, what: 'addedOfDay' | 'keptOfDay', key: string): Promise<number>;
    /** Maximum number of new orders per store and day: by unsigned pages (at least), and by each way that proves its origin. */
    reportsPerStoreDay: { unsigned: number; proven: number };
    /** Admits uploads. */
    uploads: UploadGuard;
    /** The registry for the metrics of modules. */
    metrics: Registry;
  }
  interface FastifyContextConfig {
    operation?: OperationFacts;
  }
}
