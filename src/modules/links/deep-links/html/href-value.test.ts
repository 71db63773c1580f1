import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { findHrefs } from './find-hrefs.ts';
import { replaceHrefs, webAddressIn } from './href-value.ts';

async function addressesIn(html: string) {
  return (await findHrefs(html)).map((href) => webAddressIn(html, href));
}

describe('The address in an href', () => {
  it.each([
    ['plain', '"https://shop.se/p?a=1"', 'https://shop.se/p?a=1'],
    ['of http', '"http://shop.se"', 'http://shop.se'],
    ['without a scheme', '"//shop.se/p"', '//shop.se/p'],
    ['in capitals', '"HTTPS://SHOP.SE/P"', 'HTTPS://SHOP.SE/P'],
    ['with an entity', '"https://shop.se/?a=1&amp;b=2"', 'https://shop.se/?a=1&b=2'],
    ['with an entity twice over', '"https://shop.se/?a=1&amp;amp;b=2"', 'https://shop.se/?a=1&amp;b=2'],
    ['with numbers for characters', '"https&#58;//shop.se/&#xe5;&#229"', 'https://shop.se/åå'],
    ['with a name for a letter', "'https://shop.se/&aring;'", 'https://shop.se/å'],
    ['with & that is none', '"https://shop.se/?a=1&b=2&copy=3&lt"', 'https://shop.se/?a=1&b=2&copy=3<'],
    ['unquoted, with an entity at the end', 'https://shop.se/?a&amp;', 'https://shop.se/?a&'],
    ['unquoted, ending in a slash', 'https://shop.se/&amp;/', 'https://shop.se/&/'],
    ['with white space around it', '" \n\thttps://shop.se/p \r\n"', 'https://shop.se/p'],
    ['over several lines', '"https://shop.se/long\r\n\t/path"', 'https://shop.se/long/path'],
    ['with the other quote in it', `'https://shop.se/"&quot;'`, 'https://shop.se/""'],
    ['with emoji', '"https://shop.se/😀&#x1f600;"', 'https://shop.se/😀😀'],
  ])('%s', async (_how, value, address) => {
    expect(await addressesIn(`<a href=${value}>x</a>`)).toEqual([address]);
  });

  it.each([
    '/p',
    'shop.se/p',
    '#top',
    '',
    ' ',
    '?a',
    'mailto:a@shop.se',
    'javascript:void(0)',
    'ftp://shop.se',
    'https:shop.se',
  ])('is absent in %j', async (value) => {
    expect(await addressesIn(`<a href="${value}">x</a>`)).toEqual([null]);
  });

  it('is absent when it is longer than any link can be', async () => {
    expect(await addressesIn(`<a href="https://shop.se/${'&#x2F;'.repeat(6000)}">`)).toEqual([null]);
  });
});

type Node = DefaultTreeAdapterTypes.Node;

/** Returns the decoded href of each `<a>` of a document, in order. */
function hrefsByParse5(html: string): string[] {
  const visit = (node: Node): string[] => [
    ...('tagName' in node && node.tagName === 'a'
      ? node.attrs.filter(({ name }) => name === 'href').map(({ value }) => value)
      : []),
    ...('childNodes' in node ? node.childNodes.flatMap(visit) : []),
  ];
  return visit(parse(html));
}

describe('Replacing the value of an href', () => {
  const replaceAll = async (html: string, value: string) =>
    replaceHrefs(
      html,
      (await findHrefs(html)).map((href) => ({ ...href, value })),
    );

  it.each([
    ['<a href="//x">', '<a href="https://t/r/1?a&#38;b=\'&#34;">'],
    ["<a href='//x'>", "<a href='https://t/r/1?a&#38;b=&#39;\"'>"],
    ['<a href=//x>', '<a href=https://t/r/1?a&#38;b&#61;&#39;&#34;>'],
    ['<A hReF\n=\t//x class=y>', '<A hReF\n=\thttps://t/r/1?a&#38;b&#61;&#39;&#34; class=y>'],
  ])('keeps the quotes of %s and escapes the value for them', async (html, expected) => {
    expect(await replaceAll(html, 'https://t/r/1?a&b=\'"')).toBe(expected);
  });

  const quoted = fc.constantFrom('"', "'", '');
  const link = fc.tuple(quoted, fc.webUrl({ withQueryParameters: true, withFragments: true })).map(([quote, url]) => {
    const raw = url.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
    return `<a class=b href=${quote}${quote === '' ? raw.replaceAll('=', '&#61;') : raw}${quote}>x</a>`;
  });
  const noise = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('<', '&lt;')),
    fc.constantFrom(
      '\r\n',
      '\r',
      '\n',
      '&nbsp;',
      '<!-- <a href="//y"> -->',
      '<br/>',
      '<p class=x>',
      '</div>',
      '😀',
      '<b title=">">',
    ),
  );

  it('changes nothing else, and parsers read the new value', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'ab/:?&"\'<>=`% å') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(link, noise)),
        value,
        fc.infiniteStream(fc.boolean()),
        async (parts, text, chosen) => {
          const html = parts.join('');
          const hrefs = await findHrefs(html);
          const replaced = hrefs.filter(() => chosen.next().value).map((href) => ({ ...href, value: text }));
          const after = replaceHrefs(html, replaced);

          const before = hrefsByParse5(html);
          const isReplaced = hrefs.map((href) => replaced.some(({ start }) => start === href.start));
          expect(hrefsByParse5(after)).toEqual(before.map((href, at) => (isReplaced[at] ? text : href)));

          const placesAfter = (await findHrefs(after)).filter((_, at) => isReplaced[at]);
          const rest = (whole: string, places: readonly { start: number; end: number }[]) =>
            places.reduceRight((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), whole);
          expect(rest(after, placesAfter)).toBe(rest(html, replaced));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('changes nothing without replacements', () => {
    expect(replaceHrefs('<a href="//x">\r\n\0', [])).toBe('<a href="//x">\r\n\0');
  });
});
