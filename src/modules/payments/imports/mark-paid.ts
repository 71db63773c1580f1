import { sql } from 'drizzle-orm';
import { type Calendar, startOfDay } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { writeAudit } from '../../accounts/index.ts';
import { publishInvoices } from '../events.ts';
import { holdPayouts } from '../payouts-lock.ts';
import { findNamed, holdImports, type NamedRow, type RowFault } from './find-named.ts';
import type { TableRow } from './table.ts';

/** The columns of the file. */
export const PAID_COLUMNS = { required: ['invoice_id'], optional: ['paid_at'] } as const;

const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/**
 * Marks invoices as paid and books the payments in the current month: all rows, or none if one is invalid. Paid invoices are unchanged, and
 * are an error only if the file contains another day.
 * @returns the number of marked invoices, and the errors by row
 */
export async function markPaid(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar }: { calendar: Calendar },
  rows: readonly TableRow[],
): Promise<{ done: number; faults: RowFault[] }> {
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    await holdPayouts(tx);
    const { named, faults } = await findNamed(tx, rows);
    const byRuns = await readPaidByRuns(tx, named);
    const now = ctx.now();
    for (const row of named) {
      const message = byRuns.has(row.invoice.id)
        ? `Invoice ${row.invoice.number} is paid by payout runs.`
        : faultOfDay(row, calendar, calendar.dayOf(now.getTime()));
      if (message !== null) faults.push({ row: row.row, message });
    }
    faults.sort((one, other) => one.row - other.row);
    const news = named.filter(({ invoice }) => invoice.paidAt === null);
    if (faults.length > 0 || news.length === 0) return { done: 0, faults };
    const paid = news.map(({ invoice, cells }) => ({
      invoiceId: invoice.id,
      paidAt: instantOf(calendar, cells.paid_at ?? '', now),
    }));
    await settleInvoices(tx, paid, { now, calendar });
    const entry = { actor: ctx.actor, subjectKind: 'invoice', subjectId: null };
    await writeAudit(tx, { ...entry, action: 'invoices.paid', details: { invoices: paid.length } });
    return { done: paid.length, faults };
  });
}

/** Finds open statements whose payee is paid by payout runs in this currency. If they were marked as paid, their amounts would be paid twice. */
async function readPaidByRuns(tx: Database, named: readonly NamedRow[]): Promise<Set<number>> {
  const ids = named.map(({ invoice }) => invoice.id);
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT i.id FROM invoices i WHERE i.id = ANY (${sql.param(ids)}::bigint[]) AND i.kind <> 'store' AND i.paid_at IS NULL AND EXISTS (
      SELECT FROM payouts p WHERE p.status IN ('in_run', 'paid') AND p.currency = i.currency
        AND (p.user_id = i.user_id OR p.agency_id = i.agency_id))`);
  return new Set(rows.map(({ id }) => id));
}

function faultOfDay({ invoice, cells }: NamedRow, calendar: Calendar, today: string): string | null {
  const day = cells.paid_at ?? '';
  if (day === '') return null;
  if (!DAY.test(day) || !isDay(day)) return 'paid_at must be a day such as 2030-01-31.';
  if (day > today) return `paid_at must not be in the future; it is ${today}.`;
  if (day < invoice.issuedOn)
    return `paid_at must not be before ${invoice.issuedOn}, when invoice ${invoice.number} was issued.`;
  const known = invoice.paidAt === null ? day : calendar.dayOf(invoice.paidAt.getTime());
  return known === day ? null : `Invoice ${invoice.number} was paid on ${known}.`;
}

function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

function instantOf(calendar: Calendar, day: string, now: Date): Date {
  return day === '' || day === calendar.dayOf(now.getTime()) ? now : startOfDay(calendar, day);
}

/**
 * Books the payments of invoices in the caller's transaction and publishes the events: a store has paid the platform what was open, or the platform has paid a payee.
 * An invoice of zero has no entry. Paid invoices are unchanged.
 */
export async function settleInvoices(
  tx: Database,
  paid: readonly { invoiceId: number; paidAt: Date }[],
  { now, calendar }: { now: Date; calendar: Calendar },
): Promise<void> {
  const month = `${calendar.dayOf(now.getTime()).slice(0, 7)}-01`;
  const at = now.toISOString();
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    WITH marked AS (
      UPDATE invoices i SET paid_at = g.paid_at, updated_at = ${at}
      FROM unnest(${sql.param(paid.map(({ invoiceId }) => invoiceId))}::bigint[],
        ${sql.param(paid.map(({ paidAt }) => paidAt.toISOString()))}::timestamptz[]) AS g (id, paid_at)
      WHERE i.id = g.id AND i.paid_at IS NULL RETURNING i.*
    ), booked AS (
      SELECT nextval('bookings') AS booking, CASE kind WHEN 'store' THEN x.minor ELSE -x.minor END AS minor, marked.* FROM marked
      CROSS JOIN LATERAL (SELECT total_minor - offset_minor - prepaid_minor AS minor) x WHERE x.minor <> 0 ORDER BY id
    )
    INSERT INTO single_entries (booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor, origin_kind, origin_id)
    SELECT b.booking, ${at}, ${month}, e.account, 'payment', e.store_id, e.agency_id, e.user_id, b.currency, e.minor, 'paid', b.id::text
    FROM booked b CROSS JOIN LATERAL (VALUES (b.kind, b.minor, b.store_id, b.agency_id, b.user_id), ('bank', -b.minor, NULL, NULL, NULL))
      AS e (account, minor, store_id, agency_id, user_id)`);
  await publishInvoices(tx, 'paid', { ids: paid.map(({ invoiceId }) => invoiceId), at: now });
}
