import { randomBytes } from 'node:crypto';

/** Names a store in its pages; public. 96 random bits. */
export function newTrackingKey(): string {
  return randomBytes(12).toString('hex');
}

/** Proves the shop plugin. 128 random bits. */
export function newActivationKey(): string {
  return randomBytes(16).toString('hex');
}
