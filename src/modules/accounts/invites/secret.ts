import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Creates the secret of an invitation: 32 random bytes in base64url. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored hash of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
