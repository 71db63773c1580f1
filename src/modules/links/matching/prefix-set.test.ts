import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrefixSet } from './prefix-set.ts';

/** Returns the expected result by checking every member. */
function coveringByScan(members: readonly string[], text: string): string[] {
  return [...new Set(members)].filter((member) => text.startsWith(member)).sort((a, b) => b.length - a.length);
}

function covering(set: PrefixSet, text: string, from = 0): string[] {
  const found: string[] = [];
  for (let index = set.longest(text, from); index >= 0; index = set.shorter(index)) found.push(set.at(index));
  return found;
}

describe('A prefix set', () => {
  const nested = new PrefixSet(['shop.se/', 'shop.se/sale', 'shop.se/sale/shoes', 'shop.se/women', 'shop.se/sale']);

  test.each([
    ['shop.se/sale/shoes/1', ['shop.se/sale/shoes', 'shop.se/sale', 'shop.se/']],
    ['shop.se/sale/shirts', ['shop.se/sale', 'shop.se/']],
    ['shop.se/sal', ['shop.se/']],
    ['shop.se/zzz', ['shop.se/']],
    ['shop.se', []],
    ['a', []],
    ['zzz', []],
    ['', []],
  ])('finds all prefixes of %s, the longest first', (text, expected) => {
    expect(covering(nested, text)).toEqual(expected);
  });

  test('counts each member once, and finds nothing when it is empty', () => {
    expect(nested.size).toBe(4);
    expect(covering(new PrefixSet([]), 'a')).toEqual([]);
  });

  test('agrees with a check of every member, from any position of the text', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🍕'), maxLength: 7 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, fc.nat(3), (members, text, from) => {
        const set = new PrefixSet(members);
        expect(covering(set, text, from)).toEqual(coveringByScan(members, text.slice(from)));
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with it for long and similar members', () => {
    const alike = fc.tuple(fc.nat(60), fc.constantFrom('', 'a', 'b', 'ab')).map(([n, end]) => 'a'.repeat(n) + end);
    fc.assert(
      fc.property(fc.array(alike, { maxLength: 80 }), alike, (members, text) => {
        expect(covering(new PrefixSet(members), text)).toEqual(coveringByScan(members, text));
      }),
    );
  });
});
