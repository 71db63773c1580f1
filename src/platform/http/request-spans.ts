import type { FastifyInstance } from 'fastify';
import { tracing } from '../telemetry/tracing.ts';

/** Names the span of each request by its route. Without tracing, requests have no further hooks. */
export function traceRequests(app: FastifyInstance): void {
  const spans = tracing();
  if (spans === null) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined) spans.name(request.raw, { route, requestId: request.id });
    done();
  });
  // The body arrives in an event of the connection.
  app.addHook('preValidation', (request, _reply, done) => spans.resume(request.raw, done));
}
