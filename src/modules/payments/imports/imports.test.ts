import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMonth } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { audit } from '../audit/audit.ts';

/** Another process over the same database. */
const application = await createTestApplication({ now: () => AFTER_CLOSING });
const other = await createTestApplication({ now: () => AFTER_CLOSING, database: application.database });
const cast = await createCast(application);
const closed = await createClosedMonth(application, cast);
beforeEach(unpay);

async function unpay(): Promise<void> {
  const { pool } = application.database;
  await pool.query(changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'paid'`));
  await pool.query('UPDATE invoices SET paid_at = NULL, ax_id = NULL');
  await pool.query(`DELETE FROM audit_log WHERE subject_kind = 'invoice'`);
}

type What = 'upload-ax-id-matching' | 'mark-invoices-as-paid';
const send = (
  what: What,
  content: string | Buffer,
  { role = 'admin', by = application, key }: { role?: Role | null; by?: TestApplication; key?: string } = {},
) =>
  upload(by, {
    url: `/v2/payments/${what}`,
    as: role === null ? null : cast.tokens[role],
    content: Buffer.from(content),
    mediaType: 'text/csv',
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const match = (content: string | Buffer, options = {}) => send('upload-ax-id-matching', content, options);
const mark = (content: string | Buffer, options = {}) => send('mark-invoices-as-paid', content, options);
const workbook = async (...rows: CellValue[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Bank', rows }] }));
const invoices = async () =>
  (
    await application.database.pool.query(
      'SELECT id, ax_id, paid_at FROM invoices WHERE ax_id IS NOT NULL OR paid_at IS NOT NULL ORDER BY id',
    )
  ).rows;
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const booked = async () =>
  (
    await application.database.pool.query(
      `SELECT booking, account, part, store_id, agency_id, user_id, currency, amount_minor, to_char(month, 'YYYY-MM') AS month, origin_id
       FROM ledger_entries WHERE origin_kind = 'paid' ORDER BY id`,
    )
  ).rows;

describe('Matching ids of the accounting system', () => {
  it('accepts a CSV by id or number, in any case, order and form', async () => {
    const { store, otherStore } = closed;
    const csv = `\uFEFFName;AX_ID;Invoice_Id\r\n\r\nShop;"AX;1";${store.id}\r\n;;\r\nOther; AX-2 ;"${otherStore.number}"\r\n`;
    expect(await match(csv)).toMatchObject({ status: 200, body: { matched: 2, errors: [] } });
    expect(await invoices()).toEqual(
      [
        { id: store.id, ax_id: 'AX;1', paid_at: null },
        { id: otherStore.id, ax_id: 'AX-2', paid_at: null },
      ].sort((one, two) => one.id - two.id),
    );
    const { rows } = await application.database.pool.query(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'invoice'`,
    );
    expect(rows).toEqual([{ actor_id: cast.ids.admin, action: 'invoices.matched', details: { invoices: 2 } }]);
  });

  it('takes an XLSX, and numbers in it', async () => {
    const file = await workbook(['ax_id', 'invoice_id'], [4711, closed.store.id], ['B', closed.otherStore.number]);
    expect((await match(file)).body).toEqual({ matched: 2, errors: [] });
    expect((await invoices()).map((row) => row.ax_id).sort()).toEqual(['4711', 'B']);
  });

  it('of the same file again changes nothing', async () => {
    const csv = `invoice_id,ax_id\n${closed.store.id},A\n${closed.otherStore.id},B\n`;
    await match(csv);
    const before = await invoices();
    expect((await match(csv)).body).toEqual({ matched: 0, errors: [] });
    expect(await invoices()).toEqual(before);
    expect(
      (await application.database.pool.query(`SELECT FROM audit_log WHERE subject_kind = 'invoice'`)).rowCount,
    ).toBe(1);
  });

  it('names every invalid row, and then changes nothing', async () => {
    const { store, otherStore, agency, creator, otherCreator } = closed;
    await match(`invoice_id,ax_id\n${otherStore.id},TAKEN`);
    const rows = [
      [store.id, 'OK'],
      [999_999, 'A'],
      ['', 'B'],
      [store.number, 'C'],
      [agency[0]!.id, ''],
      [agency[1]!.id, 'OK'],
      [creator[0]!.id, 'TAKEN'],
      [otherStore.id, 'OTHER'],
      ["1' OR true", 'D'],
      [otherCreator[0]!.id, 'x'.repeat(65)],
    ];
    const { status, body } = await match(`invoice_id,ax_id\n${rows.map((row) => row.join(',')).join('\n')}`);
    expect([status, body]).toEqual([
      200,
      {
        matched: 0,
        errors: [
          [3, 'There is no invoice 999999.'],
          [4, 'invoice_id is required.'],
          [5, `Invoice ${store.number} is named in row 2 already.`],
          [6, 'ax_id is required.'],
          [7, 'The ax_id OK is in row 2 already.'],
          [8, `The ax_id TAKEN is invoice ${otherStore.number}’s.`],
          [9, `Invoice ${otherStore.number} has the ax_id TAKEN.`],
          [10, 'invoice_id must be an id or a number of an invoice.'],
          [11, 'ax_id must be 1 to 64 characters that can be seen.'],
        ].map(([row, message]) => ({ row, message })),
      },
    ]);
    expect((await invoices()).map((row) => row.ax_id)).toEqual(['TAKEN']);
  });

  it('gives an id to one of two concurrent invoices', async () => {
    const files = [closed.store, closed.otherStore].map(({ id }) => `invoice_id,ax_id\n${id},SAME`);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => match(files[at % 2]!, { by: at % 3 === 0 ? other : application })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(replies.reduce((sum, { body }) => sum + body.matched, 0)).toBe(1);
    expect(await invoices()).toHaveLength(1);
  });
});

