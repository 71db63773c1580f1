import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The text that proves an invitation. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored hash of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
