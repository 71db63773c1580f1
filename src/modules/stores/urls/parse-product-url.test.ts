import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_URL_LENGTH, type ProductUrl, parseProductUrl } from './parse-product-url.ts';

function read(text: string): ProductUrl {
  const parsed = parseProductUrl(text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(text)}: ${parsed.reason}`);
  return parsed.url;
}

function reasonOf(text: string): string | null {
  const parsed = parseProductUrl(text);
  return parsed.ok ? null : parsed.reason;
}

describe('A product URL is parsed as stores write it and people paste it', () => {
  const tables: [what: string, text: string, host: string, comparable: string][] = [
    ['a plain page', 'https://shop.se/p/1', 'shop.se', 'shop.se/p/1'],
    ['http', 'http://shop.se/p/1', 'shop.se', 'shop.se/p/1'],
    ['no path', 'https://shop.se', 'shop.se', 'shop.se/'],
    ['no path but a query', 'https://shop.se?id=1', 'shop.se', 'shop.se/?id=1'],
    ['an upper-case scheme and host', 'HTTPS://WWW.Shop.SE/Dresses/Red', 'www.shop.se', 'www.shop.se/Dresses/Red'],
    ['no scheme', 'shop.se/p', 'shop.se', 'shop.se/p'],
    ['no scheme, www.', 'www.shop.se', 'www.shop.se', 'www.shop.se/'],
    ['no scheme, a port', 'shop.se:8443/p', 'shop.se', 'shop.se/p'],
    ['localhost and a port', 'localhost:3000/p', 'localhost', 'localhost/p'],
    ['a scheme of two slashes', '//shop.se/p', 'shop.se', 'shop.se/p'],
    ['missing slashes', 'https:shop.se/p', 'shop.se', 'shop.se/p'],
    ['a missing slash', 'https:/shop.se/p', 'shop.se', 'shop.se/p'],
    ['backslashes', 'https:\\\\shop.se\\p', 'shop.se', 'shop.se/p'],
    ['the default port', 'https://shop.se:443/p', 'shop.se', 'shop.se/p'],
    ['a port of its own', 'https://shop.se:8443/p', 'shop.se', 'shop.se/p'],
    ['a trailing dot', 'https://shop.se./p', 'shop.se', 'shop.se/p'],
    ['a trailing dot and a port', 'https://shop.se.:8443/p', 'shop.se', 'shop.se/p'],
    ['an IDN host', 'https://bücher.example/ä', 'xn--bcher-kva.example', 'xn--bcher-kva.example/%C3%A4'],
    ['the same in punycode', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example', 'xn--bcher-kva.example/'],
    ['an IDN host in capitals', 'BÜCHER.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example/'],
    ['full-width letters and an ideographic full stop', 'https://ｓｈｏｐ。se', 'shop.se', 'shop.se/'],
    ['an escaped host', 'https://sh%6Fp.se/', 'shop.se', 'shop.se/'],
    ['deep subdomains', 'https://m.eu.shop.co.uk/p', 'm.eu.shop.co.uk', 'm.eu.shop.co.uk/p'],
    ['an underscore in the host', 'https://my_shop.example.com', 'my_shop.example.com', 'my_shop.example.com/'],
    ['an IPv4 host', 'http://192.168.0.1:8080/p', '192.168.0.1', '192.168.0.1/p'],
    ['an IPv4 host written as one number', 'http://3232235521/', '192.168.0.1', '192.168.0.1/'],
    ['an IPv6 host', 'https://[2001:DB8::1]:8443/p', '[2001:db8::1]', '[2001:db8::1]/p'],
    ['an IPv6 host without scheme', '[2001:db8::1]/p', '[2001:db8::1]', '[2001:db8::1]/p'],
    ['a fragment', 'https://shop.se/p#reviews', 'shop.se', 'shop.se/p'],
    ['tracking parameters', 'https://shop.se/p?utm_source=x&gclid=Cj0', 'shop.se', 'shop.se/p?utm_source=x&gclid=Cj0'],
    ['a URL in the query', 'https://shop.se/go?to=https://a.se/?b', 'shop.se', 'shop.se/go?to=https://a.se/?b'],
    ['a colon in the path', 'shop.se/a:1', 'shop.se', 'shop.se/a:1'],
    ['an @ in the path', 'https://shop.se/@brand', 'shop.se', 'shop.se/@brand'],
    ['a space in the path', 'https://shop.se/red dress', 'shop.se', 'shop.se/red%20dress'],
    ['dot segments', 'https://shop.se/a/../b/./c', 'shop.se', 'shop.se/b/c'],
    ['escaped dot segments', 'https://shop.se/a/%2e%2E/b', 'shop.se', 'shop.se/b'],
    ['double slashes in the path', 'https://shop.se//a//b', 'shop.se', 'shop.se//a//b'],
    ['escapes of letters', 'https://shop.se/%73ale/%7Euser', 'shop.se', 'shop.se/sale/~user'],
    ['escapes in lower case', 'https://shop.se/caf%c3%a9', 'shop.se', 'shop.se/caf%C3%A9'],
    ['escapes of escapes', 'https://shop.se/%2573ale', 'shop.se', 'shop.se/%2573ale'],
    ['broken escapes', 'https://shop.se/100%?a=%zz', 'shop.se', 'shop.se/100%?a=%zz'],
    ['white space around', ' \n\thttps://shop.se/p \r\n', 'shop.se', 'shop.se/p'],
    ['invisible marks around', '\u200b\u200ehttps://shop.se/p\u200b \ufeff', 'shop.se', 'shop.se/p'],
    ['an emoji host', 'https://🍕.example/', 'xn--vi8h.example', 'xn--vi8h.example/'],
  ];

  test.each(tables)('%s: %s', (_what, text, host, comparable) => {
    const url = read(text);
    expect({ host: url.host, comparable: url.comparable }).toEqual({ host, comparable });
  });

  test.each([
    ['https://shop.se', 'https://shop.se/'],
    ['HTTP://WWW.Shop.SE:80/A?b=%c3%a9#c', 'http://www.shop.se/A?b=%c3%a9#c'],
    ['shop.se:443/p', 'https://shop.se/p'],
    ['shop.se:8443/p', 'https://shop.se:8443/p'],
    ['bücher.example/café', 'https://xn--bcher-kva.example/caf%C3%A9'],
    ['https://shop.se/%73ale?', 'https://shop.se/%73ale?'],
    ['https://shop.se/p?a=1&tclid=abc&b=%20+', 'https://shop.se/p?a=1&b=%20+'],
    ['https://shop.se/p?tclid=abc#x', 'https://shop.se/p#x'],
  ])('%s leads to %s', (text, href) => {
    expect(read(text).href).toBe(href);
  });
});

describe('A text that is not a product URL is refused with a sentence that gives the reason', () => {
  test.each([
    ['nothing', '', 'The URL is empty.'],
    ['white space', ' \n ', 'The URL is empty.'],
    ['only invisible marks', '\u200b\u200b', 'The URL is empty.'],
    ['a word', 'sneakers', 'This is not the URL of a web page.'],
    ['words', 'red sneakers', 'This is not the URL of a web page.'],
    ['a path', '/p/1', 'This is not the URL of a web page.'],
    ['three slashes', '///shop.se', 'This is not the URL of a web page.'],
    ['a query', '?id=1', 'This is not the URL of a web page.'],
    ['no host', 'https://', 'This is not the URL of a web page.'],
    ['a port without host', 'https://:80/', 'This is not the URL of a web page.'],
    ['a port beyond ports', 'https://shop.se:65536/', 'This is not the URL of a web page.'],
    ['a space in the host', 'https://shop .se/', 'This is not the URL of a web page.'],
    ['punycode that is none', 'https://xn--a/', 'This is not the URL of a web page.'],
    ['an empty punycode label', 'https://xn--.se/', 'This is not the URL of a web page.'],
    [
      'a sub-domain of punycode that is none',
      'https://xn--a.xn--bcher-kva.example/',
      'This is not the URL of a web page.',
    ],
    ['five numbers as a host', 'https://1.2.3.4.5/', 'This is not the URL of a web page.'],
    ['a broken IPv6 host', 'https://[::1/', 'This is not the URL of a web page.'],
    ['a dot alone', 'https://./', 'The host name in the URL is not a valid one.'],
    ['two dots', 'https://a..b/', 'The host name in the URL is not a valid one.'],
    ['two trailing dots', 'https://shop.se../', 'The host name in the URL is not a valid one.'],
    ['a leading dot', 'https://.shop.se/', 'The host name in the URL is not a valid one.'],
    ['a label that vanishes', 'https://\u00ad.shop.se/', 'The host name in the URL is not a valid one.'],
    ['a host longer than DNS', `https://${'a.'.repeat(127)}se/`, 'The host name in the URL is not a valid one.'],
    ['another scheme', 'ftp://shop.se/', 'The URL must begin with http:// or https://.'],
    ['mail', 'mailto:someone@shop.se', 'The URL must begin with http:// or https://.'],
    ['script', 'javascript:alert(1)', 'The URL must begin with http:// or https://.'],
    ['data', 'data:text/html,x', 'The URL must begin with http:// or https://.'],
    ['a user', 'https://someone@shop.se/', 'The URL must not contain a user name or a password.'],
    ['a password', 'https://:secret@shop.se/', 'The URL must not contain a user name or a password.'],
    ['a shop as the user', 'shop.se@evil.example/', 'The URL must not contain a user name or a password.'],
    ['NUL', 'https://shop.se/\0', 'The URL contains control characters or broken Unicode.'],
    ['a line break within', 'https://shop.se/\na', 'The URL contains control characters or broken Unicode.'],
    ['a tab within', 'https://sh\top.se/', 'The URL contains control characters or broken Unicode.'],
    ['a C1 control', 'https://shop.se/\u0085a', 'The URL contains control characters or broken Unicode.'],
    ['half a surrogate pair', 'https://shop.se/\ud83c', 'The URL contains control characters or broken Unicode.'],
    ['too much', `https://shop.se/${'a'.repeat(4081)}`, 'The URL is longer than 4096 characters.'],
    ['too much once escaped', `https://shop.se/${'é'.repeat(1000)}`, 'The URL is longer than 4096 characters.'],
  ])('%s', (_what, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  test('a URL of exactly the maximum length is accepted', () => {
    const longest = `https://shop.se/${'a'.repeat(MAX_URL_LENGTH - 'https://shop.se/'.length)}`;
    expect(read(longest).href).toBe(longest);
  });
});