describe('Marking invoices as paid', () => {
  it('books incoming and outgoing payments, and the audit is clean', async () => {
    const { store, agency, creator } = closed;
    const file = await workbook(
      ['invoice_id', 'paid_at'],
      [store.number, new Date('2026-02-03T00:00:00Z')],
      [agency[1]!.id, '2026-02-03'],
      [creator[1]!.number, null],
    );
    expect((await mark(file)).body).toEqual({ marked: 3, errors: [] });
    expect((await invoices()).map((row) => row.paid_at.toISOString().slice(0, 10))).toEqual(
      Array(3).fill('2026-02-03'),
    );
    const { ids, storeId, agencyId } = cast;
    const none = { store_id: null, agency_id: null, user_id: null };
    const paid = (invoice: { id: number; currency: string }, account: string, party: object, amount_minor: number) => ({
      booking: expect.any(Number),
      account,
      part: 'payment',
      ...none,
      ...party,
      currency: invoice.currency,
      amount_minor,
      month: '2026-02',
      origin_id: String(invoice.id),
    });
    const entries = await booked();
    expect(entries).toHaveLength(6);
    expect(entries).toEqual(
      expect.arrayContaining([
        paid(store, 'store', { store_id: storeId }, store.total_minor),
        paid(store, 'bank', {}, -store.total_minor),
        paid(agency[1]!, 'client', { agency_id: agencyId }, -agency[1]!.total_minor),
        paid(agency[1]!, 'bank', {}, agency[1]!.total_minor),
        paid(creator[1]!, 'creator', { user_id: ids.creator }, -creator[1]!.total_minor),
        paid(creator[1]!, 'bank', {}, creator[1]!.total_minor),
      ]),
    );
    expect(await faults()).toEqual([]);
  });

  it('of all invoices leaves nothing open on any account', async () => {
    const { rows } = await application.database.pool.query('SELECT number FROM invoices');
    const csv = `invoice_id\n${rows.map(({ number }) => number).join('\n')}`;
    expect((await mark(csv)).body).toEqual({ marked: 8, errors: [] });
    const open = await application.database.pool.query(
      `SELECT account, CASE account WHEN 'store' THEN store_id WHEN 'client' THEN agency_id ELSE user_id END AS party FROM ledger_entries
       WHERE account IN ('store', 'client', 'creator') GROUP BY 1, 2, currency HAVING sum(amount_minor) <> 0`,
    );
    expect(open.rows).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('of the same file again changes nothing', async () => {
    const csv = `invoice_id,paid_at\n${closed.store.id},2026-02-03\n${closed.otherStore.id},\n`;
    expect((await mark(csv)).body).toEqual({ marked: 2, errors: [] });
    const before = [await invoices(), await booked()];
    for (const again of [csv, csv.replaceAll(',2026-02-03', ',')])
      expect((await mark(again)).body).toEqual({ marked: 0, errors: [] });
    expect([await invoices(), await booked()]).toEqual(before);
  });

  it('any sequence of files is applied file by file, each completely or not at all, and the audit is clean', async () => {
    const all: { id: number }[] = (await application.database.pool.query('SELECT id FROM invoices ORDER BY id')).rows;
    const place = fc.integer({ min: 0, max: all.length });
    const files = fc.array(fc.uniqueArray(place, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc
        .asyncProperty(files, async (given) => {
          const paid = new Set<number>();
          for (const places of given) {
            // No invoice has the position after the last one.
            const isWhole = !places.includes(all.length);
            const news = isWhole ? places.filter((at) => !paid.has(at)) : [];
            const { body } = await mark(`invoice_id\n${places.map((at) => all[at]?.id ?? 'nothing').join('\n')}`);
            expect([body.marked, body.errors.length]).toEqual([news.length, isWhole ? 0 : 1]);
            for (const at of news) paid.add(at);
          }
          expect((await invoices()).map(({ id }) => id)).toEqual(all.flatMap(({ id }, at) => (paid.has(at) ? id : [])));
          expect(await faults()).toEqual([]);
        })
        .beforeEach(unpay),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 15) },
    );
  });

  it('fifty times at once by two processes books once', async () => {
    const csv = `invoice_id\n${closed.store.id}\n${closed.creator[0]!.id}\n`;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => mark(csv, { by: at % 2 === 0 ? other : application })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(replies.map(({ body }) => body.marked).sort()).toEqual([...Array(49).fill(0), 2]);
    expect(await booked()).toHaveLength(4);
    expect(await faults()).toEqual([]);
  });

  it('under a key replies in the same way, and is another request with another file', async () => {
    const csv = `invoice_id\n${closed.store.id}\n`;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => mark(csv, { by: at % 2 === 0 ? other : application, key: 'bank-1' })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"marked":1,"errors":[]}']),
    );
    expect((await mark(`${csv}\n`, { key: 'bank-1' })).status).toBe(409);
    expect(await booked()).toHaveLength(2);
  });

  it('names every invalid row, and then changes nothing', async () => {
    const { store, otherStore, agency, creator } = closed;
    await mark(`invoice_id\n${otherStore.id}`);
    const rows = [
      [store.id, '2026-02-03'],
      ['nothing', ''],
      [agency[0]!.id, '2026-02-04'],
      [agency[1]!.id, '2026-02-02'],
      [creator[0]!.id, '2026-02-30'],
      [creator[1]!.id, 'yesterday'],
      [otherStore.id, '2026-02-02'],
    ];
    const { status, body } = await mark(`invoice_id,paid_at\n${rows.map((row) => row.join(',')).join('\n')}`);
    expect([status, body]).toEqual([
      200,
      {
        marked: 0,
        errors: [
          [3, 'There is no invoice nothing.'],
          [4, 'paid_at must not be in the future; it is 2026-02-03.'],
          [5, `paid_at must not be before 2026-02-03, when invoice ${agency[1]!.number} was issued.`],
          [6, 'paid_at must be a day such as 2030-01-31.'],
          [7, 'paid_at must be a day such as 2030-01-31.'],
          [8, `paid_at must not be before 2026-02-03, when invoice ${otherStore.number} was issued.`],
        ].map(([row, message]) => ({ row, message })),
      },
    ]);
    expect((await invoices()).map(({ id }) => id)).toEqual([otherStore.id]);
  });

  it('names the day of payment if the file names another day', async () => {
    await application.database.pool.query(`UPDATE invoices SET issued_on = '2026-02-01' WHERE id = $1`, [
      closed.store.id,
    ]);
    expect((await mark(`invoice_id,paid_at\n${closed.store.id},2026-02-02`)).body.marked).toBe(1);
    const { body } = await mark(`invoice_id,paid_at\n${closed.store.id},2026-02-03`);
    expect(body.errors).toEqual([{ row: 2, message: `Invoice ${closed.store.number} was paid on 2026-02-02.` }]);
    await application.database.pool.query(`UPDATE invoices SET issued_on = '2026-02-03' WHERE id = $1`, [
      closed.store.id,
    ]);
  });

  it('books nothing for an invoice of zero', async () => {
    const { rows } = await application.database.pool.query(
      `INSERT INTO invoices (kind, number, store_id, month, currency, net_minor, vat_minor, total_minor, payment_date, issued_on)
       VALUES ('store', 'S2026-000099', $1, '2026-01-01', 'NOK', 0, 0, 0, '2026-03-05', '2026-02-03') RETURNING id`,
      [cast.storeId],
    );
    expect((await mark('invoice_id\nS2026-000099')).body).toEqual({ marked: 1, errors: [] });
    expect(await booked()).toEqual([]);
    expect((await invoices()).map(({ id }) => id)).toEqual([rows[0].id]);
    await application.database.pool.query('DELETE FROM invoices WHERE id = $1', [rows[0].id]);
  });
});

