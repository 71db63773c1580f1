import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { writeAudit } from '../../accounts/index.ts';
import { OWN_STORE_SQL } from '../../clicks/index.ts';
import { settleRateSteps } from '../../orders/index.ts';
import type { Company } from '../company.ts';
import { publishInvoices } from '../events.ts';
import { settleFromBalances } from '../prepaid/settle-from-balances.ts';
import { bookDifferences } from './book-differences.ts';
import { firstOpenMonth, requireClosable } from './closable-months.ts';
import { findDifferences } from './differences.ts';
import { draftInvoices, type InvoiceDraft, issueInvoices } from './issue-invoices.ts';
import { type Month, monthAround, monthOf, nextMonth } from './month.ts';
import { oweBonuses } from './owe-bonuses.ts';

/** The steps of a closing, in their order. The first and the last are transactions of their own. */
export const CLOSING_STEPS = ['payments', 'differences', 'invoices', 'bookings', 'notices', 'balances'] as const;
export type ClosingStep = (typeof CLOSING_STEPS)[number];

/** A step that begins. */
export interface ClosingProgress {
  /** `YYYY-MM` */
  month: string;
  step: ClosingStep;
  /** The number of rows that the step before has left for it: differences, invoices, bookings; null where nothing is counted. */
  rows: number | null;
}

export interface ClosingDeps {
  calendar: Calendar;
  company: Company;
  /** Called when a step begins. */
  onProgress?: (progress: ClosingProgress) => void | Promise<void>;
}

/** The result of closing a month. */
export interface ClosedPeriod {
  /** `YYYY-MM` */
  month: string;
  /** False if the month was already closed and nothing was done. */
  isNew: boolean;
  invoices: { store: number; agency: number; creator: number };
}

/** Serializes closings across all processes. */
const CLOSING = sql`SELECT pg_advisory_xact_lock(hashtext('close_period'))`;

/**
 * Closes a month. A first transaction creates the payments that the month owes: bonuses and agreed sums. It is short, because it locks the credit of their
 * stores, for which clicks wait. The second transaction closes the month as a whole: it books every amount owed by its end that is not booked yet, and
 * issues the invoices and statements of stores, agencies and creators. It locks nothing for which clicks, orders or statistics wait. Later changes
 * (late clicks and orders, refunds, approvals) are booked by the next closing as adjustments. A closed month does not change. The new invoices are
 * then paid from prepaid balances. If the process ends between two transactions, the next closing or the reminders perform the rest.
 * @param ctx with a database without a statement timeout, because all totals since the beginning are read
 * @param month `YYYY-MM`
 * @throws RuleRefused as `requireClosable` does
 */
