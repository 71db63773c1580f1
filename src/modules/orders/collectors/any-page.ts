import type { FastifyInstance } from 'fastify';

/** Of answers that any page may read. */
export const ANY_PAGE_HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Mounts routes whose answers, refusals too, any page may read: they are asked without credentials, and tell nobody's secrets. */
export function openToAnyPage(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(ANY_PAGE_HEADERS);
    });
    mount(scope);
  });
}
