import type { FastifyInstance } from 'fastify';

/**
 * Lets calls of the API wait, at most a quarter of a second, until the clicks that this process has acknowledged are counted. A caller that
 * follows a link and then reads the click, or reports an order of it, finds it. Clicks of other processes are not waited for. Call it before routes are declared.
 */
export function readOwnClicks(app: FastifyInstance, clicks: { settled: () => Promise<void> | undefined }): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const operation = request.routeOptions.config.operation;
    // Monitoring must be answered whatever the state of the database. Reports of orders wait: their click may have just been made.
    if (operation?.rateLimited === false && operation.publicWrite === undefined) return done();
    const settled = clicks.settled();
    if (settled === undefined) done();
    else settled.then(() => done(), done);
  });
}
