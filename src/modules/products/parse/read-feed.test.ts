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
    const undeclared = Buffer.from(rssOf(shoe('1', { title: 'Höst – 5\u0080' })).replace('–', '\u0096'), 'latin1');
    for (const size of [1, 5, 64 * 1024])
      expect((await read(undeclared, 'xml', size))[0]!.fields.title).toBe('Höst – 5€');
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
    ['a deep nesting', rss(`<item>${'<a>'.repeat(10_000)}`), 'xml_not_allowed'],
    ['an attribute without an end', rss(`<item a="${'x'.repeat(1_100_000)}`), 'invalid_xml'],
    ['a comment without an end', rss(`<!--${'x'.repeat(1_100_000)}`), 'invalid_xml'],
    ['an end in the middle', rssOf(shoe('1')).slice(0, -20), 'invalid_xml'],
    ['another document', '<html><body>Not found</body></html>', 'invalid_xml'],
    ['no document', '', 'invalid_xml'],
  ])('with %s is refused', async (_what, feed, code) => {
    expect(await codeOf(feed)).toBe(code);
  });

  const titled = (title: string) => `<item><g:id>odd</g:id><g:title>${title}</g:title></item>`;
  it.each([
    ['an entity of HTML', 'a&nbsp;b&eacute;', 'a\u00a0b\u00e9'],
    ['an ampersand that is not escaped', 'Schuh & Socke &', 'Schuh & Socke &'],
    ['an unknown entity', 'a&nope;b', 'a&nope;b'],
    ['an ampersand that is escaped twice', 'Schuh &amp;amp; Socke', 'Schuh & Socke'],
    ['a control character', 'a\u000bb', 'a b'],
    ['entities in CDATA', '<![CDATA[Schuh &amp; Socke & <b>]]>', 'Schuh & Socke & <b>'],
  ])('with %s is read in chunks of any size', async (_what, written, title) => {
    const feed = rss(titled(written), titled('next'));
    for (const size of [1, 3, 64 * 1024])
      expect((await read(feed, 'xml', size)).map(({ fields }) => fields.title)).toEqual([title, 'next']);
  });

  it.each([
    ['a tag that is not escaped', titled('a <b')],
    ['many empty elements', `<item><g:id>odd</g:id>${'<g:brand/>'.repeat(200_000)}</item>`],
    ['an undeclared prefix', '<item><g:id>odd</g:id><h:title>x</h:title></item>'],
    ['elements that cross', '<item><g:id>odd</g:id><g:title><b></g:title></b></item>'],
    ['a description of 2 MB', titled('x'.repeat(2_000_000))],
    ['an attribute without quotation marks', '<item><g:id>odd</g:id><g:title lang=de>x</g:title></item>'],
  ])('with %s in one item skips this item, wherever it is', async (_what, bad) => {
    const good = ['1', '2'].map((id) => rssOf(shoe(id)).split('\n')[2]!);
    for (const at of [0, 1, 2]) {
      const items = await read(`\n\n${rss(...good.slice(0, at), bad, ...good.slice(at))}`, 'xml', 1000);
      expect(items.filter(({ fault }) => fault === undefined).map(({ fields, line }) => [fields.id, line])).toEqual(
        ['1', '2'].map((id, n) => [id, 3 + n + (n >= at ? 1 : 0)]),
      );
      expect(items.filter(({ fault }) => fault !== undefined)).toMatchObject([{ fields: { id: 'odd' } }]);
    }
  });

  it('that ends within an item after one that is not well-formed is refused', async () => {
    expect(await codeOf(`${rss(titled('a <b'), '<item><g:id>2</g:id>').slice(0, -20)}`)).toBe('invalid_xml');
    expect(await codeOf(rss(titled('a <b')).slice(0, -20))).toBe('invalid_xml');
  });
});

describe('a feed as a table', () => {
  it('is read as CSV and as TSV, with and without quotes', async () => {
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
    ['too many columns', `id,title,link,price${',x'.repeat(300)}\n`],
  ])('with %s is refused', async (_what, feed) => {
    expect(await codeOf(feed, 'csv')).toBe('invalid_csv');
  });
});

