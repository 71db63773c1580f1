import { hash, verify } from '@node-rs/argon2';

/** Shortest and longest password, in characters; the longest bounds the work of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 256 };

/** Hashing takes tens of milliseconds and 19 MiB each; more than these at once wait, so that sign-ins never take the machine. */
const MAX_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Argon2id with OWASP's parameters (the library's defaults), as the text that is kept. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC')));
}

/** The hash of no password, compared for unknown users so that the reply takes the same time. */
let nobodys: Promise<string> | undefined;

/** Whether a password is the one that was hashed; with null (no such user, or one without a password) no, and no sooner. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  // Waited for in any case: the first to sign in after a start must not learn from the time who there is.
  nobodys ??= hashPassword('nobody has this password');
  const none = await nobodys;
  const same = await inTurn(() => verify(hashed ?? none, password.normalize('NFKC')));
  return same && hashed !== null;
}
