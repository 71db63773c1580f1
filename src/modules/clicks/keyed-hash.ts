import { createHmac, hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** The maximum length of a text in the buffer. Longer texts are hashed with `createHmac`. */
const MAX_TEXT_BYTES = 1_024;
const MAX_BYTES_PER_UNIT = 3;

/**
 * HMAC-SHA-256 (RFC 2104) with one key, computed as two plain hashes over buffers that already contain the key. It takes half the time of
 * `createHmac`, which allocates objects for each text.
 */
export class KeyedHash {
  readonly #key: Buffer;
  readonly #inner = Buffer.alloc(BLOCK_BYTES + MAX_TEXT_BYTES, 0x36);
  readonly #outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);

  /** @param key at most 64 bytes */
  constructor(key: Buffer) {
    if (key.length > BLOCK_BYTES) throw new RangeError('a key has at most 64 bytes');
    this.#key = key;
    for (const [at, byte] of key.entries()) {
      this.#inner[at]! ^= byte;
      this.#outer[at]! ^= byte;
    }
  }

  /** The keyed hash of a text (UTF-8) as 64 hex digits. */
  hexOf(text: string): string {
    if (text.length * MAX_BYTES_PER_UNIT > MAX_TEXT_BYTES)
      return createHmac('sha256', this.#key).update(text).digest('hex');
    const bytes = this.#inner.write(text, BLOCK_BYTES, 'utf8');
    const digest = hash('sha256', this.#inner.subarray(0, BLOCK_BYTES + bytes), 'binary');
    this.#outer.write(digest, BLOCK_BYTES, 'latin1');
    return hash('sha256', this.#outer, 'hex');
  }
}
