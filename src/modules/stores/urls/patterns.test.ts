import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PATTERN_LENGTH, normaliseDomain, normaliseRuleUrl } from './patterns.ts';

describe("A store's domain is normalized to its host", () => {
  test.each([
    ['shop.se', 'shop.se'],
    [' https://WWW.Shop.SE/ ', 'shop.se'],
    ['http://shop.se/about?x#y', 'shop.se'],
    ['//shop.se', 'shop.se'],
    ['shop.se:443', 'shop.se'],
    ['shop.se:8443/', 'shop.se'],
    ['shop.se.', 'shop.se'],
    ['*.shop.se', 'shop.se'],
    ['https://*.shop.se', 'shop.se'],
    ['.shop.se', 'shop.se'],
    ['se.shop.co.uk', 'se.shop.co.uk'],
    ['www.www.shop.se', 'shop.se'],
    ['www2.shop.se', 'www2.shop.se'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['WWW.BÜCHER.example', 'xn--bcher-kva.example'],
    ['brand.myshopify.com', 'brand.myshopify.com'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.myshopify.com', 'www.myshopify.com'],
    ['192.168.0.1:8080', '192.168.0.1'],
    ['[2001:DB8::1]:8080', '[2001:db8::1]'],
    ['localhost:3000', 'localhost'],
  ])('%s is %s', (text, domain) => {
    expect(normaliseDomain(text)).toBe(domain);
  });

  test.each([
    ['nothing', ''],
    ['a word', 'shop'],
    ['a word with a scheme', 'https://shop/'],
    ['a path', '/sale'],
    ['another scheme', 'ftp://shop.se'],
    ['an address of a person', 'me@shop.se'],
    ['a space within', 'my shop.se'],
    ['a wildcard within', 'shop.*.se'],
    ['a top-level domain', 'se'],
    ['a registry suffix', 'co.uk'],
    ['all of a registry suffix', '*.co.uk'],
    ['a suffix of a shop system', 'myshopify.com'],
    ['NUL', 'shop\0.se'],
  ])('%s is refused', (_what, text) => {
    expect(normaliseDomain(text)).toBeNull();
  });
});

describe("A rule's url is a literal prefix of host, path and query", () => {
  test.each([
    ['shop.se', 'shop.se/'],
    ['https://www.shop.se', 'shop.se/'],
    ['HTTP://Shop.SE:8080/Sale', 'shop.se/Sale'],
    ['*.shop.se/sale', 'shop.se/sale'],
    ['m.shop.se/sale/', 'm.shop.se/sale/'],
    ['shop.se/search?cat=1#top', 'shop.se/search?cat=1'],
    ['shop.se?cat=1', 'shop.se/?cat=1'],
    ['shop.se/%73ale/caf%c3%a9', 'shop.se/sale/caf%C3%A9'],
    ['shop.se/café', 'shop.se/caf%C3%A9'],
    ['bücher.example/a', 'xn--bcher-kva.example/a'],
    ['www.co.uk/a', 'www.co.uk/a'],
    ['localhost/a', 'localhost/a'],
  ])('%s is %s', (text, pattern) => {
    expect(normaliseRuleUrl(text)).toBe(pattern);
  });

  test.each(['', 'sale', '/sale', 'ftp://shop.se/', 'https://intranet/a', `shop.se/${'a'.repeat(MAX_PATTERN_LENGTH)}`])(
    '%s is refused',
    (text) => {
      expect(normaliseRuleUrl(text)).toBeNull();
    },
  );
});

test('A normal form is not changed again, so that rows may hold either form', () => {
  const piece = fc.constantFrom(
    'www.',
    'shop',
    '.se',
    '.co.uk',
    'localhost',
    '*.',
    '.',
    '/',
    '?',
    '%2e',
    '%73',
    '%',
    'é',
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (typed) => {
      for (const normalise of [normaliseDomain, normaliseRuleUrl]) {
        const once = normalise(typed);
        if (once !== null) expect(normalise(once)).toBe(once);
      }
    }),
    { numRuns: 3000 },
  );
});
