import qs from 'qs';
import type { TSchema } from 'typebox';
import { isKeywords, type Keywords } from './schema-annotations.ts';

/** What a query string says: a map of texts, lists and maps, without a prototype. */
export type RawQuery = Record<string, unknown>;

const EMPTY: RawQuery = Object.freeze(Object.create(null));

/**
 * Reads `name[]=a&name[]=b`, `name[0]=a`, `name[key]=a` and their percent-encoded forms. Never throws, and keys such as
 * `__proto__` are only keys.
 */
export function parseQueryString(query: string): RawQuery {
  try {
    return qs.parse(query, { arrayLimit: 1000, depth: 3, parameterLimit: 5000, plainObjects: true });
  } catch {
    return EMPTY;
  }
}

/** The fields as a query string in the form that `parseQueryString` reads back. */
export function formatQueryString(fields: RawQuery): string {
  return qs.stringify(fields, { arrayFormat: 'brackets' });
}

const WHOLE = /^-?\d{1,16}$/;
const DECIMAL = /^-?\d{1,16}(\.\d{1,16})?$/;
const TRUTH: Record<string, boolean> = { '1': true, true: true, '0': false, false: false };

/**
 * Turns the texts of a query into the types that its schema asks for, and keeps only the fields that the schema knows. A
 * text that fits no type stays as it is, for validation to name.
 */
export function coerceFields(schema: TSchema, raw: RawQuery): Record<string, unknown> {
  const { properties } = schema as Keywords;
  const known = isKeywords(properties) ? Object.entries(properties) : [];
  const fields: Record<string, unknown> = {};
  for (const [name, child] of known) {
    if (Object.hasOwn(raw, name) && isKeywords(child)) fields[name] = coerce(child, raw[name]);
  }
  return fields;
}

function coerce(schema: Keywords, raw: unknown): unknown {
  const types = typesOf(schema);
  if (types.includes('array')) {
    const entries = Array.isArray(raw) ? raw : [raw];
    return isKeywords(schema.items) ? entries.map((entry) => coerce(schema.items as Keywords, entry)) : entries;
  }
  if (types.includes('object') && isKeywords(raw)) {
    return isKeywords(schema.properties) ? coerceFields(schema, raw) : { ...raw };
  }
  if (typeof raw !== 'string') return raw;
  if (types.includes('integer') && WHOLE.test(raw)) return Number(raw);
  if (types.includes('number') && DECIMAL.test(raw)) return Number(raw);
  if (types.includes('boolean')) return Object.hasOwn(TRUTH, raw) ? TRUTH[raw] : raw;
  return raw;
}

/** The types a schema names itself, or through the branches of a union. */
function typesOf(schema: Keywords): unknown[] {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isKeywords).flatMap(typesOf) : [];
  return [schema.type, branches].flat();
}
