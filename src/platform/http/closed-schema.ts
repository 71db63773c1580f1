import type { TSchema } from 'typebox';
import { isKeywords, type Keywords, mapChildren } from './schema-annotations.ts';

/**
 * Returns a copy of the schema whose objects refuse unknown keys. A misspelt field in a request and an undocumented field in a
 * response are both errors. An object that sets `additionalProperties` itself is left unchanged.
 */
export function closed(schema: TSchema): Keywords {
  return close(schema as Keywords);
}

function close(schema: Keywords): Keywords {
  const parts = schema.allOf;
  if (Array.isArray(parts)) {
    // Each branch alone would refuse the keys of the others, so only the whole is closed.
    return { ...mapChildren(schema, (child, under) => (under === 'allOf' ? leaveOpen(child) : close(child))), ...SHUT };
  }
  const copy = mapChildren(schema, close);
  const isObject = schema.type === 'object' || isKeywords(schema.properties);
  const saysItself = schema.additionalProperties !== undefined || schema.patternProperties !== undefined;
  if (isObject && !saysItself) copy.additionalProperties = false;
  return copy;
}

const SHUT = { unevaluatedProperties: false };

/** Leaves the object itself open and closes the schemas of its fields. */
function leaveOpen(schema: Keywords): Keywords {
  return mapChildren(schema, (child, under) => (under === 'allOf' ? leaveOpen(child) : close(child)));
}
