import type { FastifyInstance } from 'fastify';

/** Headers of replies that every page may read. */
export const ANY_PAGE_HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Mounts routes whose replies, including refusals, every page may read: they use no credentials and contain no secrets. */
export function openToAnyPage(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(ANY_PAGE_HEADERS);
    });
    // Editors and templates of shops escape the address of an image, some of them twice.
    scope.addHook('preValidation', async (request) => {
      const query = request.query as Record<string, unknown>;
      for (const name of Object.keys(query)) {
        const meant = name.replace(/^(?:amp;|#0*38;)+/i, '');
        if (meant !== name && !Object.hasOwn(query, meant)) query[meant] = query[name];
      }
    });
    mount(scope);
  });
}