describe('The files', () => {
  const whats = ['upload-ax-id-matching', 'mark-invoices-as-paid'] as const;

  it('are for administrators', async () => {
    for (const what of whats) {
      const statuses = [];
      for (const role of [null, 'creator', 'agency', 'advertiser'] as const)
        statuses.push((await send(what, 'invoice_id,ax_id\n', { role })).status);
      expect([what, statuses]).toEqual([what, [401, 403, 403, 403]]);
    }
  });

  it.each<[string, () => Buffer | string | Promise<Buffer>, string]>([
    ['empty lines alone', () => '\n\n', 'must not be empty'],
    ['no such column', () => 'id,ax_id\n1,2', 'must have the column invoice_id'],
    ['a column twice', () => 'invoice_id,ax_id,INVOICE_ID\n1,2,3', 'must have the column invoice_id once'],
    ['a NUL', () => 'invoice_id,ax_id\n1,\0', 'must be a table in text form (CSV or TSV), or an XLSX'],
    [
      'an old Excel file',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'must be a table in text form (CSV or TSV), or an XLSX',
    ],
    ['too many rows', () => `invoice_id,ax_id\n${'1,2\n'.repeat(10_001)}`, 'must have at most 10000 rows'],
    ['too many empty rows', () => `invoice_id,ax_id\n${',\n'.repeat(100_000)}1,2`, 'must have at most 10000 rows'],
    ['no more than the mark of an archive', () => 'PK\u0003\u0004', 'must be a whole XLSX file'],
    ['an archive of something else', () => zip({ 'a.txt': 'x' }), 'must be a whole XLSX file'],
    ['half of a workbook', async () => (await sheet()).subarray(0, 700), 'must be a whole XLSX file'],
    [
      'a bomb',
      () => zip({ '[Content_Types].xml': 'x'.repeat(9 * 1024 * 1024) }),
      'must unpack to at most 8388608 bytes',
    ],
    [
      'many parts that are a bomb together',
      () => zip(many(300, 'x'.repeat(30_000))),
      'must unpack to at most 8388608 bytes',
    ],
    ['very many parts', () => zip(many(501, 'x')), 'must have at most 500 parts'],
    [
      'a bomb that says it is small',
      () => zip({ '[Content_Types].xml': 'x'.repeat(9 * 1024 * 1024) }, { unpacked: 10 }),
      'must be a whole XLSX file',
    ],
    [
      'a bomb that does not say its size',
      () => zip({ '[Content_Types].xml': 'x'.repeat(1000) }, { unpacked: 0 }),
      'must be a whole XLSX file',
    ],
    [
      'a bomb that says its size elsewhere',
      () => zip({ a: 'x' }, { unpacked: 0xffffffff }),
      'must be a whole XLSX file',
    ],
  ])('are named when they are %s', async (_what, make, says) => {
    const { status, body } = await match(await make());
    expect([status, body.errors]).toEqual([422, { file: [says] }]);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'cells far to the right',
      { 'xl/worksheets/sheet1.xml': '<row><c r="XFD1"><v>1</v></c></row>' },
      'must have at most 104 columns',
    ],
    [
      'cells that hide where they are',
      { 'xl/worksheets/sheet1.xml': '<row><c r="X&#70;D1"/></row>' },
      'must have at most 104 columns',
    ],
    [
      'very many rows of nothing',
      { 'xl/worksheets/sheet1.xml': '<x:row/>'.repeat(20_001) },
      'must have at most 10000 rows',
    ],
    ['more markup than rows', { 'xl/styles.xml': '<xf/>'.repeat(600_001) }, 'must have fewer cells or styles'],
    ['no bottom', { 'xl/sharedStrings.xml': '<a>'.repeat(65) }, 'must be a whole XLSX file'],
    ['one enormous tag', { 'xl/workbook.xml': `<a ${'b="" '.repeat(4000)}/>` }, 'must be a whole XLSX file'],
  ])('that would take long to read are refused: %s', async (_what, parts, says) => {
    expect((await match(zip(parts))).body.errors).toEqual({ file: [says] });
  });

  it('have at most 10,000 rows, also as workbooks, in any sheet', async () => {
    const rows = Array.from({ length: 10_001 }, () => [999_999, 2]);
    expect((await match(await workbook(['invoice_id', 'ax_id'], ...rows))).body.errors).toEqual({
      file: ['must have at most 10000 rows'],
    });
    const { body } = await match(await workbook(['invoice_id', 'ax_id'], ...rows.slice(2)));
    expect(body.errors).toHaveLength(9999);
    const gap = Array.from({ length: 30_000 }, (): CellValue[] => []);
    expect((await match(await workbook(['invoice_id', 'ax_id'], ...gap, ['nothing', 'A']))).body.errors).toEqual([
      { row: 30_002, message: 'There is no invoice nothing.' },
    ]);
  });

  it('are at most a mebibyte', async () => {
    expect((await match(`invoice_id,ax_id\n${'x'.repeat(1024 * 1024)}`)).status).toBe(413);
  });

  it('have cells that are only ever read as text', async () => {
    const long = 'x'.repeat(100_000);
    const file = await workbook(
      ['invoice_id', 'ax_id'],
      ['=1+1', 'A'],
      [long, 'B'],
      [true, 'C'],
      [closed.store.id, long],
    );
    expect((await match(file)).body.errors).toEqual([
      { row: 2, message: 'invoice_id must be an id or a number of an invoice.' },
      { row: 3, message: 'invoice_id must be an id or a number of an invoice.' },
      { row: 4, message: 'There is no invoice true.' },
      { row: 5, message: 'ax_id must be 1 to 64 characters that can be seen.' },
    ]);
  });

  it('have formulas whose stored results are read', async () => {
    const file = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'Bank',
            rows: [
              ['invoice_id', 'ax_id'],
              [null, 'A'],
              [null, 'B'],
            ],
            cells: new Map([
              ['1,0', { value: closed.store.id, formula: `${closed.store.id}+0`, formulaResult: closed.store.id }],
              ['2,0', { value: null, formula: 'WEBSERVICE("http://127.0.0.1:1/")' }],
            ]),
          },
        ],
      }),
    );
    expect((await match(file)).body).toEqual({ matched: 0, errors: [{ row: 3, message: 'invoice_id is required.' }] });
  });
});

const sheet = () => workbook(['invoice_id', 'ax_id'], [1, 'A']);
const many = (count: number, content: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`part-${at}`, content]));

/** An archive that is written by hand, so that its directory can be wrong. */
function zip(parts: Record<string, string>, { unpacked }: { unpacked?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(unpacked ?? content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(unpacked ?? content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  const listed = Buffer.concat(directory);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
