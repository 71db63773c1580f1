import { createHash, randomBytes } from 'node:crypto';

/** Names a store in its pages; public. 96 random bits. */
export function newTrackingKey(): string {
  return randomBytes(12).toString('hex');
}

/** Proves the store plugin. 128 random bits; only its hash is kept. */
export function newActivationKey(): string {
  return randomBytes(16).toString('hex');
}

/** The stored hash of an activation key. */
export function hashActivationKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
