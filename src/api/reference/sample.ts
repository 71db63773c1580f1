import type { DocumentSchema } from './document.ts';

const BY_FORMAT: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'somebody@example.com',
  uri: 'https://www.shop.example/shoes',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** A value that is valid for the schema: the example of the schema if it has one. */
export function sampleOf(schema: DocumentSchema = {}): unknown {
  const { examples, enum: values, format = '', items, properties, required = [], anyOf } = schema;
  const given = examples?.[0] ?? schema.default ?? schema.const ?? values?.[0];
  if (given !== undefined) return given;
  if (anyOf !== undefined) return sampleOf(anyOf[0]);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(items)];
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties?.[name])]));
    default:
      return BY_FORMAT[format] ?? 'text'.padEnd(schema.minLength ?? 0, 't');
  }
}
