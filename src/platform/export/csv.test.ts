import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { csvStream } from './csv.ts';
import type { Column } from './sheet.ts';

const TEXT: Column<string, string>[] = [
  { header: 'Before', kind: 'number', cell: () => 1 },
  { header: 'Text', kind: 'text', cell: (row) => row },
  { header: 'After', kind: 'truth', cell: () => true },
];

async function* batches<Row>(...all: Row[][]) {
  yield* all;
}

/** Includes the byte order mark, which text decoders drop. */
const textOf = async (stream: Readable) => (await buffer(stream)).toString('utf8');

/** Returns the text column of a file with these rows, read by an independent library. */
async function texts(...rows: string[]): Promise<string[]> {
  const csv = await textOf(csvStream(TEXT, batches(rows)));
  const [header, ...lines] = parseCsv(csv) as string[][];
  expect(header).toEqual(['Before', 'Text', 'After']);
  for (const line of lines) expect([line.length, line[0], line[2]]).toEqual([3, '1', 'true']);
  return lines.map((line) => line[1]!);
}

describe('A CSV file', () => {
  it('begins with a byte order mark and headers, and has a line for each row of all batches', async () => {
    const columns: Column<number, string>[] = [{ header: 'Number', kind: 'number', cell: (row) => row }];
    expect(await textOf(csvStream(columns, batches([1, -2], [], [3])))).toBe('\ufeffNumber\r\n1\r\n-2\r\n3\r\n');
    expect(await textOf(csvStream(columns, batches<number>()))).toBe('\ufeffNumber\r\n');
  });

  it('writes each type of cell so that programs and people can read it', async () => {
    const columns: Column<null, string>[] = [
      { header: 'a', kind: 'text', cell: () => 'Åsa, "the" first' },
      { header: 'b', kind: 'time', cell: () => new Date('2030-01-31T12:00:00.999Z') },
      { header: 'c', kind: 'amount', cell: () => ({ minor: -1250, currency: 'SEK' }) },
      { header: 'd', kind: 'amount', cell: () => ({ minor: 1250, currency: 'JPY' }) },
      { header: 'e', kind: 'share', cell: () => 0.125 },
      { header: 'f', kind: 'truth', cell: () => false },
      { header: 'g', kind: 'number', cell: () => null },
      { header: 'h', kind: 'text', cell: () => '' },
    ];
    const [, line] = (await textOf(csvStream(columns, batches([null])))).split('\r\n');
    expect(line).toBe('"Åsa, ""the"" first",2030-01-31T12:00:00Z,-12.50,1250,0.125,false,,');
  });

  it('contains no text that a spreadsheet would evaluate as a formula', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '\0=1',
      '＝1',
      '＋1',
      '－1',
      '＠1',
      ' =1',
      '\u00a0=1',
      '\u3000-1',
      '\ufeff=1',
      '\tplain',
      '\r',
      '\n',
      '\0',
    ];
    expect(await texts(...formulas)).toEqual(formulas.map((formula) => `'${formula}`));
    const plain = ['1=1', 'a-b', ' plain', "'=1", '(=1)', '1', '–1', ''];
    expect(await texts(...plain)).toEqual(plain);
  });

  it('preserves every text in its own cell', async () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', "'", ' ', '\\'),
        fc.string({ maxLength: 1 }),
      ),
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 5 }), async (rows) => {
        const read = await texts(...rows);
        expect(read.map((text, at) => (text === `'${rows[at]}` ? rows[at] : text))).toEqual(rows);
        for (const text of read) expect(text.trimStart()).not.toMatch(/^[=+\-@]/);
      }),
    );
  });

  it('reads its source only as fast as it is consumed, and releases it when the consumer stops', async () => {
    let given = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield ['x'.repeat(10_000)];
        }
      } finally {
        isClosed = true;
      }
    }
    const stream = csvStream(TEXT, endless());
    for await (const chunk of stream) if (String(chunk).includes('xxx')) break;
    expect(stream.destroyed).toBe(true);
    expect(given).toBeLessThan(20);
    expect(isClosed).toBe(true);
  });

  it('is destroyed when its source fails', async () => {
    async function* failing() {
      yield ['one'];
      throw new Error('the database became unavailable');
    }
    await expect(textOf(csvStream(TEXT, failing()))).rejects.toThrow('the database became unavailable');
  });
});
