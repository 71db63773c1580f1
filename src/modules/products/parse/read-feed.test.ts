import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rss, rssOf, shoe } from './feed.fixture.ts';
import { plainBytes } from './plain-bytes.ts';
import type { FeedFormat, RawItem } from './raw-item.ts';
import { FeedRefused } from './raw-item.ts';
import { readFeed } from './read-feed.ts';

async function* pieces(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content as string);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(content: string | Buffer, format: FeedFormat = 'xml', size = 64 * 1024): Promise<RawItem[]> {
  const items: RawItem[] = [];
  for await (const item of readFeed(pieces(content, size), format)) items.push(item);
  return items;
}

const codeOf = (content: string | Buffer, format: FeedFormat = 'xml') =>
  read(content, format).then(
    (items) => `read ${items.length}`,
    (error) => (error instanceof FeedRefused ? error.code : error),
  );

describe('a feed in XML', () => {
  it('is read as RSS, in chunks of any size', async () => {
    const feed = rssOf(shoe('1', { title: 'Åäö & <b> 鞋' }), shoe('2'));
    const expected = [
      { line: 3, fields: { ...shoe('1', { title: 'Åäö & <b> 鞋' }) } },
      { line: 4, fields: { ...shoe('2') } },
    ];
    for (const size of [1, 7, 64 * 1024]) expect(await read(feed, 'xml', size)).toEqual(expected);
    expect(await read(gzipSync(feed), 'xml', 5)).toEqual(expected);
  });

  it('prefers the fields of Google to those of RSS, and uses the first of several', async () => {
    const items = await read(
      rss(
        '<item><title>RSS</title><g:title>Google</g:title><link>https://a.example/1</link><g:product_type>A</g:product_type><g:product_type>B</g:product_type><g:shipping><g:price>5 EUR</g:price></g:shipping></item>',
      ),
    );
    expect(items).toEqual([{ line: 3, fields: { title: 'Google', link: 'https://a.example/1', product_type: 'A' } }]);
  });

  it('is read as Atom, with CDATA and links as attributes', async () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><title><![CDATA[A & B]]></title><link href="https://a.example/1"/><g:id>1</g:id></entry></feed>';
    expect(await read(atom)).toEqual([{ line: 1, fields: { title: 'A & B', link: 'https://a.example/1', id: '1' } }]);
  });

  it('is read in the encoding that it declares', async () => {
    const feed = rssOf(shoe('1', { title: 'Höst' })).replace('UTF-8', 'ISO-8859-1');
    expect((await read(Buffer.from(feed, 'latin1')))[0]!.fields.title).toBe('Höst');
    expect(await codeOf(feed.replace('ISO-8859-1', 'klingon'))).toBe('invalid_encoding');
    expect(await codeOf(Buffer.from(rssOf(shoe('1', { title: 'Höst' })), 'latin1'))).toBe('invalid_encoding');
  });

  const declared = (entities: string, body: string) =>
    `<?xml version="1.0"?><!DOCTYPE rss [${entities}]>${rss(body).replace(/^.*\n/, '')}`;
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  it.each<[string, string, string]>([
    [
      'entities that expand',
      declared(`<!ENTITY l0 "ha">${laughs}`, '<item><g:id>&l9;</g:id></item>'),
      'xml_not_allowed',
    ],
    [
      'an external entity',
      declared('<!ENTITY x SYSTEM "file:///etc/passwd">', '<item><g:id>&x;</g:id></item>'),
      'xml_not_allowed',
    ],
    [
      'an external document type',
      `<!DOCTYPE rss SYSTEM "http://127.0.0.1/a.dtd">${rss().replace(/^.*\n/, '')}`,
      'xml_not_allowed',
    ],
    ['an unknown entity', rss('<item><g:id>&nope;</g:id></item>'), 'invalid_xml'],
    ['a deep nesting', rss(`<item>${'<a>'.repeat(10_000)}`), 'xml_not_allowed'],
    ['a text without an end', rss(`<item><g:id>${'x'.repeat(1_100_000)}`), 'invalid_xml'],
    ['an attribute without an end', rss(`<item a="${'x'.repeat(1_100_000)}`), 'invalid_xml'],
    ['a comment without an end', rss(`<!--${'x'.repeat(1_100_000)}`), 'invalid_xml'],
    ['many empty elements in one item', rss(`<item>${'<g:id/>'.repeat(200_000)}`), 'invalid_xml'],
    ['elements that cross', rss('<item><g:id></item></g:id>'), 'invalid_xml'],
    ['an end in the middle', rssOf(shoe('1')).slice(0, -20), 'invalid_xml'],
    ['an undeclared prefix', '<rss><channel><item><g:id>1</g:id></item></channel></rss>', 'invalid_xml'],
    ['another document', '<html><body>Not found</body></html>', 'invalid_xml'],
    ['no document', '', 'invalid_xml'],
  ])('with %s is refused', async (_what, feed, code) => {
    expect(await codeOf(feed)).toBe(code);
  });
});

