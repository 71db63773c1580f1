import type { TSchema } from 'typebox';
import { isKeywords, type Keywords, mapChildren } from './schema-annotations.ts';

/**
 * A copy of the schema in which no object takes a key that it does not name: a write with a misspelt field and a reply
 * with an undocumented one are both mistakes. An object that says `additionalProperties` itself keeps its word.
 */
export function closed(schema: TSchema): Keywords {
  return close(schema as Keywords);
}

function close(schema: Keywords): Keywords {
  const parts = schema.allOf;
  if (Array.isArray(parts)) {
    // Each part alone would refuse the keys of the others; the whole is closed instead.
    return { ...mapChildren(schema, (child, under) => (under === 'allOf' ? leaveOpen(child) : close(child))), ...SHUT };
  }
  const copy = mapChildren(schema, close);
  const isObject = schema.type === 'object' || isKeywords(schema.properties);
  const saysItself = schema.additionalProperties !== undefined || schema.patternProperties !== undefined;
  if (isObject && !saysItself) copy.additionalProperties = false;
  return copy;
}

const SHUT = { unevaluatedProperties: false };

/** Leaves the object itself open and closes what lies in its fields. */
function leaveOpen(schema: Keywords): Keywords {
  return mapChildren(schema, (child, under) => (under === 'allOf' ? leaveOpen(child) : close(child)));
}
