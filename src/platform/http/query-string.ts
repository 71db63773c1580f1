import qs from 'qs';
import type { TSchema } from 'typebox';
import { isKeywords, type Keywords } from './schema-annotations.ts';

/** A parsed query string: a map of texts, lists and maps, without a prototype. */
export type RawQuery = Record<string, unknown>;

const EMPTY: RawQuery = Object.freeze(Object.create(null));

/**
 * Parses `name[]=a&name[]=b`, `name[0]=a`, `name[key]=a` and their percent-encoded forms. Never throws. Keys such as
 * `__proto__` are ordinary keys.
 */
export function parseQueryString(query: string): RawQuery {
  try {
    return qs.parse(query, { arrayLimit: 1000, depth: 3, parameterLimit: 5000, plainObjects: true });
  } catch {
    return EMPTY;
  }
}

/** Formats fields as a query string that `parseQueryString` can parse. */
export function formatQueryString(fields: RawQuery): string {
  return qs.stringify(fields, { arrayFormat: 'brackets' });
}

const WHOLE = /^-?\d{1,16}$/;
const DECIMAL = /^-?\d{1,16}(\.\d{1,16})?$/;
const TRUTH: Record<string, boolean> = { '1': true, true: true, '0': false, false: false };

/**
 * Converts the texts of a query to the types of its schema, and keeps only the fields that the schema knows. A text
 * that fits no type stays unchanged, so that validation reports it.
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

/** Returns the types that a schema names, directly or in the branches of a union. */
function typesOf(schema: Keywords): unknown[] {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isKeywords).flatMap(typesOf) : [];
  return [schema.type, branches].flat();
}
