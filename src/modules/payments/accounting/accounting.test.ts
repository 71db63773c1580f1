import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulateYear, type Year } from '../../../../tests/faults/simulated-year.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { SqlDatabase } from '../../../platform/database/sql-database.ts';
import { audit } from '../audit/audit.ts';
import { settleInvoices } from '../imports/mark-paid.ts';
import { defaultsFor, type Role } from './chart.ts';
import { encodeCp437 } from './cp437.ts';
import { FORMATS, type MonthBooks } from './files.ts';
import { type Books, readBooks } from './postings.ts';
import { trialBalance } from './trial-balance.ts';

const { pool } = await createTestDatabase();
const db = new SqlDatabase(pool);
const calendar = createCalendar('Europe/Stockholm');
const MONTHS = ['2025-01', '2025-02', '2025-03'];
let year: Year;
const booksOf = (month: string, currency = 'SEK') => readBooks({ db }, { calendar }, { currency, month });

beforeAll(async () => {
  const day = 86_400_000;
  const rates = [...Array(130).keys()].flatMap((at) => {
    const on = new Date(Date.UTC(2024, 11, 20) + at * day).toISOString().slice(0, 10);
    return [
      [on, 'EUR', 1],
      [on, 'SEK', 11 + at / 200],
      [on, 'JPY', 160 - at / 10],
    ];
  });
  await pool.query(
    `INSERT INTO exchange_rates (day, currency, units_per_eur, source)
     SELECT d::date, c, u::numeric, 'test' FROM unnest($1::text[], $2::text[], $3::text[]) AS x (d, c, u)`,
    [0, 1, 2].map((column) => rates.map((row) => String(row[column]))),
  );
  year = await simulateYear(pool, { months: 3, clicks: 60, seed: 11 });
  // In April the invoices of January are paid, and the statements too.
  const { rows } = await pool.query(`SELECT id FROM invoices WHERE month = '2025-01-01'`);
  const now = new Date('2025-03-20T10:00:00Z');
  await db.transaction((tx) =>
    settleInvoices(
      tx,
      rows.map(({ id }) => ({ invoiceId: id, paidAt: now })),
      { now, calendar },
    ),
  );
});

const sumOf = (books: Books, month: string, role: Role, currency: string) =>
  books.postings
    .filter(
      (posting) => posting.month === month && posting.kind === 'closing' && posting.original.currency === currency,
    )
    .reduce(
      (sum, { debit, credit, original }) =>
        sum + (debit === role ? original.minor : 0) - (credit === role ? original.minor : 0),
      0,
    );