describe('a feed as a table', () => {
  it('is read as CSV with quotes and as TSV without', async () => {
    const fields = { id: '1', title: 'A "red", wide shoe', link: 'https://a.example/1', price: '10.00 EUR' };
    const csv = '\ufeffID,Title,link,price,other\r\n1,"A ""red"", wide shoe",https://a.example/1,10.00 EUR,x\r\n\r\n';
    expect(await read(csv, 'csv')).toMatchObject([{ fields }]);
    const tsv = 'g:id\ttitle\tlink\tprice\timage link\n1\tA "red", wide shoe\thttps://a.example/1\t10.00 EUR\t\n';
    expect(await read(gzipSync(tsv), 'tsv', 3)).toEqual([{ line: 2, fields }]);
  });

  it('names rows with too many cells, and continues', async () => {
    const items = await read('id,title,link,price\n1,2,3,4,5\n2,b,c,d\n', 'csv');
    expect(items).toMatchObject([
      { line: 2, fault: 'has 5 cells, the header has 4' },
      { line: 3, fields: { id: '2' } },
    ]);
  });

  it.each<[string, string]>([
    ['no header', ''],
    ['missing columns', 'id,title\n1,2\n'],
    ['a column twice', 'id,id,title,link,price\n'],
    ['a quote without an end', `id,title,link,price\n1,"${'x'.repeat(100)}\n`],
    ['a quote in the middle', 'id,title,link,price\n1,a"b,c,d\n'],
    ['a field of more than 1 MB', `id,title,link,price\n1,${'x'.repeat(1_100_000)},b,c\n`],
    ['too many columns', `id,title,link,price${',x'.repeat(300)}\n`],
  ])('with %s is refused', async (_what, feed) => {
    expect(await codeOf(feed, 'csv')).toBe('invalid_csv');
  });
});

describe('a compressed feed', () => {
  it('that expands too much is refused before it is expanded', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, ' '));
    let bytes = 0;
    const expand = async () => {
      for await (const chunk of plainBytes(pieces(bomb, 64 * 1024))) bytes += chunk.length;
    };
    await expect(expand()).rejects.toMatchObject({ code: 'too_large' });
    expect(bytes).toBeLessThan(16 * 1024 ** 2);
    expect(await codeOf(gzipSync(`id,title,link,price\n${`1,${'a'.repeat(500)},b,c\n`.repeat(32_000)}`), 'csv')).toBe(
      'too_large',
    );
  });

  it('that is damaged or incomplete is refused', async () => {
    const feed = gzipSync(rssOf(shoe('1')));
    expect(await codeOf(feed.subarray(0, -9))).toBe('invalid_gzip');
    expect(await codeOf(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(100, 7)]))).toBe('invalid_gzip');
  });

  it('passes on the error of its source', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield gzipSync(rssOf(shoe('1'))).subarray(0, 40);
      throw new FeedRefused('not_fetched', 'The connection failed.');
    }
    for (const format of ['xml', 'csv'] as const)
      await expect(readFeed(broken(), format).next()).rejects.toMatchObject({ code: 'not_fetched' });
  });
});
