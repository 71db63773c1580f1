import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { FORMATS } from './formats.ts';

type Serialize = (value: unknown) => string;

/** Our formats, which the choice between alternatives of a schema would otherwise log as unknown. */
const formats = Object.fromEntries(Object.entries(FORMATS).map(([name, { test }]) => [name, test]));

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
      serialize = fastJsonStringify(schema, { ajv: { formats } });
      serializers.set(schema, serialize);
    }
    return serialize(value);
  });
}
