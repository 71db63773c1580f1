import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createUser, hashPassword, isWeakPassword, WEAK_PASSWORD, writeAudit } from '../modules/accounts/index.ts';
import type { OpenDatabase } from '../open-database.ts';
import { isEmail } from '../platform/http/formats.ts';
import { PASSWORD_LENGTH } from '../platform/limits.ts';

/** The arguments of `user create`. */
export interface UserRequest {
  email: string;
  /** Derived from the e-mail address when absent. */
  username: string | undefined;
  isAdmin: boolean;
}

const USERNAME_LENGTH = { min: 2, max: 64 };
const RANDOM_PASSWORD_BYTES = 18;

/** Validates the request. Returns an error message or null. */
export function faultOfUser({ email, username }: UserRequest): string | null {
  if (!isEmail(email)) return `--email must be an e-mail address (it is ${JSON.stringify(email)}).`;
  if (username !== undefined && !isWithin(username, USERNAME_LENGTH))
    return `--username must be ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters.`;
  return null;
}

/** Validates a user's password. Returns an error message or null. */
export async function faultOfPassword(
  password: string,
  { email, username }: Pick<UserRequest, 'email' | 'username'>,
): Promise<string | null> {
  if (!isWithin(password, PASSWORD_LENGTH))
    return `The password must be ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`;
  if (await isWeakPassword(password, [email, username])) return `The password ${WEAK_PASSWORD}.`;
  return null;
}

/** Reads the first line; empty without input. */
export async function readPassword(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

export function randomPassword(): string {
  return randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url');
}

/**
 * Creates a user with a password, so that an installation without the demo gets its first administrator.
 * @throws InvalidInput when the e-mail address or the username is taken
 */
export async function makeUser(
  { db }: Pick<OpenDatabase, 'db'>,
  { email, username, isAdmin }: UserRequest,
  password: string,
): Promise<{ id: number; username: string }> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const user = await createUser({ db: tx }, { email, username, isAdmin, passwordHash });
    const details = { is_admin: isAdmin, by: 'command line' };
    await writeAudit(tx, { actorId: null, action: 'user.created', subjectKind: 'user', subjectId: user.id, details });
    return user;
  });
}

function isWithin(given: string, { min, max }: { min: number; max: number }): boolean {
  const length = [...given].length;
  return length >= min && length <= max && !given.includes('\0');
}
