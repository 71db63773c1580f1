import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type Fault, type Quote, quoted, UnreadableRates } from './rates-file.ts';
import { readCsv } from './read-csv.ts';
import { readXml } from './read-xml.ts';

/** The result of loading a file of rates. */
export interface LoadedRates {
  /** Number of days with a rate. */
  days: number;
  currencies: number;
  /** `YYYY-MM-DD`. */
  newestDay: string;
}

/**
 * Loads a file that the ECB publishes (`eurofxref-daily.xml`, `eurofxref-hist.xml`, `eurofxref.csv`,
 * `eurofxref-hist.csv`). The content determines the format. Existing rates are replaced day by day. A file with an
 * error is not loaded at all.
 * @param text the content of the file
 * @param now rates of days after tomorrow are refused; tomorrow may have begun in another time zone
 * @throws UnreadableRates naming the lines
 */
export async function loadRates(
  db: Pick<Database, 'execute'>,
  text: string,
  now: Date = new Date(),
): Promise<LoadedRates> {
  const rates = checked(readQuotes(text), now);
  // A fixed order, independent of the order of the file, so that concurrent loads wait for each other and do not
  // deadlock.
  await db.execute(sql`
    INSERT INTO exchange_rates AS known (currency, day, units_per_eur, source)
    SELECT currency, day, rate, 'ECB' FROM unnest(${sql.param(rates.map(({ currency }) => currency))}::char(3)[],
      ${sql.param(rates.map(({ day }) => day))}::date[], ${sql.param(rates.map(({ rate }) => rate))}::numeric[]) AS r (currency, day, rate)
    ORDER BY currency, day
    ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = excluded.units_per_eur, source = excluded.source
    WHERE (known.units_per_eur, known.source) <> (excluded.units_per_eur, excluded.source)`);
  const days = new Set(rates.map(({ day }) => day));
  return {
    days: days.size,
    currencies: new Set(rates.map(({ currency }) => currency)).size,
    newestDay: [...days].reduce((newest, day) => (day > newest ? day : newest)),
  };
}

function readQuotes(text: string): Quote[] {
  const content = text.replace(/^\ufeff/, '');
  if (content.trimStart().startsWith('<')) return readXml(content);
  if (content.trimStart().startsWith('Date')) return readCsv(content);
  const says = content.startsWith('PK\u0003\u0004')
    ? 'is a ZIP archive; load the file that is in it'
    : 'is neither XML nor a table that begins with Date';
  throw new UnreadableRates([{ line: 1, says }]);
}

const FIRST_DAY = '1999-01-01';
const RATE = /^\d{1,10}(?:\.\d{1,8})?$/;
const CURRENCY = /^[A-Z]{3}$/;
const DAY_MS = 86_400_000;

/** @throws UnreadableRates naming every line with an error */
function checked(quotes: readonly Quote[], now: Date): Pick<Quote, 'day' | 'currency' | 'rate'>[] {
  const lastDay = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  const faults: Fault[] = [];
  const known = new Set<string>();
  const readDay = dayReader();
  const rates = quotes.flatMap(({ line, currency, rate, ...quote }) => {
    const day = readDay(quote.day);
    const says = faultOf({ day, currency, rate }, quote.day, lastDay) ?? repeated(known, `${currency} of ${day}`);
    if (says === null && day !== null) return { day, currency, rate };
    if (faults.at(-1)?.line !== line || faults.at(-1)?.says !== says) faults.push({ line, says: says ?? '' });
    return [];
  });
  if (faults.length === 0 && rates.length === 0) faults.push({ line: 1, says: 'the file contains no rate' });
  if (faults.length > 0) throw new UnreadableRates(faults);
  return rates;
}

function faultOf(
  { day, currency, rate }: { day: string | null; currency: string; rate: string },
  given: string,
  lastDay: string,
) {
  if (day === null) return `${quoted(given)} is not a calendar day`;
  if (day < FIRST_DAY) return `${day} is before the euro`;
  if (day > lastDay) return `${day} is in the future`;
  if (!CURRENCY.test(currency)) return `${quoted(currency)} is not a currency code`;
  if (currency === 'EUR') return 'EUR is the base currency and has no rate';
  if (!RATE.test(rate))
    return `${quoted(rate)} is not a rate of ${currency}: at most ten digits, and eight after the point`;
  return Number(rate) === 0 ? `a rate of ${currency} is zero` : null;
}

function repeated(known: Set<string>, quote: string): string | null {
  if (known.has(quote)) return `has ${quote} a second time`;
  known.add(quote);
  return null;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Returns a parser for `2026-11-20` and `20 November 2026`; it returns null for anything that is not a calendar day. */
function dayReader(): (text: string) => string | null {
  const read = new Map<string, string | null>();
  return (text) => {
    const known = read.get(text);
    if (known !== undefined) return known;
    const day = dayOf(text);
    read.set(text, day);
    return day;
  };
}

function dayOf(text: string): string | null {
  const [, date, month = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  const day = date === undefined ? text : `${year}-${number}-${date.padStart(2, '0')}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}
