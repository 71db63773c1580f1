import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (value: unknown) => string;

/** By schema, for all servers of the process: tests start many. */
const serializers = new WeakMap<object, Serialize>();

/**
 * Replies are serialized by their schemas, which also drops what a schema does not name. A serializer is compiled at
 * its first use: compiling those of all routes takes longer than anything else at a start.
 */
export function serializeBySchema(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }: { schema: object }) => (value) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) {
      serialize = fastJsonStringify(schema);
      serializers.set(schema, serialize);
    }
    return serialize(value);
  });
}
