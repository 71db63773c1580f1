import type { TSchema } from 'typebox';

/**
 * Keywords of our schemas beyond JSON Schema. They control validation and its messages, and the OpenAPI document
 * omits them.
 */
export interface Annotations {
  /** The message for any error of this value, instead of the message of the failed keyword. */
  'x-says'?: string;
  /** For a path id: the display name of the record, for the 404. */
  'x-kind'?: string;
  /** For an object `{amount, currency}`: whether the amount must be `exact`, with at most the decimals of its currency, or is `reported` and rounded. */
  'x-money'?: 'exact' | 'reported';
  /** For a list in a body: the handler checks each entry with `entryCheck`, so that a fault of one does not refuse the others. */
  'x-apart'?: true;
  /**
   * For a union of replies: the document shows only the first, so that clients have one type; the description names the others. For replies whose form
   * depends on the kind of caller.
   */
  'x-usual'?: true;
  /** The name of the schema in the OpenAPI document (`named`). */
  'x-name'?: string;
}

export const ANNOTATIONS = [
  'x-says',
  'x-kind',
  'x-money',
  'x-apart',
  'x-usual',
  'x-name',
] as const satisfies (keyof Annotations)[];

/** The schema as a plain object of keywords. */
export type Keywords = TSchema & Annotations & { [keyword: string]: unknown };

/** Whether the value is an object of keywords, and not a boolean schema, a list or undefined. */
export function isKeywords(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keywords whose value is a map of schemas, one schema, or a list of schemas. A traversal must visit them. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const SINGLES = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/** Returns a copy of the schema with `change` applied to every direct subschema. */
export function mapChildren(schema: Keywords, change: (child: Keywords, under: string) => Keywords): Keywords {
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (MAPS.has(keyword) && isKeywords(value)) {
      copy[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, isKeywords(child) ? change(child, keyword) : child]),
      );
    } else if (SINGLES.has(keyword) && isKeywords(value)) {
      copy[keyword] = change(value, keyword);
    } else if (LISTS.has(keyword) && Array.isArray(value)) {
      copy[keyword] = value.map((child) => (isKeywords(child) ? change(child, keyword) : child));
    } else {
      copy[keyword] = value;
    }
  }
  return copy as Keywords;
}
