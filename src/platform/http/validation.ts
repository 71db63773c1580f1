import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { closed } from './closed-schema.ts';
import { type Faults, sentences } from './fault-sentences.ts';
import { FORMATS, isMoney } from './formats.ts';
import { ANNOTATIONS } from './schema-annotations.ts';

// Types are strict (a query is coerced before validation), unknown keys are refused, and all errors are collected.
const inputs = makeAjv({ useDefaults: true });
const replies = makeAjv({ useDefaults: false });

function makeAjv(options: { useDefaults: boolean }): Ajv2020 {
  // Ajv's optimization of the generated code takes half of the time of compiling a schema.
  const code = { optimize: false };
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, logger: false, code, ...options });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.test);
  for (const keyword of ANNOTATIONS) if (keyword !== 'x-money') ajv.addKeyword(keyword);
  const validate = (kind: 'exact' | 'reported', value: unknown) => isMoney(value, kind);
  ajv.addKeyword({ keyword: 'x-money', type: 'object', errors: false, validate });
  return ajv;
}

/** Validates a value and returns its errors, or null. */
export type Validator = (value: unknown) => Faults | null;

/**
 * Creates the validator of an input, which also fills in defaults. Objects refuse keys that their schema does not
 * name.
 * @param root name of the whole value in error messages
 */
export function inputValidator(schema: TSchema, root: string): Validator {
  return validatorOn(inputs, schema, root);
}

/**
 * Creates the validator of a response, which does not change it. Objects refuse keys that their schema does not
 * name.
 */
export function replyValidator(schema: TSchema): Validator {
  return validatorOn(replies, schema, 'reply');
}

/** Compiled schemas by their text, because many routes have the same parameters, and tests build many applications. */
const compiled = new WeakMap<Ajv2020, Map<string, ValidateFunction>>();

function compile(ajv: Ajv2020, schema: TSchema): ValidateFunction {
  const known = compiled.get(ajv) ?? new Map<string, ValidateFunction>();
  compiled.set(ajv, known);
  const closedSchema = closed(schema);
  const text = JSON.stringify(closedSchema);
  const validate = known.get(text) ?? ajv.compile(closedSchema);
  known.set(text, validate);
  return validate;
}

function validatorOn(ajv: Ajv2020, schema: TSchema, root: string): Validator {
  // Compiled at the first use. Compiling some 300 schemas takes a few milliseconds each and would slow every start
  // down.
  let validate: ValidateFunction | null = null;
  return (value) => {
    validate ??= compile(ajv, schema);
    return validate(value) ? null : sentences(validate.errors ?? [], root);
  };
}
