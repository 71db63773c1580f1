import Big from 'big.js';
import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { exchange } from '../../../platform/exchange-rates/exchange.ts';
import { hasRate, noRate } from '../../../platform/exchange-rates/has-rate.ts';
import { type Month, monthOf, nextMonth } from '../periods/month.ts';
import { isMonetary, isOfResult, type Role } from './chart.ts';

/** An amount that is debited to one account and credited to another, in the currency of the books. */
export interface Posting {
  /** `YYYY-MM` */
  month: string;
  /** `YYYY-MM-DD`, in the month. */
  day: string;
  /**
   * `closing`: bookings of a closing. `received`: stores have paid. `prepaid`: invoices paid from balances. `revaluation`: of
   * balances in other currencies.
   */
  kind: 'closing' | 'credit_note' | 'received' | 'prepaid' | 'paid_out' | 'revaluation';
  debit: Role;
  credit: Role;
  /** Minor units of the currency of the books; positive. */
  minor: number;
  /**
   * The amount before conversion: minor units, which are 0 for a revaluation, and the minor units of the books for each of them.
   */
  original: { minor: number; currency: string; factor: string };
}

/** Balances before the first posting: minor units of the currency of the books, positive for a debit. */
type Opening = Map<Role, number>;

/** The books of a span of months of one year. */
export interface Books {
  opening: Opening;
  postings: Posting[];
  /** Currencies without a rate, in alphabetical order: nothing of them is in the books until rates are loaded. */
  omitted: string[];
}

type Row = {
  month: string;
  day: string;
  kind: Posting['kind'];
  debit: Role;
  credit: Role;
  currency: string;
  minor: number;
  factor: string | null;
};

/** Reading a year takes long, because it reads the ledger of the year. */
const TIMEOUT_MS = 60_000;

/**
 * Reads the books from the first month of a year to a month: the ledger's entries of each day, converted at the rates of that
 * day, and for each month the revaluation of balances in other currencies. Amounts are rounded half away from zero, each once,
 * and the same amount is debited and credited.
 * @param currency the currency of the books
 * @param month the last month, `YYYY-MM`
 * A currency without a rate is left out as a whole and named, so that it does not block the others; it is posted in the same months as soon as rates are loaded.
 * @throws RuleRefused `period_open` when the month is not closed, `no_exchange_rate` when the currency of the books has no rate and others occur
 */
export async function readBooks(
  { db }: Pick<Context, 'db'>,
  { calendar }: { calendar: Calendar },
  { currency, month }: { currency: string; month: string },
): Promise<Books> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
      await requireClosed(tx, month);
      const span = { first: `${month.slice(0, 4)}-01-01`, last: monthOf(month).last };
      const rows = await readRows(tx, calendar, currency, span);
      const before = await readBalances(tx, span.first);
      const currencies = [...new Set([...rows, ...before].map((row) => row.currency))].filter(
        (one) => one !== currency,
      );
      const factors = await readFactors(tx, currency, currencies, monthEnds(span));
      const rated = new Set([...factors.keys()].map((key) => key.split(' ')[1]));
      const omitted = currencies.filter((one) => !rated.has(one)).sort();
      if (omitted.length === currencies.length && omitted.length > 0 && !(await hasRate(tx, currency)))
        throw noRate(currency);
      const isKept = (row: { currency: string }) => !omitted.includes(row.currency);
      return { ...booksOf(rows.filter(isKept), before.filter(isKept), { currency, span, factors }), omitted };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function booksOf(
  rows: readonly Row[],
  before: readonly { role: Role; currency: string; minor: number }[],
  { currency, span, factors }: { currency: string; span: Month; factors: Map<string, string> },
): Omit<Books, 'omitted'> {
  const valueAt = (day: string, minor: number, from: string) => {
    if (from === currency || minor === 0) return minor;
    return convert(minor, factors.get(`${day} ${from}`)!);
  };
  const opening: Opening = new Map();
  /** Balances by role and currency, in this currency and in that of the books. */
  const balances = new Map<string, { role: Role; currency: string; minor: number; booked: number }>();
  const balanceOf = (role: Role, of: string) => {
    const key = `${role} ${of}`;
    const found = balances.get(key) ?? { role, currency: of, minor: 0, booked: 0 };
    balances.set(key, found);
    return found;
  };
  let net = 0;
  for (const { role, currency: of, minor } of before) {
    const booked = valueAt(addDays(span.first, -1), minor, of);
    Object.assign(balanceOf(role, of), { minor, booked });
    opening.set(role, (opening.get(role) ?? 0) + booked);
    net += booked;
  }
  // The results of earlier years, which their accounts no longer contain.
  if (net !== 0) opening.set('retained_earnings', -net);

  const postings: Posting[] = [];
  for (const last of monthEnds(span).slice(1)) {
    for (const row of rows.filter((one) => monthOf(one.month).last === last)) {
      const { kind, debit, credit, minor: amount, currency: of, factor, day, month } = row;
      const converted = of === currency ? amount : convert(amount, factor!);
      for (const [role, sign] of [
        [debit, 1],
        [credit, -1],
      ] as const) {
        const balance = balanceOf(role, of);
        balance.minor += sign * amount;
        balance.booked += sign * converted;
      }
      if (converted === 0) continue;
      const original = { minor: Math.abs(amount), currency: of, factor: factor! };
      const sides = converted > 0 ? { debit, credit } : { debit: credit, credit: debit };
      postings.push({ month, day, kind, ...sides, minor: Math.abs(converted), original });
    }
    for (const balance of balances.values()) {
      if (balance.currency === currency || !isMonetary(balance.role)) continue;
      const value = valueAt(last, balance.minor, balance.currency);
      const gain = value - balance.booked;
      balance.booked = value;
      if (gain === 0) continue;
      const sides =
        gain > 0
          ? ({ debit: balance.role, credit: 'fx_gains' } as const)
          : ({ debit: 'fx_losses', credit: balance.role } as const);
      const original = {
        minor: 0,
        currency: balance.currency,
        factor: factors.get(`${last} ${balance.currency}`) ?? '0',
      };
      postings.push({
        month: last.slice(0, 7),
        day: last,
        kind: 'revaluation',
        ...sides,
        minor: Math.abs(gain),
        original,
      });
    }
  }
  return { opening, postings };
}

