import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldPath } from './fold-path.ts';
import { parseProductUrl } from './parse-product-url.ts';

const fold = (text: string) => {
  const parsed = parseProductUrl(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return foldPath(parsed.url.comparable);
};

describe('Pages are compared with rules', () => {
  test.each([
    ['upper case', 'shop.se/PRESENTKORT', 'shop.se/presentkort'],
    ['repeated slashes', 'shop.se//presentkort///10', 'shop.se/presentkort/10'],
    ['escaped slashes', 'shop.se/%2Fpresentkort%2f10', 'shop.se/presentkort/10'],
    ['dot segments behind escaped slashes', 'shop.se/a%2f..%2fpresentkort', 'shop.se/presentkort'],
    ['backslashes', 'shop.se/\\presentkort', 'shop.se/presentkort'],
    ['upper case beyond ASCII', 'shop.se/ÖL/%C3%96', 'shop.se/%C3%B6l/%C3%B6'],
    ['escapes that are no UTF-8', 'shop.se/%FF%c3A', 'shop.se/%FF%C3a'],
    ['a page that is so already', 'shop.se/a-b_c.html', 'shop.se/a-b_c.html'],
    ['no path', 'shop.se', 'shop.se/'],
    ['an address in the query, which stays', 'shop.se/A?U=https://B//C', 'shop.se/a?U=https://B//C'],
  ])('without regard to %s', (_, text, form) => {
    expect(fold(text)).toBe(form);
  });

  test('in a form that is stable', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      'A',
      'b',
      '%2F',
      '%2e',
      '..',
      '.',
      '%C3%96',
      '%ff',
      'İ',
      '?',
      '%',
      '!',
      '%21',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const once = fold(`shop.se/${pieces.join('')}`);
        expect(foldPath(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });
});
