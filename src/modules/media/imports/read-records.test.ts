import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { readJsonArray, readJsonLines } from './read-json.ts';
import { readRecords } from './read-records.ts';
import { type FileRecord, ImportRefused, LONGEST_RECORD } from './record.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'tributary-records-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const COLUMNS = ['name', 'size'];

async function all(records: AsyncIterable<FileRecord>): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for await (const record of records) found.push(record);
  return found;
}

async function read(name: string, content: string | Buffer): Promise<FileRecord[]> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return all(readRecords(file, COLUMNS));
}

const good = (row: number, fields: object) => ({ row, fields, fault: '' });
const bad = (row: number, fault: string) => ({ row, fields: null, fault });

describe('A CSV', () => {
  it("is read row by row, with a spreadsheet's row numbers", async () => {
    const rows = '\uFEFFName,size\r\n "a, ""b""\nc" ,1\r\n\r\n,\r\nd,\r\nå\r\n';
    expect(await read('a.csv', rows)).toEqual([
      good(2, { name: 'a, "b"\nc', size: '1' }),
      good(5, { name: 'd' }),
      good(6, { name: 'å' }),
    ]);
  });

  it('may have a row with too many cells; only this row is refused', async () => {
    expect(await read('a.csv', 'name,size\na,1,2\nb,3')).toEqual([
      bad(2, 'has 3 cells, the header 2'),
      good(3, { name: 'b', size: '3' }),
    ]);
  });

  it.each([
    ['', /its first row must name the columns/],
    ['name,colour\na,1', /no column colour; the columns are name, size/],
    ['name,NAME\na,b', /column name occurs twice/],
  ])('is refused as a whole: %s', async (content, says) => {
    await expect(read('a.csv', content)).rejects.toThrow(says);
    await expect(read('a.csv', content)).rejects.toBeInstanceOf(ImportRefused);
  });

  it('of any usual encoding and separator is read row by row', async () => {
    expect(await read('a.csv', Buffer.from('name;size\nGröße;1\na;"b\nc;2', 'latin1') as never)).toMatchObject([
      { fields: { name: 'Größe', size: '1' } },
      { fields: { name: 'a', size: '"b' } },
      { fields: { name: 'c', size: '2' } },
    ]);
    const long = `name,size\n"${'x'.repeat(LONGEST_RECORD + 1)}",1\nb,2`;
    expect(await read('a.csv', long)).toMatchObject([
      { fault: expect.stringMatching(/longer/) },
      { fields: { name: 'b' } },
    ]);
  });
});

describe('JSON lines', () => {
  it('are read line by line, and an invalid line alone is refused', async () => {
    const lines = [
      '\uFEFF{"name":"a","size":null}',
      '',
      '{"name":',
      '[1]',
      '7',
      `{"name":"${'x'.repeat(LONGEST_RECORD)}"}`,
      '{}',
    ];
    expect(await read('a.jsonl', lines.join('\r\n'))).toEqual([
      good(1, { name: 'a' }),
      bad(3, 'must be JSON'),
      bad(4, 'must be an object'),
      bad(5, 'must be an object'),
      bad(6, `must have at most ${LONGEST_RECORD} characters`),
      good(7, {}),
    ]);
    expect(await read('a.ndjson', '')).toEqual([]);
  });
});

describe('A JSON array', () => {
  it('is read element by element', async () => {
    const content = ' [ {"name":"a, ]}\\"[{","size":[1,{"a":2}]} ,\n 7, {"name":"b"}, {bad}, "x" ] \n';
    expect(await read('a.json', content)).toEqual([
      good(1, { name: 'a, ]}"[{', size: [1, { a: 2 }] }),
      bad(2, 'must be an object'),
      good(3, { name: 'b' }),
      bad(4, 'must be JSON'),
      bad(5, 'must be an object'),
    ]);
    expect(await read('a.json', '[]')).toEqual([]);
    expect(await read('a.json', '[{},]')).toEqual([good(1, {}), bad(2, 'must be JSON')]);
    const long = `{"name":"${'x'.repeat(LONGEST_RECORD)}"}`;
    expect(await read('a.json', `[${long},{}]`)).toEqual([
      bad(1, `must have at most ${LONGEST_RECORD} characters`),
      good(2, {}),
    ]);
  });

  it.each([
    ['', /ends within row 1/],
    ['[{}, {"name"', /ends within row 2/],
    ['{"name":"a"}', /must be an array of objects/],
    ['[] []', /must be an array of objects/],
    ['x[]', /must be an array of objects/],
    [']', /must be an array of objects/],
  ])('is refused when it is malformed: %s', async (content, says) => {
    await expect(read('a.json', content)).rejects.toThrow(says);
  });
});

it('The records do not depend on how the file is split into chunks', async () => {
  const field = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.array(fc.string()));
  const record = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    field,
    { maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 8 }), fc.integer({ min: 1, max: 30 }), async (records, size) => {
      const chunks = (text: string) => {
        const bytes = Buffer.from(text);
        return Readable.from(
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
        );
      };
      const expected = records.map((fields, at) => good(at + 1, fields));
      expect(await all(readJsonArray(chunks(JSON.stringify(records, null, 1))))).toEqual(expected);
      expect(await all(readJsonLines(chunks(records.map((one) => JSON.stringify(one)).join('\n'))))).toEqual(expected);
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const names = records.map((_, at) => `ö ${at}\n"`);
      const csv = `name,size\n${names.map((name) => `${cell(name)},1\n`).join('')}`;
      expect(await all(readCsv(chunks(csv), COLUMNS))).toEqual(
        names.map((name, at) => good(at + 2, { name, size: '1' })),
      );
    }),
    { numRuns: 200 },
  );
});

it('A file of another type, or a missing file, is refused', async () => {
  await expect(read('a.xlsx', 'PK')).rejects.toThrow(/must be a .csv/);
  for (const name of ['none.csv', 'none.json', 'none.jsonl'])
    await expect(all(readRecords(path.join(folder, name), COLUMNS))).rejects.toMatchObject({ code: 'ENOENT' });
});
