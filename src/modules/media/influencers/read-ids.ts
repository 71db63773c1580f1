import { type TSchema, type TUnsafe, Type } from 'typebox';
import { parsePathId } from '../../../platform/auth/policy.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';

const MAX_IDS = 100;

/**
 * A query field that contains ids as an object with ids as values (`tags[0]=3&tags[any]=5`), as an array of ids, or
 * as an array of `{id}`. `readIds` parses it.
 */
export function idsField(description: string): TUnsafe<unknown> {
  const says = `${description}: an object whose values are ids (\`[0]=3\`), or an array of ids or of {id}; at most ${MAX_IDS}.`;
  const items = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', additionalProperties: true }] };
  return Type.Unsafe<unknown>({
    type: ['object', 'array'],
    description: says,
    items,
    additionalProperties: true,
  } as TSchema);
}

/**
 * Returns the distinct ids of such a field.
 * @throws InvalidInput naming the field
 */
export function readIds(given: unknown, field: string): number[] {
  const ids = new Set<number>();
  const waiting: unknown[] = [given];
  // Unpacks arrays and objects iteratively. The scan of the whole query has limited their number.
  for (let at = 0; at < waiting.length; at++) {
    const value = waiting[at];
    if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
    else {
      const id = parsePathId(String(value));
      if (id === null) throw new InvalidInput({ [field]: ['must hold ids'] });
      ids.add(id);
    }
  }
  if (ids.size > MAX_IDS) throw new InvalidInput({ [field]: [`must hold at most ${MAX_IDS} ids`] });
  return [...ids];
}
