import type { Registry } from 'prom-client';
import type { Actor } from '../auth/actor.ts';
import type { Credential } from '../auth/credential.ts';
import type { Admission } from '../auth/policy.ts';
import type { ContextOf, OperationFacts } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the Authorization header holds. */
    credential: Credential | null;
    /** Owner of the access token; null without a valid one. */
    actor: Actor | null;
    /** What the route's policy decided; null before it has. */
    admission: Admission<Actor | null, unknown> | null;
    /** Under which name this request is counted. */
    rateKey: string;
  }
  interface FastifyInstance {
    /** The verbs' context for a request. */
    contextFor<WhoActs extends Actor | null>(request: FastifyRequest, actor: WhoActs): ContextOf<WhoActs>;
    /** Counts a report of an order for the store's key that it shows. @throws TooManyRequests */
    countReportKey(request: FastifyRequest, key: string): Promise<void>;
    /** Reports of one store a day, by each public channel. */
    reportsPerStoreDay: number;
    /** Where rooms register metrics of their own. */
    metrics: Registry;
  }
  interface FastifyContextConfig {
    operation?: OperationFacts;
  }
}
