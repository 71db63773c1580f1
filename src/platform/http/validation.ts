import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { closed } from './closed-schema.ts';
import { type Faults, sentences } from './fault-sentences.ts';
import { FORMATS, isMoney } from './formats.ts';
import { ANNOTATIONS } from './schema-annotations.ts';

// Types are taken strictly (a query is coerced before it comes here), unknown keys are refused, all faults are found.
const inputs = makeAjv({ useDefaults: true });
const replies = makeAjv({ useDefaults: false });

function makeAjv(options: { useDefaults: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, logger: false, ...options });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.test);
  for (const keyword of ANNOTATIONS) if (keyword !== 'x-money') ajv.addKeyword(keyword);
  const validate = (_: unknown, value: unknown) => isMoney(value);
  ajv.addKeyword({ keyword: 'x-money', type: 'object', errors: false, validate });
  return ajv;
}

/** Looks at a value and returns its faults, or null. */
export type Validator = (value: unknown) => Faults | null;

/**
 * Makes the validator of an input, which also fills in the defaults. No object takes a key that its schema does not name.
 * @param root how the value as a whole is called in faults
 */
export function inputValidator(schema: TSchema, root: string): Validator {
  return validatorOn(inputs, schema, root);
}

/** Makes the validator of a reply, which leaves the reply as it is. Here, too, no unnamed key is taken. */
export function replyValidator(schema: TSchema): Validator {
  return validatorOn(replies, schema, 'reply');
}

function validatorOn(ajv: Ajv2020, schema: TSchema, root: string): Validator {
  // Compiled when first needed: a few milliseconds for each of some 300 schemas would be felt at every start.
  let validate: ValidateFunction | null = null;
  return (value) => {
    validate ??= ajv.compile(closed(schema));
    return validate(value) ? null : sentences(validate.errors ?? [], root);
  };
}
