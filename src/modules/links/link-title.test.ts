import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { linkTitle } from './link-title.ts';

describe('An unnamed link gets its title from the page', () => {
  it.each([
    ['https://shop.se/p/red-running-shoes.html', 'red running shoes'],
    ['https://shop.se/dam/skor/?size=38', 'skor'],
    ['https://shop.se/dam/skor/12345', 'skor'],
    ['https://shop.se/R%C3%B6da_skor+38', 'Röda skor 38'],
    ['https://shop.se/%E9%9E%8B%E9%9E%8B%E9%9E%8B', '鞋鞋鞋'],
    ['https://shop.se/100%-ull', '100% ull'],
    ['https://shop.se/p1/42', 'The Shop'],
    ['https://shop.se/', 'The Shop'],
    ['https://shop.se/abc%00d%0Ae%E2%80%AEf', 'abcd ef'],
    ['https://shop.se/index.PHP', 'index'],
  ])('%s: %s', (url, title) => {
    expect(linkTitle(url, 'The Shop')).toBe(title);
  });

  test('of at most 120 characters, without splitting a character', () => {
    const title = linkTitle(`https://shop.se/abc-${'🍕'.repeat(200)}`, 'The Shop');
    expect(title).toBe(`abc ${'🍕'.repeat(116)}`);
  });

  test('for every page, in text that can be stored', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        (url, tail) => {
          const page = new URL(url);
          page.pathname += `/${tail}`;
          const title = linkTitle(page.href, 'The Shop');
          expect(title).not.toBe('');
          expect(title).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          expect(Array.from(title).length).toBeLessThanOrEqual(120);
        },
      ),
    );
  });
});
