import type { FastifyInstance } from 'fastify';

/** Mounts routes that receive the raw bytes of the body regardless of its media type, to verify signatures. */
export function acceptRawBodies(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(scope);
  });
}

/** Returns the bytes of a request to such a route; empty without a body. */
export function rawBodyOf({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
