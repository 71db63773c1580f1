import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Column } from './sheet.ts';
import { xlsxStream } from './xlsx.ts';

async function* batches<Row>(...all: Row[][]) {
  yield* all;
}

const TEXT: Column<string, string>[] = [{ header: 'Text', kind: 'text', cell: (row) => row }];
const read = async <Row>(columns: readonly Column<Row, string>[], ...all: Row[][]) =>
  readXlsx(await buffer(xlsxStream('campaigns', columns, batches(...all))));

describe('An XLSX file', () => {
  it('has one sheet with headers and a row for each row of all batches, in cells of the right type', async () => {
    const columns: Column<number, string>[] = [
      { header: 'Number', kind: 'number', cell: (row) => row },
      { header: 'Text', kind: 'text', cell: () => 'Åsa & <b> "x"\nline' },
      { header: 'Time', kind: 'time', cell: () => new Date('2030-01-31T12:00:00Z') },
      { header: 'Amount', kind: 'amount', cell: () => ({ minor: 1250, currency: 'SEK' }) },
      { header: 'Yen', kind: 'amount', cell: () => ({ minor: 1250, currency: 'JPY' }) },
      { header: 'Share', kind: 'share', cell: () => 0.125 },
      { header: 'Truth', kind: 'truth', cell: () => false },
      { header: 'Nothing', kind: 'number', cell: () => null },
      { header: 'Last', kind: 'truth', cell: () => true },
    ];
    const workbook = await read(columns, [1, 2], [], [-3]);
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['campaigns']);
    const [header, ...rows] = workbook.sheets[0]!.rows;
    expect(header).toEqual(columns.map((column) => column.header));
    const rest = ['Åsa & <b> "x"\nline', new Date('2030-01-31T12:00:00Z'), 12.5, 1250, 0.125, false, null, true];
    expect(rows).toEqual([1, 2, -3].map((number) => [number, ...rest]));
  });

  it('has only headers when there are no rows', async () => {
    expect((await read(TEXT)).sheets[0]!.rows).toEqual([['Text']]);
  });

  it('stores texts as text cells: none is evaluated, and characters that XML cannot hold survive', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '123',
      'true',
      ' space ',
      '\t=1',
      'a\u0001b',
      'a\r\nb',
      '😀',
      '&amp;',
    ];
    const bytes = await buffer(xlsxStream('campaigns', TEXT, batches(texts)));
    const { rows, cells } = (await readXlsx(bytes, { readStyles: true })).sheets[0]!;
    expect(rows.slice(1)).toEqual(texts.map((text) => [text]));
    for (const cell of cells?.values() ?? []) expect(cell.formula).toBeUndefined();
  });

  it('reads its source only as fast as it is consumed, and releases it when the consumer stops', async () => {
    let given = 0;
    let closed: () => void;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          // Random numbers, so that compression does not reduce the size.
          yield [Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('')];
        }
      } finally {
        closed();
      }
    }
    for await (const _ of xlsxStream('campaigns', TEXT, endless())) if (given > 2) break;
    await isClosed;
    expect(given).toBeLessThan(100);
  });

  it('is destroyed when its source fails', async () => {
    async function* failing() {
      yield ['one'];
      throw new Error('the database became unavailable');
    }
    await expect(buffer(xlsxStream('campaigns', TEXT, failing()))).rejects.toThrow('the database became unavailable');
  });
});
