import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withClickId, withoutClickId } from './click-id.ts';

describe('A landing URL carries the click id, and loses it again', () => {
  test.each([
    ['https://shop.se/', 'https://shop.se/?tclid=c1'],
    ['https://shop.se/?a=1', 'https://shop.se/?a=1&tclid=c1'],
    ['https://shop.se/?', 'https://shop.se/?&tclid=c1'],
    ['https://shop.se/?a=1&', 'https://shop.se/?a=1&&tclid=c1'],
    ['https://shop.se/#x', 'https://shop.se/?tclid=c1#x'],
    ['https://shop.se/?a=1#x?y', 'https://shop.se/?a=1&tclid=c1#x?y'],
    ['https://shop.se/#x?y', 'https://shop.se/?tclid=c1#x?y'],
  ])('%s becomes %s', (page, landing) => {
    expect(withClickId(page, 'c1')).toBe(landing);
    expect(withoutClickId(landing)).toBe(page);
  });

  test.each([
    ['in the middle', 'https://shop.se/?a=1&tclid=c1&b=%20+%c3', 'https://shop.se/?a=1&b=%20+%c3'],
    ['first', 'https://shop.se/?tclid=c1&b=2', 'https://shop.se/?b=2'],
    ['several times', 'https://shop.se/?tclid=c1&tclid=c2', 'https://shop.se/'],
    ['without a value', 'https://shop.se/?tclid', 'https://shop.se/'],
    ['in a name of its own', 'https://shop.se/?xtclid=1&tclid2=2', 'https://shop.se/?xtclid=1&tclid2=2'],
    ['in the path', 'https://shop.se/tclid=1', 'https://shop.se/tclid=1'],
    ['in the fragment', 'https://shop.se/#?tclid=1', 'https://shop.se/#?tclid=1'],
    [
      'in another URL',
      'https://shop.se/?to=https%3A%2F%2Fa%3Ftclid%3D1',
      'https://shop.se/?to=https%3A%2F%2Fa%3Ftclid%3D1',
    ],
  ])('with tclid %s', (_where, pasted, page) => {
    expect(withoutClickId(pasted)).toBe(page);
  });

  test('any page keeps its bytes, after any number of clicks', () => {
    const part = fc.stringMatching(/^[a-z%&?=+;]{0,12}$/).filter((text) => !text.includes('tclid'));
    fc.assert(
      fc.property(part, fc.boolean(), fc.option(part), (query, asked, fragment) => {
        const page = `https://shop.se/p${asked ? `?${query}` : ''}${fragment === null ? '' : `#${fragment}`}`;
        expect(withoutClickId(withClickId(withClickId(page, 'c1'), 'c2'))).toBe(page);
      }),
    );
  });
});
