import { createHash, randomBytes } from 'node:crypto';

/** Creates a key that identifies a store in its pages. It is public and has 96 random bits. */
export function newTrackingKey(): string {
  return randomBytes(12).toString('hex');
}

/** Creates a key that authenticates the store's plugin. It has 128 random bits; only its hash is stored. */
export function newActivationKey(): string {
  return randomBytes(16).toString('hex');
}

/** The stored hash of an activation key. */
export function hashActivationKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
