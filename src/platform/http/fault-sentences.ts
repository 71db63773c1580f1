import type { ErrorObject } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';
import { isKeywords, type Keywords } from './schema-annotations.ts';

/** Maximum number of messages in one response. */
const MAX_SENTENCES = 100;

/** Maps a field path (`targets.emails.0`) to messages that describe valid values. */
export type Faults = Record<string, string[]>;

/**
 * Converts AJV's errors to messages. Requires the options `allErrors` and `verbose`. Of a union, only one message is
 * kept.
 * @param root name of the whole value, for errors outside its fields
 */
export function sentences(errors: readonly ErrorObject[], root: string): Faults {
  const faults: Faults = Object.create(null);
  let count = 0;
  for (const error of withoutBranches(errors)) {
    if (count >= MAX_SENTENCES) break;
    const path = pathOf(error) || root;
    const sentence = sentenceOf(error);
    faults[path] ??= [];
    if (faults[path].includes(sentence)) continue;
    faults[path].push(sentence);
    count += 1;
  }
  return faults;
}

/** Joins `/targets/emails/0` and the property of the keyword to `targets.emails.0`. */
function pathOf(error: ErrorObject): string {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params = error.params as Record<string, unknown>;
  const named = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return [...steps, ...(typeof named === 'string' ? [named] : [])].join('.');
}

/**
 * A value that matches no branch of a union yields the errors of each branch and one for the union. When exactly one
 * branch has the value's type, its errors are kept; else the error of the union.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const dropped = new Set<ErrorObject>();
  for (const union of unions) {
    const inside = errors.filter(
      (error) =>
        error !== union &&
        error.schemaPath.startsWith(`${union.schemaPath}/`) &&
        error.instancePath.startsWith(union.instancePath),
    );
    const branchOf = (error: ErrorObject) => error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0];
    const wrongType = new Set(
      inside
        .filter(
          (error) => ['type', 'const', 'enum'].includes(error.keyword) && error.instancePath === union.instancePath,
        )
        .map(branchOf),
    );
    const matching = new Set(inside.map(branchOf).filter((branch) => !wrongType.has(branch)));
    for (const error of inside) if (matching.size !== 1 || wrongType.has(branchOf(error))) dropped.add(error);
    if (matching.size === 1) dropped.add(union);
  }
  return errors.filter((error) => !dropped.has(error));
}

function sentenceOf(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as Keywords;
  const params = error.params as Record<string, unknown>;
  const limit = params.limit as number;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a known field';
    case 'x-money':
      return schema['x-money'] === 'reported'
        ? 'has a currency that does not exist'
        : 'has more digits than its currency, is too large, or has a currency that does not exist';
  }
  if (typeof schema['x-says'] === 'string') return schema['x-says'];
  switch (error.keyword) {
    case 'type':
      return `must be ${[params.type].flat().map(typeWords).join(' or ')}`;
    case 'enum':
    case 'const':
      return `must be one of ${[params.allowedValues ?? params.allowedValue].flat().map(String).join(', ')}`;
    case 'anyOf':
    case 'oneOf':
      return unionSentence(schema);
    case 'format':
      return FORMATS[params.format as string]?.says ?? `must be of the form ${params.format}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must be at least ${counted(limit, 'character')}`;
    case 'maxLength':
      return `must be at most ${counted(limit, 'character')}`;
    case 'minItems':
      return `must hold at least ${counted(limit, 'entry')}`;
    case 'maxItems':
      return `must hold at most ${counted(limit, 'entry')}`;
    case 'minProperties':
      return `must name at least ${counted(limit, 'field')}`;
    case 'uniqueItems':
      return 'must not hold an entry twice';
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'pattern':
      return `must match ${params.pattern}`;
    default:
      return error.message ?? 'is not valid';
  }
}

function unionSentence(schema: Keywords): string {
  const branches = [schema.anyOf ?? schema.oneOf ?? []].flat().filter(isKeywords);
  const constants = branches.flatMap((branch) =>
    'const' in branch ? [branch.const] : ((branch.enum as unknown[]) ?? []),
  );
  if (constants.length >= branches.length) return `must be one of ${constants.map(String).join(', ')}`;
  return `must be ${branches.map((branch) => typeWords(branch.type)).join(' or ')}`;
}

function typeWords(type: unknown): string {
  const words: Record<string, string> = {
    integer: 'a whole number',
    number: 'a number',
    string: 'a text',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  };
  return words[String(type)] ?? 'of another form';
}

function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun === 'entry' ? 'entries' : `${noun}s`}`;
}