describe('a table that a shop really sends', () => {
  const HEAD = 'id,title,link,price';
  const titles = async (content: string | Buffer, format: FeedFormat = 'csv', size = 7) =>
    (await read(content, format, size)).map(({ fields, fault }) => (fault === undefined ? fields.title : 'skipped'));

  it.each([
    ['a quotation mark in an unquoted cell', '1,Bett 140" breit,c,d', 'Bett 140" breit'],
    ['a quotation mark without an end', '1,"Bett 140,c,d', '"Bett 140'],
    ['text behind a quoted part', '1,"Bett" breit,c,d', '"Bett" breit'],
    ['a quoted line break', '1,"Bett\nbreit",c,d', 'Bett\nbreit'],
    ['doubled quotation marks', '1,"Bett 140"" breit",c,d', 'Bett 140" breit'],
    ['entities', '1,Schuh &amp; Socke,c,d', 'Schuh & Socke'],
    ['too many cells', '1,a,c,d,e', 'skipped'],
    ['empty cells at the end', '1,a,c,d,,', 'a'],
    ['a description of 2 MB', `1,${'x'.repeat(2_000_000)},c,d`, 'skipped'],
  ])('with %s keeps its other rows, wherever the row is', async (_what, row, title) => {
    const good = ['8,one,c,d', '9,"two, 2",c,d'];
    for (const at of [0, 1, 2]) {
      const rows = [...good.slice(0, at), row, ...good.slice(at)];
      const expected = ['one', 'two, 2'].toSpliced(at, 0, title);
      expect(await titles([HEAD, ...rows].join('\r\n'), 'csv', 1000)).toEqual(expected);
    }
  });

  it.each([',', ';', '|', '\t'])('is separated by "%s", whatever its format says', async (separator) => {
    const rows = [HEAD.split(',').join(separator), ['1', `"a${separator}b"`, 'c', 'd'].join(separator)].join('\n');
    for (const format of ['csv', 'tsv'] as const) expect(await titles(rows, format)).toEqual([`a${separator}b`]);
    expect(await titles(`sep=${separator}\n${rows}`)).toEqual([`a${separator}b`]);
  });

  it('is in UTF-8, UTF-16 or Windows-1252', async () => {
    const table = `${HEAD}\n1,Größe 5,c,d\n`;
    for (const bytes of [
      Buffer.from(table),
      Buffer.from(`\ufeff${table}`),
      Buffer.from(`\ufeff${table}`, 'utf16le'),
      Buffer.from(table, 'utf16le'),
      Buffer.from(`\ufeff${table}`, 'utf16le').swap16(),
      Buffer.from(table, 'latin1'),
    ])
      for (const size of [1, 64 * 1024]) expect(await titles(bytes, 'csv', size)).toEqual(['Größe 5']);
    await expect(read(Buffer.from('PK\u0003\u0004zip'), 'csv')).rejects.toThrow('zip archive');
  });

  it('is read with the columns of Awin and of Tradedoubler, and with those that the store names', async () => {
    const awin =
      'aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,search_price,currency,merchant_deep_link,brand_name,in_stock\n' +
      'https://www.awin1.example/x,Shoe,7,SKU1,https://cdn.example/1.jpg,12.50,EUR,https://shop.example/1,Walker,1\n';
    expect((await read(awin, 'csv'))[0]!.fields).toEqual({
      id: 'SKU1',
      title: 'Shoe',
      link: 'https://shop.example/1',
      image_link: 'https://cdn.example/1.jpg',
      price: '12.50',
      currency: 'EUR',
      brand: 'Walker',
      availability: '1',
    });
    const tradedoubler =
      'name|productUrl|imageUrl|price|currency|TDProductId|TDCategories\nShoe|https://shop.example/1||12,50|SEK|9|Shoes\n';
    expect((await read(tradedoubler, 'csv'))[0]!.fields).toEqual({
      id: '9',
      title: 'Shoe',
      link: 'https://shop.example/1',
      price: '12,50',
      currency: 'SEK',
      product_type: 'Shoes',
    });
    const own = 'Artikelnummer;Bezeichnung;Adresse;Preis\n1;Schuh;https://shop.example/1;12,50 EUR\n';
    const columns = { id: 'artikelnummer', title: 'Bezeichnung', link: 'Adresse', price: 'Preis' };
    const items: RawItem[] = [];
    for await (const item of readFeed(pieces(own, 9), 'csv', columns)) items.push(item);
    expect(items[0]!.fields).toEqual({ id: '1', title: 'Schuh', link: 'https://shop.example/1', price: '12,50 EUR' });
    await expect(read(own, 'csv')).rejects.toThrow(/no column id, title, link, price.*Artikelnummer, Bezeichnung/);
    await expect(readFeed(pieces(own, 9), 'csv', { id: 'SKU' }).next()).rejects.toThrow('no column SKU');
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
