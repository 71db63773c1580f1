import { type TSchema, type TUnsafe, Type } from 'typebox';
import { parsePathId } from '../../../platform/auth/policy.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';

const MOST_IDS = 100;

/**
 * A query field that names records as an object whose values are ids (`tags[0]=3&tags[any]=5`), as an array of ids, or as an array of
 * `{id}`; what they are is read by `readIds`.
 */
export function idsField(description: string): TUnsafe<unknown> {
  const says = `${description}: an object whose values are ids (\`[0]=3\`), or an array of ids or of {id}; at most ${MOST_IDS}.`;
  const items = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', additionalProperties: true }] };
  return Type.Unsafe<unknown>({
    ...{ type: ['object', 'array'], description: says, items, additionalProperties: true },
  } as TSchema);
}

/**
 * The ids that such a field holds, each once.
 * @throws InvalidInput naming the field
 */
export function readIds(given: unknown, field: string): number[] {
  const ids = new Set<number>();
  const waiting: unknown[] = [given];
  // Arrays and objects are unpacked as they come; the scan of the whole query has bounded how many there are.
  for (let at = 0; at < waiting.length; at++) {
    const value = waiting[at];
    if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
    else {
      const id = parsePathId(String(value));
      if (id === null) throw new InvalidInput({ [field]: ['must hold ids'] });
      ids.add(id);
    }
  }
  if (ids.size > MOST_IDS) throw new InvalidInput({ [field]: [`must hold at most ${MOST_IDS} ids`] });
  return [...ids];
}
