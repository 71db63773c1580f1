import { parsePathId } from '../../platform/auth/policy.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';

const MOST_USERS = 500;

/**
 * Reads the ids of a comma-separated list; null, for everybody, when there is no list.
 * @throws InvalidInput naming `users` when an entry is no id, or there are more than 500.
 */
export function namedUsers(list: string | undefined): number[] | null {
  if (list === undefined) return null;
  const ids = list.split(',').map((entry) => parsePathId(entry.trim()));
  if (ids.includes(null)) throw new InvalidInput({ users: ['must be ids of users, separated by commas'] });
  const unique = [...new Set(ids as number[])];
  if (unique.length > MOST_USERS) throw new InvalidInput({ users: [`must hold at most ${MOST_USERS} ids`] });
  return unique;
}
