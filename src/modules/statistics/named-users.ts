import { parsePathId } from '../../platform/auth/policy.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';

const MAX_IDS = 500;

/** Parses user ids like `namedIds`. */
export const namedUsers = (list: string | undefined): number[] | null => namedIds(list, 'users');

/**
 * Parses a comma-separated list of ids; null (everyone) when there is no list.
 * @throws InvalidInput naming the field for an invalid id or more than 500 ids
 */
export function namedIds(list: string | undefined, field: 'users' | 'links'): number[] | null {
  if (list === undefined) return null;
  const ids = list.split(',').map((entry) => parsePathId(entry.trim()));
  if (ids.includes(null)) throw new InvalidInput({ [field]: [`must be ids of ${field}, separated by commas`] });
  const unique = [...new Set(ids as number[])];
  if (unique.length > MAX_IDS) throw new InvalidInput({ [field]: [`must hold at most ${MAX_IDS} ids`] });
  return unique;
}