describe('The books of generated months', () => {
  it.each(MONTHS)(
    '%s: debits equal credits, and revenue, costs and VAT are those of an independent ledger',
    async (month) => {
      const books = await booksOf(month);
      const sums = year.ledger.sumsOf(month);
      const of = (kind: string, currency: string) => sums.get(`${kind} ${currency}`) ?? { net: 0, vat: 0 };
      for (const currency of ['SEK', 'EUR', 'JPY']) {
        const total = (...roles: Role[]) =>
          roles.reduce((sum, role) => sum + sumOf(books, month, role, currency), 0) + 0;
        const [store, creator, client] = [of('store', currency), of('creator', currency), of('client', currency)];
        expect(total('revenue_domestic', 'revenue_eu', 'revenue_outside_eu')).toBe(-store.net + 0);
        expect(total('output_vat')).toBe(-store.vat + 0);
        expect(total('receivables')).toBe(store.net + store.vat);
        expect(total('costs_domestic', 'costs_eu', 'costs_outside_eu', 'costs_untaxed')).toBe(creator.net + client.net);
        expect(total('input_vat')).toBe(creator.vat + client.vat);
        expect(total('payables_creators')).toBe(-(creator.net + creator.vat) + 0);
        expect(total('payables_agencies')).toBe(-(client.net + client.vat) + 0);
      }
      for (const currency of ['SEK', 'EUR', 'JPY']) {
        const lines = trialBalance(await booksOf(month, currency), month);
        const sum = (field: 'opening' | 'debit' | 'credit' | 'closing') =>
          lines.reduce((all, line) => all + line[field], 0);
        expect(sum('debit')).toBeGreaterThan(0);
        expect(sum('debit')).toBe(sum('credit'));
        expect([sum('opening'), sum('closing')]).toEqual([0, 0]);
      }
    },
  );

  it('value balances in other currencies at the end of the month, with gains and losses on their own accounts', async () => {
    const books = await booksOf('2025-03');
    const revalued = books.postings.filter(({ kind }) => kind === 'revaluation');
    expect(revalued.length).toBeGreaterThan(5);
    for (const { debit, credit } of revalued) expect([debit, credit].some((role) => role.startsWith('fx_'))).toBe(true);
    expect(
      books.postings
        .filter(({ kind }) => kind !== 'revaluation')
        .some(({ debit, credit }) => `${debit} ${credit}`.includes('fx_')),
    ).toBe(false);
    // Calculated by hand: the open amount in yen at the end of March, at the rate of that day.
    const { rows } = await pool.query(
      `SELECT -sum(amount_minor) AS minor FROM ledger_entries WHERE account = 'store' AND currency = 'JPY' AND month <= '2025-03-01'`,
    );
    const at = (Date.UTC(2025, 2, 31) - Date.UTC(2024, 11, 20)) / 86_400_000;
    const value = (Number(rows[0].minor) * (11 + at / 200) * 100) / (160 - at / 10);
    const only = {
      opening: books.opening,
      postings: books.postings.filter(({ original }) => original.currency === 'JPY'),
    };
    const line = trialBalance(only, '2025-03').find(({ role }) => role === 'receivables')!;
    expect(Math.abs(line.closing - value)).toBeLessThan(1);
    expect(line.closing).not.toBe(0);
  });

  it('continue: a month opens with the closing balances of the previous one', async () => {
    const [february, march] = [
      trialBalance(await booksOf('2025-02'), '2025-02'),
      trialBalance(await booksOf('2025-03'), '2025-03'),
    ];
    const closing = new Map(february.map((line) => [line.role, line.closing]));
    for (const { role, opening } of march) expect(opening, role).toBe(closing.get(role) ?? 0);
  });

  it('are refused for an open month, and without a rate', async () => {
    await expect(booksOf('2025-04')).rejects.toMatchObject({ code: 'period_open' });
    await expect(booksOf('2025-01', 'KWD')).rejects.toMatchObject({ code: 'no_exchange_rate' });
  });

  it('leave out a currency without a rate and name it, and are complete as soon as rates are loaded', async () => {
    const complete = await booksOf('2025-03');
    expect(complete.omitted).toEqual([]);
    const { rows } = await db.execute(sql`DELETE FROM exchange_rates WHERE currency = 'JPY' RETURNING *`);
    try {
      const partial = await booksOf('2025-03');
      expect(partial.omitted).toEqual(['JPY']);
      const others = ({ original }: { original: { currency: string } }) => original.currency !== 'JPY';
      expect(partial.postings).toEqual(complete.postings.filter(others));
      expect(complete.postings.some((posting) => !others(posting))).toBe(true);
    } finally {
      await db.execute(
        sql`INSERT INTO exchange_rates SELECT * FROM jsonb_populate_recordset(NULL::exchange_rates, ${JSON.stringify(rows)}::jsonb)`,
      );
    }
    expect(await booksOf('2025-03')).toEqual(complete);
  });

  it('are compared with the ledger by the audit, which finds a planted error', async () => {
    const check = async () => (await audit(db)).find(({ title }) => title.startsWith('Accounting exports'))!;
    expect(await check()).toMatchObject({ faults: 0 });
    expect((await check()).examined).toBeGreaterThan(100);
    const { rows } = await pool.query(`SELECT pg_get_viewdef('accounting_postings') AS text`);
    await pool.query(
      `CREATE OR REPLACE VIEW accounting_postings AS ${rows[0].text.replace("e.part = 'vat'", "e.part = 'none'")}`,
    );
    expect((await check()).faults).toBeGreaterThan(0);
    await pool.query(`CREATE OR REPLACE VIEW accounting_postings AS ${rows[0].text}`);
    expect((await check()).faults).toBe(0);
  });
});