/**
 * Converts an amount, rounded half away from zero.
 * @param factor minor units of the target for each of the source
 */
function convert(minor: number, factor: string): number {
  const value = new Big(minor).times(factor).round(0, Big.roundHalfUp).toNumber();
  return value === 0 ? 0 : value;
}

/** The day before the span, and the last day of each of its months. */
function monthEnds({ first, last }: Month): string[] {
  const days = [addDays(first, -1)];
  for (let at = first; at <= last; at = nextMonth(at)) days.push(monthOf(at.slice(0, 7)).last);
  return days;
}

async function requireClosed(tx: Database, month: string): Promise<void> {
  const { rows } = await tx.execute<{ is_closed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payment_periods WHERE month = ${`${month}-01`}::date AND closed_at IS NOT NULL) AS is_closed`);
  if (!rows[0]!.is_closed) throw new RuleRefused('period_open', `The month ${month} is not closed. Close it first.`);
}

/** The ledger of a range, by day. Entries that a closing booked after the end of its month belong to the last day of the month. */
async function readRows(tx: Database, calendar: Calendar, currency: string, { first, last }: Month): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    WITH sums AS MATERIALIZED (
      SELECT p.month, d.day, p.kind, p.debit, p.credit, p.currency, sum(p.amount_minor)::bigint AS minor FROM accounting_postings p
      CROSS JOIN LATERAL (SELECT greatest(p.month, least((p.at AT TIME ZONE ${calendar.timeZone})::date,
        (p.month + interval '1 month')::date - 1)) AS day) d
      WHERE p.month BETWEEN ${first}::date AND ${last}::date GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(p.amount_minor) <> 0
    ), ${exchange({ from: sql`SELECT DISTINCT currency FROM sums`, to: sql`SELECT ${currency}::char(3)`, days: sql`SELECT DISTINCT day FROM sums` })}
    SELECT to_char(s.month, 'YYYY-MM') AS month, s.day, s.kind, s.debit, s.credit, s.currency, s.minor,
      CASE WHEN s.currency = ${currency}::char(3) THEN '1' ELSE x.factor::text END AS factor
    FROM sums s LEFT JOIN exchange x ON x.source = s.currency AND x.target = ${currency}::char(3) AND x.day = s.day
    ORDER BY s.day, s.kind, s.debit, s.credit, s.currency`);
  return rows;
}

/** Balances before a day of the accounts that carry over to the next year. */
async function readBalances(tx: Database, day: string): Promise<{ role: Role; currency: string; minor: number }[]> {
  const { rows } = await tx.execute<{ role: Role; currency: string; minor: number }>(sql`
    SELECT x.role, p.currency, sum(x.minor)::bigint AS minor FROM accounting_postings p
    CROSS JOIN LATERAL (VALUES (p.debit, p.amount_minor), (p.credit, -p.amount_minor)) AS x (role, minor)
    WHERE p.month < ${day}::date GROUP BY 1, 2 HAVING sum(x.minor) <> 0 ORDER BY 1, 2`);
  return rows.filter(({ role }) => !isOfResult(role));
}

async function readFactors(
  tx: Database,
  currency: string,
  currencies: readonly string[],
  days: readonly string[],
): Promise<Map<string, string>> {
  if (currencies.length === 0) return new Map();
  const { rows } = await tx.execute<{ source: string; day: string; factor: string }>(sql`
    WITH ${exchange({ from: sql`SELECT unnest(${sql.param([...currencies])}::char(3)[])`, to: sql`SELECT ${currency}::char(3)`, days: sql`SELECT unnest(${sql.param([...days])}::date[])` })}
    SELECT source, day, factor::text AS factor FROM exchange WHERE target = ${currency}::char(3)`);
  return new Map(rows.map(({ source, day, factor }) => [`${day} ${source}`, factor]));
}
