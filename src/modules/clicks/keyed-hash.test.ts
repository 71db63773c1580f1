import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

test('a keyed hash is HMAC-SHA-256 of any text, in any order of short and long texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1_200 }),
    fc.constantFrom('', 'a'.repeat(341), 'a'.repeat(342), '\u20ac'.repeat(341), '\ud800', '\ud83d\ude00'.repeat(170)),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.array(text, { minLength: 1 }), (bytes, texts) => {
      const key = Buffer.from(bytes);
      const keyed = new KeyedHash(key);
      for (const one of texts) expect(keyed.hexOf(one)).toBe(createHmac('sha256', key).update(one).digest('hex'));
    }),
  );
});

test('a key of more than 64 bytes, which HMAC would hash first, is refused', () => {
  expect(() => new KeyedHash(randomBytes(65))).toThrow('at most 64 bytes');
});
