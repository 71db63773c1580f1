import { type SQL, sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { FIRST_OPEN } from '../periods/closable-months.ts';
import { closeJobKey } from './close-job.ts';
import { type ReachedStep, readStep } from './closing-progress.ts';

/** The totals of a month's invoices of one kind and currency, in minor units. */
export interface PeriodSum {
  kind: 'store' | 'client' | 'creator';
  currency: string;
  invoices: number;
  netMinor: number;
  vatMinor: number;
  totalMinor: number;
  /** The sum of the paid invoices. */
  paidInvoices: number;
  paidMinor: number;
}

/** A payment period. */
export interface Period {
  /** `YYYY-MM` */
  month: string;
  closedAt: Date | null;
  closedBy: number | null;
  sums: PeriodSum[];
}

/** A requested closing that has not finished. */
export interface Closing {
  /** `failed`: the closing is not retried automatically. */
  state: 'waiting' | 'failed';
  /** The reason why the last attempt failed; null: there was none, or one is running. */
  lastError: string | null;
  /** How far it has come; null while it is not running. */
  progress: ReachedStep | null;
}

type Row = { month: string; closed_at: string | null; closed_by: number | null };

/** Every month that has been closed or could be, up to the current one. */
const monthsUpTo = (today: string): SQL => sql`(
  SELECT month FROM payment_periods UNION
  SELECT g::date FROM generate_series(${FIRST_OPEN}::timestamp, date_trunc('month', ${today}::timestamp), interval '1 month') g) m
  LEFT JOIN payment_periods p ON p.month = m.month`;

const COLUMNS = sql`to_char(m.month, 'YYYY-MM') AS month, p.closed_at, p.closed_by`;

/** Lists the payment periods up to the current one, latest first, with the sums of their invoices. */
export async function listPeriods(
  ctx: Pick<Context, 'db' | 'now'>,
  calendar: Calendar,
  page: PageRequest,
): Promise<Page<Period>> {
  const from = monthsUpTo(calendar.dayOf(ctx.now().getTime()));
  const found = await readPage<Row>(ctx.db, { columns: COLUMNS, from, order: sql`m.month DESC` }, page);
  const sums = await readSums(
    ctx.db,
    found.items.map(({ month }) => month),
  );
  return { total: found.total, items: found.items.map((row) => periodOf(row, sums)) };
}

/** Reads one payment period; an open one has no invoices. @param month `YYYY-MM` */
export async function readPeriod({ db }: Pick<Context, 'db'>, month: string): Promise<Period> {
  const { rows } = await db.execute<Row>(sql`
    SELECT ${COLUMNS} FROM (SELECT ${`${month}-01`}::date AS month) m LEFT JOIN payment_periods p ON p.month = m.month`);
  return periodOf(rows[0]!, await readSums(db, [month]));
}

/** Reads the requested and unfinished closing of a month; null if there is none. */
export async function readClosing({ db }: Pick<Context, 'db'>, month: string): Promise<Closing | null> {
  const { rows } = await db.execute<{ is_over: boolean; last_error: string | null }>(sql`
    SELECT attempts >= max_attempts AND locked_at IS NULL AS is_over, last_error FROM graphile_worker.jobs WHERE key = ${closeJobKey(month)}`);
  const job = rows[0];
  if (job === undefined) return null;
  return {
    state: job.is_over ? 'failed' : 'waiting',
    lastError: job.last_error,
    progress: job.is_over ? null : await readStep(db, month),
  };
}

type SumRow = Record<string, unknown> & PeriodSum & { month: string };

async function readSums(db: Database, months: readonly string[]): Promise<SumRow[]> {
  const { rows } = await db.execute<SumRow>(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, kind, currency, count(*) AS invoices, sum(net_minor)::bigint AS "netMinor",
      sum(vat_minor)::bigint AS "vatMinor", sum(total_minor)::bigint AS "totalMinor", count(paid_at) AS "paidInvoices",
      coalesce(sum(total_minor) FILTER (WHERE paid_at IS NOT NULL), 0)::bigint AS "paidMinor"
    FROM invoices WHERE month = ANY (${sql.param(months.map((month) => `${month}-01`))}::date[])
    GROUP BY invoices.month, kind, currency ORDER BY month, kind DESC, currency`);
  return rows;
}

function periodOf({ month, closed_at: at, closed_by: closedBy }: Row, sums: readonly SumRow[]): Period {
  const mine = sums.filter((sum) => sum.month === month);
  return { month, closedAt: at === null ? null : new Date(at), closedBy, sums: mine };
}
