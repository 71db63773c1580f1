import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { loadRates } from './load-rates.ts';
import { UnreadableRates } from './rates-file.ts';

const { db, pool } = await createTestDatabase();
const NOW = new Date('2026-11-21T10:00:00Z');

type Rate = [currency: string, day: string, rate: string];

const load = (text: string) => loadRates(db, text, NOW);
const stored = async (where = `source = 'ECB'`): Promise<Rate[]> => {
  const { rows } = await pool.query(
    `SELECT currency, day, trim_scale(units_per_eur)::text AS rate FROM exchange_rates WHERE ${where} ORDER BY day, currency`,
  );
  return rows.map(({ currency, day, rate }) => [currency, day, rate]);
};
const faultOf = async (text: string): Promise<string> => {
  const fault = await load(text).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(UnreadableRates);
  expect(await stored()).toEqual([]);
  return (fault as Error).message;
};

const envelope = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes}
\t</Cube>
</gesmes:Envelope>`;
const DAILY_XML = envelope(`\t\t<Cube time='2026-11-20'>
\t\t\t<Cube currency='USD' rate='1.0956'/>
\t\t\t<Cube currency='JPY' rate='155.74'/>
\t\t</Cube>`);
const HISTORY_XML = envelope(
  `<Cube time="2026-11-20"><Cube currency="USD" rate="1.0956"/><Cube currency="JPY" rate="155.74"/></Cube>` +
    `<Cube time="2007-12-31"><Cube currency="USD" rate="1.4721"/><Cube currency="CYP" rate="0.585274"/></Cube>`,
);
const DAILY_CSV = 'Date, USD, JPY, \n20 November 2026, 1.0956, 155.74, \n';
const HISTORY_CSV = 'Date,USD,JPY,CYP,\n2026-11-20,1.0956,155.74,N/A,\n2007-12-31,1.4721,N/A,0.585274,\n';
const DAILY: Rate[] = [
  ['JPY', '2026-11-20', '155.74'],
  ['USD', '2026-11-20', '1.0956'],
];
const HISTORY: Rate[] = [['CYP', '2007-12-31', '0.585274'], ['USD', '2007-12-31', '1.4721'], ...DAILY];

beforeEach(async () => {
  await pool.query(`DELETE FROM exchange_rates WHERE source <> 'default set'`);
});

describe('the files that the ECB publishes', () => {
  it.each([
    ['eurofxref-daily.xml', DAILY_XML, DAILY],
    ['eurofxref.csv', DAILY_CSV, DAILY],
    ['eurofxref-hist.xml', HISTORY_XML, HISTORY],
    ['eurofxref-hist.csv', HISTORY_CSV, HISTORY],
  ])('are loaded correctly: %s', async (_name, text, rates) => {
    const days = new Set(rates.map(([, day]) => day)).size;
    const currencies = new Set(rates.map(([currency]) => currency)).size;
    expect(await load(text)).toEqual({ days, currencies, newestDay: '2026-11-20' });
    expect(await stored()).toEqual(rates);
  });

  it('are loaded with a byte order mark and Windows line endings', async () => {
    for (const text of [DAILY_XML, DAILY_CSV]) {
      await load(`\ufeff${text.replaceAll('\n', '\r\n')}`);
      expect(await stored()).toEqual(DAILY);
    }
  });

  it('replace the rates of the same days, including the default set, and nothing else', async () => {
    const before = await stored(`source = 'default set'`);
    await load('Date,USD,\n2026-11-20,1.0956,\n2024-01-02,1.5,\n');
    await load('Date,USD,\n2026-11-20,2,\n');
    expect(await stored()).toEqual([
      ['USD', '2024-01-02', '1.5'],
      ['USD', '2026-11-20', '2'],
    ]);
    expect(await stored(`source = 'default set'`)).toEqual(before.filter(([currency]) => currency !== 'USD'));
  });

  it('may be loaded concurrently', async () => {
    const other = 'Date,CYP,JPY,USD,\n2007-12-31,0.585274,N/A,1.4721,\n2026-11-20,N/A,155.74,1.0956,\n';
    await Promise.all([HISTORY_CSV, other, HISTORY_XML, other].map(load));
    expect(await stored()).toEqual(HISTORY);
  });

  it('keep every digit of the rate in each format', async () => {
    const rate = fc
      .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }))
      .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale));
    const rates = fc.array(rate, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rates, async (given) => {
        const days = given.map((_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
        const csv = `Date,USD\n${given.map((rate, index) => `${days[index]},${rate}`).join('\n')}`;
        const xml = envelope(
          given
            .map((rate, index) => `<Cube time="${days[index]}"><Cube currency="USD" rate="${rate}"/></Cube>`)
            .join('\n'),
        );
        for (const text of [csv, xml]) {
          await pool.query(`DELETE FROM exchange_rates WHERE source <> 'default set'`);
          await load(text);
          const { rows } = await pool.query(
            `SELECT count(*)::int AS same FROM exchange_rates e JOIN unnest($1::date[], $2::numeric[]) AS g (day, rate)
             ON e.day = g.day AND e.currency = 'USD' AND e.units_per_eur = g.rate`,
            [days, given],
          );
          expect(rows[0].same).toBe(given.length);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('may hold 25 years of 41 currencies', async () => {
    const codes = Array.from({ length: 41 }, (_, n) => `X${String.fromCharCode(65 + n / 26, 65 + (n % 26))}`);
    const days = Array.from({ length: 6_400 }, (_, n) =>
      new Date(Date.UTC(2001, 0, 1) + n * 86_400_000).toISOString().slice(0, 10),
    );
    const lines = days.map((day, n) => `${day},${codes.map((_, at) => `${n + 1}.${at}`)},`);
    const text = `Date,${codes},\n${lines.join('\n')}\n`;
    expect(await load(text)).toEqual({ days: 6_400, currencies: 41, newestDay: days.at(-1) });
    expect((await stored()).length).toBe(6_400 * 41);
  });
});

describe('a file with an error is not loaded at all, and its line is named', () => {
  const csv = (line: string) => `Date,USD,JPY,\n2026-11-20,1.0956,155.74,\n${line}\n`;

  it.each([
    ['2026-13-01,1,2,', 'Line 3: "2026-13-01" is not a calendar day.'],
    ['2026-02-30,1,2,', 'Line 3: "2026-02-30" is not a calendar day.'],
    ['31 November 2026,1,2,', 'Line 3: "31 November 2026" is not a calendar day.'],
    ['20 Brumaire 2026,1,2,', 'Line 3: "20 Brumaire 2026" is not a calendar day.'],
    ['1998-12-31,1,2,', 'Line 3: 1998-12-31 is before the euro.'],
    ['2026-11-23,1,2,', 'Line 3: 2026-11-23 is in the future.'],
    ['2026-11-19,1,x,', 'Line 3: "x" is not a rate of JPY'],
    ['2026-11-19,1,,', 'Line 3: "" is not a rate of JPY'],
    ['2026-11-19,-1,1,', 'Line 3: "-1" is not a rate of USD'],
    ['2026-11-19,1e3,1,', 'Line 3: "1e3" is not a rate of USD'],
    ['2026-11-19,0.000000001,1,', 'Line 3: "0.000000001" is not a rate of USD'],
    ['2026-11-19,12345678901,1,', 'Line 3: "12345678901" is not a rate of USD'],
    ['2026-11-19,0.00,1,', 'Line 3: a rate of USD is zero.'],
    ['2026-11-20,1,2,', 'Line 3: has USD of 2026-11-20 a second time.'],
    ['20 November 2026,1,2,', 'Line 3: has USD of 2026-11-20 a second time.'],
    ['2026-11-19,1,', 'Line 3: has 2 cells where the header has 3.'],
    ['2026-11-19,1,2,3,', 'Line 3: has 4 cells where the header has 3.'],
    ['2026-11-19,1,"2', 'Line 3: is no line of a CSV file.'],
  ])('CSV: %s', async (line, says) => {
    expect(await faultOf(csv(line))).toContain(says);
  });

  it.each([
    ['', 'Line 1: is neither XML nor a table'],
    ['currency;rate\nUSD;1\n', 'Line 1: is neither XML nor a table'],
    ['PK\u0003\u0004…', 'Line 1: is a ZIP archive'],
    ['Date\n2026-11-20\n', 'Line 1: does not begin with Date and currencies.'],
    ['Date,USD,USD,\n2026-11-20,1,2,\n', 'Line 1: names "USD" twice.'],
    ['Date,usd,\n2026-11-20,1,\n', 'Line 2: "usd" is not a currency code.'],
    ['Date,EUR,\n2026-11-20,1,\n', 'Line 2: EUR is the base currency and has no rate.'],
    ['Date,USD,\n2026-11-20,N/A,\n', 'Line 1: the file contains no rate.'],
    ['Date,USD,\n', 'Line 1: the file contains no rate.'],
    ['<html><body>Not found</body></html>', 'Line 1: is no Envelope with Cubes of days.'],
    ['<Envelope/>', 'Line 1: is no Envelope with Cubes of days.'],
    [DAILY_XML.replace('</Cube>', ''), 'is no XML'],
    [DAILY_XML.replace("'155.74'", "'155,74'"), 'Line 10: "155,74" is not a rate of JPY'],
    [DAILY_XML.replace("rate='155.74'", ''), 'Line 10: is no Cube with a currency and a rate.'],
    [DAILY_XML.replace("time='2026-11-20'", ''), 'Line 8: is no Cube with a time and rates.'],
    [DAILY_XML.replace('JPY', 'USD'), 'Line 10: has USD of 2026-11-20 a second time.'],
  ])('%s', async (text, says) => {
    expect(await faultOf(text)).toContain(says);
  });

  it('XML whose entities would be expanded', async () => {
    const bomb = `<!DOCTYPE Envelope [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    expect(await faultOf(DAILY_XML.replace('?>\n', `?>\n${bomb}`))).toContain('Line 2: has a document type.');
    expect(await faultOf(DAILY_XML.replace('155.74', '&#49;'))).toContain('Line 10: "&#49;" is not a rate of JPY');
  });

  it('ten errors are listed, and the rest are counted', async () => {
    const lines = Array.from({ length: 12 }, (_, n) => `2026-01-${10 + n},x,1,`);
    const message = await faultOf(csv(lines.join('\n')));
    expect(message.split('\n')).toHaveLength(12);
    expect(message).toMatch(/^No rate was loaded\.\nLine 3: [\s\S]*Line 12: [\s\S]*\nAnd 2 more\.$/);
  });
});
