import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseProductUrl } from '../../stores/urls/index.ts';
import { KeywordSet, keywordForms, normaliseKeyword } from './keyword-set.ts';

function occurs(keyword: string, text: string): boolean {
  const parsed = parseProductUrl(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return new KeywordSet([normaliseKeyword(keyword)!]).find(keywordForms(parsed.url)) !== null;
}

describe('A keyword may be anywhere in the URL, as written or decoded', () => {
  test.each([
    ['in the path', 'gift', 'https://shop.se/gift-cards'],
    ['inside a word', 'card', 'https://shop.se/giftcards'],
    ['in the host', 'outlet', 'https://outlet.shop.se/'],
    ['in the query', 'sale', 'https://shop.se/?cat=sale'],
    ['in the fragment', 'sale', 'https://shop.se/#!/sale'],
    ['over host and path', '.se/a', 'https://shop.se/a'],
    ['in the port', ':8443', 'https://shop.se:8443/'],
    ['in any case', 'GIFT', 'https://shop.se/GiFt'],
    ['with space around', ' gift ', 'https://shop.se/gift'],
    ['unescaped', 'café', 'https://shop.se/caf%C3%A9'],
    ['unescaped, upper case', 'CAFÉ', 'https://shop.se/caf%c3%a9'],
    ['decomposed', 'cafe\u0301', 'https://shop.se/café'],
    ['decomposed in the URL', 'café', 'https://shop.se/cafe\u0301'],
    ['escaped as in the URL', 'caf%C3%A9', 'https://shop.se/caf%c3%a9'],
    ['with a space for %20', 'red shoes', 'https://shop.se/red%20shoes'],
    ['with a space for +', 'red shoes', 'https://shop.se/?q=red+shoes'],
    ['with a plus that is one', 'c++', 'https://shop.se/?q=c++'],
    ['with a plus that was escaped', 'c++', 'https://shop.se/?q=c%2B%2B'],
    ['an escaped letter', 'gift', 'https://shop.se/%67ift'],
    ['beside broken escapes', 'gift', 'https://shop.se/%67ift%ff%zz%'],
    ['in an IDN host', 'bücher', 'https://bücher.example/'],
    ['in a host in punycode', 'BÜCHER', 'https://www.xn--bcher-kva.example./a'],
    ['the punycode itself', 'xn--bcher', 'https://bücher.example/'],
    ['in an IDN host with a dollar sign', '$&b', 'https://a$&bü.example/'],
  ])('%s', (_where, keyword, text) => {
    expect(occurs(keyword, text)).toBe(true);
  });

  test.each([
    ['another word', 'gift', 'https://shop.se/sale'],
    ['our own click id', 'tclid', 'https://shop.se/?tclid=abc'],
    ['escaped twice', 'gift', 'https://shop.se/%2567ift'],
  ])('but not %s', (_what, keyword, text) => {
    expect(occurs(keyword, text)).toBe(false);
  });

  test.each([null, '', '  \n'])('%j is not a keyword', (text) => {
    expect(normaliseKeyword(text)).toBeNull();
  });
});

test('Small and large sets find the same keywords as a search for each one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
  const many = fc.uniqueArray(word, { minLength: 260, maxLength: 300 });
  const filler = Array.from({ length: 260 }, (_, n) => `never${n}`);
  fc.assert(
    fc.property(fc.oneof(fc.array(word, { maxLength: 6 }), many), fc.array(word), (keywords, forms) => {
      const expected = keywords.some((keyword) => forms.some((form) => form.includes(keyword)));
      for (const set of [new KeywordSet(keywords), new KeywordSet([...keywords, ...filler])]) {
        const found = set.find(forms);
        expect(found !== null).toBe(expected);
        if (found !== null) expect(forms.some((form) => form.includes(found))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