export async function closePeriod(
  ctx: Pick<Context, 'db' | 'now'> & { actorId: number | null },
  deps: ClosingDeps,
  { month: name }: { month: string },
): Promise<ClosedPeriod> {
  const month = monthOf(name);
  const at = ctx.now();
  const today = deps.calendar.dayOf(at.getTime());
  const begin = async (step: ClosingStep, rows: number | null = null) => deps.onProgress?.({ month: name, step, rows });
  await begin('payments');
  // Orders of the month have the step of their whole period when they are booked.
  await settleRateSteps(ctx, { isWhole: true });
  const isOpen = await ctx.db.transaction(async (tx) => {
    if (!(await holdOpen(tx, name, today))) return false;
    await owePayments(tx, deps, { month, at });
    return true;
  });
  if (!isOpen) return { month: name, isNew: false, invoices: await countInvoices(ctx.db, month) };
  const closed = await ctx.db.transaction(async (tx) => {
    if (!(await holdOpen(tx, name, today)))
      return { month: name, isNew: false, invoices: await countInvoices(tx, month) };
    await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month.first}) ON CONFLICT DO NOTHING`);
    await begin('differences');
    await begin('invoices', await findDifferences(tx, month));
    const drafts = await draftInvoices(tx, month, deps.company);
    const closing = { month, at, today };
    const issued = await issueInvoices(tx, closing, drafts);
    await begin('bookings', issued.length);
    await begin('notices', await bookDifferences(tx, closing, issued));
    await publishInvoices(tx, 'issued', { ids: issued.map(({ id }) => id), at });
    await tx.execute(
      sql`UPDATE payment_periods SET closed_at = ${at.toISOString()}, closed_by = ${ctx.actorId} WHERE month = ${month.first}`,
    );
    await writeAudit(tx, {
      actorId: ctx.actorId,
      action: 'period.closed',
      subjectKind: 'period',
      subjectId: null,
      details: { month: name },
    });
    return { month: name, isNew: true, invoices: await countInvoices(tx, month) };
  });
  // Payments, payout runs and the audit read the new entries next. Without statistics of them, PostgreSQL expects the former sizes until it has noticed.
  await begin('balances');
  await ctx.db.execute(sql`ANALYZE closing_bookings, single_entries, invoices, invoice_lines`);
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await settleFromBalances(tx, { now, calendar: deps.calendar });
    await tx.execute(
      sql`SELECT release_guarantees(finished_guarantees(${now.toISOString()}), ${now.toISOString()}, NULL)`,
    );
  });
  return closed;
}

/**
 * Takes the lock of closings until the end of the transaction.
 * @returns whether the month is open
 * @throws RuleRefused when it cannot be closed
 */
async function holdOpen(tx: Database, name: string, today: string): Promise<boolean> {
  await tx.execute(CLOSING);
  const known = await periodOf(tx, monthOf(name));
  if (known?.closed_at != null) return false;
  await requireClosable(tx, name, today);
  return true;
}

/** Creates the payments that a month owes: bonuses, and the agreed sums of participants. */
async function owePayments(
  tx: Database,
  { calendar }: Pick<ClosingDeps, 'calendar'>,
  { month, at }: { month: Month; at: Date },
): Promise<void> {
  await oweBonuses(tx, { month, at });
  await oweAgreedSums(tx, { month, at, calendar });
}

/** Drafts the invoices of a month in a transaction that is rolled back, as a preview of its closing. */
export async function draftClosing(
  tx: Database,
  deps: Pick<ClosingDeps, 'calendar' | 'company'>,
  { month, at }: { month: Month; at: Date },
): Promise<InvoiceDraft[]> {
  await owePayments(tx, deps, { month, at });
  await findDifferences(tx, month);
  return draftInvoices(tx, month, deps.company);
}

/** Closes every past month that is open, oldest first. */
export async function closeAllPeriods(
  ctx: Pick<Context, 'db' | 'now'> & { actorId: number | null },
  deps: ClosingDeps,
): Promise<ClosedPeriod[]> {
  const closed: ClosedPeriod[] = [];
  const current = monthAround(deps.calendar.dayOf(ctx.now().getTime())).first;
  let month = await firstOpenMonth(ctx.db);
  while (month !== null && `${month}-01` < current) {
    closed.push(await closePeriod(ctx, deps, { month }));
    month = nextMonth(`${month}-01`).slice(0, 7);
  }
  return closed;
}

async function periodOf(tx: Database, { first }: Month): Promise<{ closed_at: string | null } | undefined> {
  const { rows } = await tx.execute<{ closed_at: string | null }>(
    sql`SELECT closed_at FROM payment_periods WHERE month = ${first}`,
  );
  return rows[0];
}

/**
 * Creates the one-time payments of participants who have completed a campaign by the end of the month: the agreed amount, otherwise that of the campaign.
 * A later agreement replaces the amount. Stores that are not approved and participants who are members of the
 * store are omitted. The store's credit is not checked, because the amount was reserved when it was promised (migrations/repeatable/store_exposure.sql).
 */
async function oweAgreedSums(
  tx: Database,
  { month, at, calendar }: { month: Month; at: Date; calendar: Calendar },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO one_time_payments AS t (store_id, user_id, agency_id, participant_id, user_minor, currency, payment_date, comment, created_at, updated_at)
    SELECT o.store_id, p.user_id, u.agency_id, p.id, sum.minor, s.currency, done.day, o.shown_title,
      ${at.toISOString()}, ${at.toISOString()}
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = p.user_id
    CROSS JOIN LATERAL (SELECT coalesce(p.payment_amount_minor, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END) AS minor) sum
    CROSS JOIN LATERAL (SELECT (max(a.created_at) AT TIME ZONE ${calendar.timeZone})::date AS day FROM activities a
      WHERE a.participant_id = p.id AND a.new_status = 'done') done
    LEFT JOIN one_time_payments paid ON paid.participant_id = p.id
    WHERE p.status = 'done' AND sum.minor > 0 AND done.day <= ${month.last}::date AND paid.user_minor IS DISTINCT FROM sum.minor
      AND s.approval = 'approved' AND NOT ${sql.raw(OWN_STORE_SQL)}
    ON CONFLICT (participant_id) DO UPDATE SET user_minor = excluded.user_minor, updated_at = excluded.updated_at
    WHERE t.user_minor <> excluded.user_minor`);
}

async function countInvoices(tx: Database, { first }: Month): Promise<ClosedPeriod['invoices']> {
  const { rows } = await tx.execute<ClosedPeriod['invoices']>(sql`
    SELECT count(*) FILTER (WHERE kind = 'store') AS store, count(*) FILTER (WHERE kind = 'client') AS agency,
      count(*) FILTER (WHERE kind = 'creator') AS creator
    FROM invoices WHERE month = ${first} AND credits_id IS NULL`);
  return rows[0]!;
}
