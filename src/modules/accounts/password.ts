import { hash, verify } from '@node-rs/argon2';

/** A hash takes tens of milliseconds and 19 MiB. Further ones wait, so that sign-ins never occupy the whole machine. */
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

/** The cost of a hash: OWASP's parameters for Argon2id. Only tests change it (tests/harness/password-cost.ts). */
export const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with Argon2id. @returns the text to store */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), HASHING));
}

/** The hash of no password, compared for unknown users so that the reply takes the same time. */
let nobodys: Promise<string> | undefined;

/** Returns whether a password matches the hash. Null (no such user, or no password) never matches, and takes the same time. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  // Always awaited: the duration of the first sign-in after a start must not reveal whether the user exists.
  nobodys ??= hashPassword('nobody has this password');
  const none = await nobodys;
  const same = await inTurn(() => verify(hashed ?? none, password.normalize('NFKC')));
  return same && hashed !== null;
}
