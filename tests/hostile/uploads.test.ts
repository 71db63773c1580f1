import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/modules/payments/imports/read-table.ts';
import { parseProduct } from '../../src/modules/products/parse/parse-product.ts';
import { readFeed } from '../../src/modules/products/parse/read-feed.ts';
import { readXml } from '../../src/modules/products/parse/read-xml.ts';
import { readReport } from '../../src/platform/bank-files/read-report.ts';
import { readFilm } from '../../src/platform/films/read-film.ts';
import { readContainer } from '../../src/platform/images/container.ts';
import { splitAmount } from '../../src/platform/read-amount.ts';
import { zipOf } from '../harness/zip.ts';

/** What a hostile text repeats: the beginnings of everything that a reader might search the end of. */
const UNITS = [
  '<',
  '<a',
  '<a ',
  '<a>',
  '<a/>',
  '</a',
  '</',
  '<a b="',
  "<a b='1",
  '<!--',
  '<![CDATA[',
  '<?',
  ']]>',
  '-->',
  '<item>',
  '<item><',
  '<item ',
  '<item><g:id>',
  '</channel ',
  '<entry',
  '<row r="',
  ' r="A1',
  '<c r="CZ1">',
  '&',
  '&a',
  '&#',
  '&#x',
  '&amp;',
  '"',
  '""',
  '","',
  '"a,',
  '"a,""z,',
  '""",',
  '"\n',
  '\n',
  '\r',
  '\r\n',
  ' ',
  'x',
  ',',
  ';',
  '\t',
  '1',
  '1 ',
  '1.',
  '1,',
  '-',
  '(',
  '()',
  "'",
  'a=b ',
  'sep=;\n',
  '\0',
  '\u00ff',
  '\u0301',
  '%',
  '/',
];
/** In characters. */
const LENGTHS = [20_000, 40_000, 80_000, 160_000];
/**
 * Processor time in which every text of a kind is read or refused. A reader whose work grows with the square of the length took 33 seconds for a single one of
 * these texts; a linear one needs some milliseconds for each.
 */
const MAX_SECONDS = 12;

const repeat = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}

const FEED = '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>';
const rules = { currency: 'SEK', domains: ['shop.example'], now: new Date('2026-03-15T12:00:00Z') };
const columns = { required: ['a'], optional: 'all' } as const;
const latin1 = (begin: string, text: string) => Buffer.from(`${begin}${text}`, 'latin1');

/** A workbook with this sheet and these texts. */
const workbookOf = (sheet: string) =>
  zipOf([
    [
      '[Content_Types].xml',
      Buffer.from(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
    ],
    [
      '_rels/.rels',
      Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
    ],
    [
      'xl/workbook.xml',
      Buffer.from(
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
    ],
    ['xl/worksheets/sheet1.xml', Buffer.from(sheet)],
  ]);
const SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';

/** The readers of uploaded files, each with the places in which a text reaches it. */
const READERS: Record<string, (text: string) => unknown> = {
  'a report of a bank': (text) => readReport(Buffer.from(text)),
  'a report of a bank, in an element': (text) =>
    readReport(Buffer.from(`<Document><BkToCstmrStmt><GrpHdr><MsgId>${text}`)),
  'a report of a bank, in an attribute': (text) => readReport(Buffer.from(`<Document a="${text}"></Document>`)),
  'a report of a bank, in a comment': (text) => readReport(Buffer.from(`<Document><!--${text}--></Document>`)),
  'a table': (text) => readTable(Buffer.from(text), columns),
  'a table, under its header': (text) => readTable(Buffer.from(`a,b\n${text}`), columns),
  'a workbook': (text) => readTable(workbookOf(text), columns),
  'a workbook, in its rows': (text) =>
    readTable(workbookOf(`${SHEET}<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`), columns),
  'a feed': (text) => drain(readFeed(pieces(Buffer.from(text)), 'xml')),
  'a feed as a table': (text) => drain(readFeed(pieces(Buffer.from(`id,title,link,price\n${text}`)), 'csv')),
  'a feed, in its items': async (text) => drain(readXml([`${FEED}${text}`] as unknown as AsyncIterable<string>)),
  'a feed, in a field': async (text) =>
    drain(readXml([`${FEED}<item><g:id>${text}</g:id></item></channel></rss>`] as unknown as AsyncIterable<string>)),
  'a product': (text) =>
    parseProduct(
      {
        line: 1,
        fields: {
          id: text,
          title: text,
          link: `https://shop.example/${text}`,
          image_link: `https://a.example/${text}`,
          price: `1${text}!`,
          sale_price: text,
          availability: text,
          product_type: text,
          brand: text,
          sale_price_effective_date: text,
        },
      },
      rules,
    ),
  'an amount': (text) => [splitAmount(text), splitAmount(`1${text}!`)],
  'a film': (text) => readFilm(latin1('\0\0\0\x14ftypisom\0\0\0\0isom', text)),
  'a picture (PNG)': (text) => readContainer(latin1('\x89PNG\r\n\x1a\n', text)),
  'a picture (JPEG)': (text) => readContainer(latin1('\xff\xd8\xff\xda\0\x02', text)),
};

/** A hostile file is read or refused; any other error would be a fault of the reader. */
const isRefusal = (error: unknown) =>
  !(error instanceof RangeError || error instanceof TypeError || error instanceof ReferenceError);

describe('A hostile text of 160,000 characters', () => {
  it.each(Object.keys(READERS))('is read or refused in linear time: %s', async (kind) => {
    const read = READERS[kind]!;
    const begin = process.cpuUsage();
    for (const unit of UNITS)
      for (const length of LENGTHS) {
        let fault: unknown = null;
        try {
          await read(repeat(unit, length));
        } catch (error) {
          fault = error;
        }
        expect([unit, length, fault === null || isRefusal(fault) ? null : fault]).toEqual([unit, length, null]);
      }
    expect(process.cpuUsage(begin).user / 1_000_000).toBeLessThan(MAX_SECONDS);
  });
});

describe('A feed', () => {
  it('does not declare many namespaces again after each item that is malformed', async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `xmlns:n${n}="urn:${n}"`).join(' ');
    const feed = `<rss version="2.0" ${names}><channel>${'<item><x</item>'.repeat(5_000)}`;
    await expect(drain(readXml([feed] as unknown as AsyncIterable<string>))).rejects.toThrow(/namespaces/);
  });
});