describe('Whatever is pasted', () => {
  const piece = fc.constantFrom(
    'http',
    's',
    ':',
    '/',
    '//',
    '.',
    '..',
    'www.',
    'shop',
    'se',
    'xn--',
    '%',
    '%2e',
    '%73',
    '?',
    '&',
    'tclid=1',
    '#',
    '@',
    '[',
    ']',
    '::1',
    '1',
    '0x7f',
    ' ',
    '\t',
    '\0',
    'é',
    '🍕',
    '\ud800',
    '\u200b',
    '。',
    '\\',
    '*',
    '+',
  );
  const soup = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 10 }).map((pieces) => `https://shop.se${pieces.join('')}`),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  test('any text is parsed or refused, and the result is in normal form', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const parsed = parseProductUrl(text);
        if (!parsed.ok) {
          expect(parsed.reason).toMatch(/^T.*\.$/);
          return;
        }
        const { href, host, comparable } = parsed.url;
        expect(new URL(href).href).toBe(href);
        expect(new URL(href).hostname.replace(/\.$/, '')).toBe(host);
        expect(comparable.startsWith(`${host}/`)).toBe(true);
        expect(new URL(href).searchParams.has('tclid')).toBe(false);
        expect(parseProductUrl(href)).toEqual(parsed);
      }),
      { numRuns: 3000 },
    );
  });

  test('different spellings of the same page have the same result', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,6}$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), fc.webPath(), (labels, path) => {
        const host = `${labels.join('.')}.se`;
        const plain = read(`https://${host}${path === '' ? '/' : path}`);
        expect(read(` ${host}${path}`)).toEqual(plain);
        expect(read(`//${host}${path}`)).toEqual(plain);
        expect(read(`HTTPS://${host.toUpperCase()}:443${path}`)).toEqual(plain);
        expect(read(`https://${host}.${path}#x`).comparable).toBe(plain.comparable);
      }),
    );
  });
});
