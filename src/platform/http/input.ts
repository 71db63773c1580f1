import type { FastifyRequest } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { parsePathId } from '../auth/policy.ts';
import { InvalidInput, NotFound } from '../errors/errors.ts';
import type { Faults } from './fault-sentences.ts';
import { coerceFields, type RawQuery } from './query-string.ts';
import { isKeywords, type Keywords } from './schema-annotations.ts';
import { scanTexts } from './text-scan.ts';
import { inputValidator, type Validator } from './validation.ts';

/** The three schemas of a route's input; `body` is null when the route accepts none. */
export interface InputSchemas {
  params: TProperties;
  query: TProperties;
  body: TSchema | null;
}

export interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/**
 * Creates the reader of a route's input. The reader coerces path and query, validates the body strictly and fills in
 * defaults. A GET may send its query in a body (`bodyFeedsQuery`). Unknown fields of the query are ignored or refused (`refusesUnknown`).
 * @throws NotFound when a path id is malformed; InvalidInput naming every other error of path, query and body
 * together
 */
export function inputReader(
  schemas: InputSchemas,
  { bodyFeedsQuery, refusesUnknown = false }: { bodyFeedsQuery: boolean; refusesUnknown?: boolean },
): (request: FastifyRequest) => Input {
  const ids = Object.entries(schemas.params).filter(([, schema]) => kindOf(schema) !== null);
  const params = partReader(Type.Object(schemas.params), 'path');
  const query = partReader(Type.Object(schemas.query), 'query');
  const checkBody = schemas.body === null ? null : inputValidator(schemas.body, 'body');
  const bodyIsObject = (schemas.body as Keywords | null)?.type === 'object';
  const apart = listsApart(schemas.body);
  return (request) => {
    const rawParams = request.params as RawQuery;
    for (const [name, schema] of ids) {
      if (parsePathId(String(rawParams[name])) === null) throw new NotFound(kindOf(schema) ?? name);
    }
    const faults: Faults = Object.create(null);
    // A GET may also send its fields in a body. The query takes precedence.
    const bodyFields = bodyFeedsQuery && isKeywords(request.body) ? request.body : {};
    if (refusesUnknown)
      for (const name of Object.keys(request.query as RawQuery))
        if (!Object.hasOwn(schemas.query, name)) add(faults, name, UNKNOWN_FIELD);
    const input: Input = {
      params: params(rawParams, faults),
      query: query({ ...bodyFields, ...(request.query as RawQuery) }, faults),
      body: checkBody === null ? undefined : (request.body ?? (bodyIsObject ? {} : undefined)),
    };
    if (checkBody !== null) check(without(apart, input.body), input.body, 'body', checkBody, faults);
    if (Object.keys(faults).length > 0) throw new InvalidInput({ ...faults });
    return input;
  };
}

/** The message of an unknown field, as for a body. */
const UNKNOWN_FIELD = 'is not a known field';

/** The fields of a body whose entries the handler checks (`x-apart`). */
function listsApart(body: TSchema | null): string[] {
  const fields = Object.entries((body as Keywords | null)?.properties ?? {});
  return fields.filter(([, schema]) => (schema as Keywords)['x-apart'] === true).map(([name]) => name);
}

/** The body without the entries of these lists, whose texts are checked with them. */
function without(lists: readonly string[], body: unknown): unknown {
  if (lists.length === 0 || !isKeywords(body)) return body;
  return { ...body, ...Object.fromEntries(lists.map((name) => [name, []])) };
}

/**
 * Creates the check of one entry of a list that is declared `x-apart`. It finds the same faults as if the entry were the body of a request.
 * @param root the name of the whole entry in error messages
 */
export function entryCheck(schema: TSchema, root: string): (entry: unknown) => Faults | null {
  const validate = inputValidator(schema, root);
  return (entry) => {
    const faults: Faults = Object.create(null);
    check(entry, entry, root, validate, faults);
    return Object.keys(faults).length > 0 ? { ...faults } : null;
  };
}

/** Converts texts to the types of the schema, for the path and the query. */
function partReader(schema: TSchema, root: string): (raw: RawQuery, faults: Faults) => Record<string, unknown> {
  const { properties = {} } = schema as Keywords;
  // The route reads none of it, so it needs no validation.
  if (Object.keys(properties as object).length === 0) return () => ({});
  const validate = inputValidator(schema, root);
  return (raw, faults) => {
    const fields = coerceFields(schema, raw);
    check(raw, fields, root, validate, faults);
    return fields;
  };
}

function check(raw: unknown, value: unknown, root: string, validate: Validator, faults: Faults): void {
  const { faults: textFaults, tooMuch } = scanTexts(raw);
  if (tooMuch !== null) {
    add(faults, root, tooMuch);
    return;
  }
  const named = new Set<string>();
  for (const [path, sentence] of textFaults.slice(0, 100)) {
    add(faults, path || root, sentence);
    named.add(path);
  }
  for (const [path, found] of Object.entries(validate(value) ?? {})) {
    if (!named.has(path)) for (const sentence of found) add(faults, path, sentence);
  }
}

function add(faults: Faults, path: string, sentence: string): void {
  faults[path] ??= [];
  faults[path].push(sentence);
}

/** Returns the record type of a path id; null when the parameter is not an id. */
export function kindOf(schema: TSchema): string | null {
  const kind = (schema as Keywords)['x-kind'];
  return typeof kind === 'string' ? kind : null;
}
