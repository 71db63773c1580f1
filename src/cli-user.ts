import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import {
  createUser,
  hashPassword,
  isWeakPassword,
  PASSWORD_LENGTH,
  WEAK_PASSWORD,
  writeAudit,
} from './domains/accounts/index.ts';
import type { OpenDatabase } from './open-database.ts';
import { isEmail } from './platform/http/formats.ts';

/** What a user is made of on the command line. */
export interface UserRequest {
  email: string;
  /** Without one it is made of the e-mail. */
  username: string | undefined;
  isAdmin: boolean;
}

const USERNAME_LENGTH = { min: 2, max: 64 };
const RANDOM_PASSWORD_BYTES = 18;

/** What is wrong with the request, as a sentence; null when nothing is. */
export function faultOfUser({ email, username }: UserRequest): string | null {
  if (!isEmail(email)) return `--email must be an e-mail address (it is ${JSON.stringify(email)}).`;
  if (username !== undefined && !isWithin(username, USERNAME_LENGTH))
    return `--username must be ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters.`;
  return null;
}

/** What is wrong with a user's password, as a sentence; null when nothing is. */
export async function faultOfPassword(
  password: string,
  { email, username }: Pick<UserRequest, 'email' | 'username'>,
): Promise<string | null> {
  if (!isWithin(password, PASSWORD_LENGTH))
    return `The password must be ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`;
  if (await isWeakPassword(password, [email, username])) return `The password ${WEAK_PASSWORD}.`;
  return null;
}

/** The first line that comes; empty when none does. */
export async function readPassword(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

export function randomPassword(): string {
  return randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url');
}

/**
 * Makes a user who signs in with the password, so that an installation without the demo gets its first administrator.
 * @throws InvalidInput when the e-mail or the username is somebody's
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