describe('The files', () => {
  const given = async (currency = 'SEK'): Promise<MonthBooks> => {
    const { postings } = await booksOf('2025-03', currency);
    const country = currency === 'SEK' ? 'SE' : 'DE';
    return {
      month: '2025-03',
      madeOn: '2025-04-03',
      company: { name: 'Blåbär "Åsa" {AB} 你' },
      settings: { ...defaultsFor(country), datevConsultant: 1001, datevClient: 7 },
      postings: postings.filter(({ month }) => month === '2025-03'),
      omitted: [],
    };
  };

  it('SIE 4 names the currencies that it leaves out', async () => {
    expect((await FORMATS.sie.make({ ...(await given()), omitted: ['KWD'] })).toString('latin1')).toContain(
      '#PROSA "Without KWD: no exchange rate"',
    );
  });

  it('SIE 4 is in code page 437, and each voucher adds up to zero', async () => {
    const books = await given();
    const content = await FORMATS.sie.make(books);
    const lines = content.toString('latin1').split('\r\n');
    expect(lines.slice(0, 6)).toEqual([
      '#FLAGGA 0',
      '#PROGRAM "Tributary" 0.1.0',
      '#FORMAT PC8',
      '#GEN 20250403',
      '#SIETYP 4',
      // å is 134 and Å is 143 in code page 437.
      '#FNAMN "Bl\x86b\x84r \\"\x8fsa\\"  AB  ?"',
    ]);
    expect(content.includes(Buffer.from('å', 'latin1'))).toBe(false);
    let open: number[] | null = null;
    let vouchers = 0;
    let debits = 0;
    for (const line of lines) {
      if (line === '{') open = [];
      else if (line === '}') {
        expect(open!.reduce((sum, minor) => sum + minor, 0)).toBe(0);
        vouchers += 1;
        open = null;
      } else if (line.startsWith('#TRANS')) {
        const [, account, amount] = /^#TRANS (\d{4}) \{\} (-?\d+\.\d\d)$/.exec(line)!;
        expect(lines.some((one) => one.startsWith(`#KONTO ${account} "`))).toBe(true);
        const minor = Math.round(Number(amount) * 100);
        open!.push(minor);
        if (minor > 0) debits += minor;
      } else if (line.startsWith('#VER')) expect(line).toMatch(/^#VER "T" "202503\d{3}" 202503\d\d "/);
    }
    expect(vouchers).toBeGreaterThan(2);
    expect(debits).toBe(books.postings.reduce((sum, { minor }) => sum + minor, 0));
  });

  it('DATEV has its header, one row for each posting, and amounts with a comma', async () => {
    const books = await given('EUR');
    const [header, columns, ...rows] = (await FORMATS.datev.make(books)).toString('latin1').split('\r\n');
    const fields = header!.split(';');
    expect(fields).toHaveLength(31);
    expect(fields.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(fields.slice(10, 16)).toEqual(['1001', '7', '20250101', '4', '20250301', '20250331']);
    expect(columns!.split(';')).toHaveLength(14);
    expect(rows.pop()).toBe('');
    expect(rows).toHaveLength(books.postings.length);
    const total = rows.reduce((sum, row) => sum + Math.round(Number(row.split(';')[0]!.replace(',', '.')) * 100), 0);
    expect(total).toBe(books.postings.reduce((sum, { minor }) => sum + minor, 0));
    for (const row of rows)
      expect(row).toMatch(/^\d+,\d\d;"S";"EUR";;;"";\d{4};\d{4};"40";\d\d03;"202503\d{3}";"";;"[A-Z]/);
  });

  it('CSV contains the amounts before conversion', async () => {
    const books = await given();
    const [header, ...rows] = (await FORMATS.csv.make(books)).toString('utf8').trim().split('\r\n');
    expect(header).toContain('voucher,date,text,debit_account');
    expect(rows).toHaveLength(books.postings.length);
    expect(rows.some((row) => row.includes(',JPY,'))).toBe(true);
  });
});

it('Code page 437 keeps its own characters, and removes accents from others', () => {
  expect([...encodeCp437('aåÅß Š你')]).toEqual([97, 134, 143, 225, 32, 83, 63]);
});
