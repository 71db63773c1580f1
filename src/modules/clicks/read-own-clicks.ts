import type { FastifyInstance } from 'fastify';

/**
 * Delays calls of the API, by at most 250 ms, until the clicks that this process has acknowledged are counted. A caller that
 * follows a link can then read the click or report an order for it. Clicks of other processes are not included. Call this before routes are declared.
 */
export function readOwnClicks(app: FastifyInstance, clicks: { settled: () => Promise<void> | undefined }): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const operation = request.routeOptions.config.operation;
    // Monitoring must be answered regardless of the state of the database. Reports of orders wait, because their click may be recent.
    if (operation?.rateLimited === false && operation.publicWrite === undefined) return done();
    const settled = clicks.settled();
    if (settled === undefined) done();
    else settled.then(() => done(), done);
  });
}
