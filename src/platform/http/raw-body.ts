import type { FastifyInstance } from 'fastify';

/** Mounts routes whose body is taken as the bytes that came, whatever their media type: for signatures over them. */
export function acceptRawBodies(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(scope);
  });
}

/** The bytes of a request to such a route; none when there was no body. */
export function rawBodyOf({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
