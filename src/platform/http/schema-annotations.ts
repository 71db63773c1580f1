import type { TSchema } from 'typebox';

/**
 * What our schemas say beyond JSON Schema. The keywords steer validation and the words of its faults; the OpenAPI
 * document leaves them out.
 */
export interface Annotations {
  /** The whole sentence for any fault of this value, in place of the one made from the failed keyword. */
  'x-says'?: string;
  /** On a path id: the plain name of the record, for the 404. */
  'x-kind'?: string;
  /** On an object `{amount, currency}`: the amount may have no more digits than its currency. */
  'x-money'?: boolean;
}

export const ANNOTATIONS = ['x-says', 'x-kind', 'x-money'] as const satisfies (keyof Annotations)[];

/** The schema as the plain object of keywords that it is. */
export type Keywords = TSchema & Annotations & { [keyword: string]: unknown };

/** Is this an object of keywords (and not a boolean schema, a list or nothing)? */
export function isKeywords(value: unknown): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keywords whose value is a map of schemas, is one schema, or is a list of them; what a walk has to enter. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const SINGLES = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/** A copy of the schema in which `change` was applied to every schema below it. */
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
