import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSlug } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['summer-shoes', 'summer-shoes'],
    [' Summer-SHOES ', 'summer-shoes'],
    ['a1b', 'a1b'],
    ['ten-chars1', 'ten-chars1'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('is stored in lower case: %s', (text, slug) => expect(readSlug(text)).toEqual({ slug, fault: null }));

  it.each([
    'ab',
    '-summer',
    'summer-',
    'sum mer',
    'sömmar',
    'a/b',
    'a.b',
    'a_b',
    'x'.repeat(61),
    '',
    'a%2fb',
    // Ten letters and digits could be the code of a link.
    'abcdefghij',
    'ABCDEFGHIJ',
    '0123456789',
    'admin',
    'Console',
    'sign-up',
  ])('is refused: %s', (text) => expect(readSlug(text).slug).toBeNull());

  it('is never a code, in any case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{10}$/), (code) => {
        expect(readSlug(code).slug).toBeNull();
      }),
    );
  });
});
