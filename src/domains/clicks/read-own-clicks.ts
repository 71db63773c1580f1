import type { FastifyInstance } from 'fastify';
import type { Clicks } from './index.ts';

/**
 * Lets calls of the API wait, at most a quarter of a second, until the clicks that this process has acknowledged are counted: who follows a link
 * and then asks for the click, or reports an order of it, finds it. Other processes' clicks are not waited for. Before the routes are declared.
 */
export function readOwnClicks(app: FastifyInstance, clicks: Clicks): void {
  app.addHook('preHandler', (request, _reply, done) => {
    // What monitoring calls has to answer whatever the database does.
    if (request.routeOptions.config.operation?.rateLimited === false) return done();
    const settled = clicks.settled();
    if (settled === undefined) done();
    else settled.then(() => done(), done);
  });
}
