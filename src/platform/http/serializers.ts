import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (value: unknown) => string;

/** Compiled serializers by schema, shared by all servers of the process, because tests start many servers. */
const serializers = new WeakMap<object, Serialize>();

/**
 * Serializes replies by their schemas, which also omits fields that a schema does not contain. A serializer is compiled at its first
 * use, because compiling those of all routes would take most of the time of a start.
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
