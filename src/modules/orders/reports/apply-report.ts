import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { correctApproved } from './correct-approved.ts';
import { noteContradiction } from './note-late-report.ts';
import { keepReport, readReports, reportsHeld } from './order-reports.ts';
import { lockOrder, type OrderRow } from './order-row.ts';
import type { ReportedOrder } from './read-report.ts';
import { restateOrder } from './restate-order.ts';
import { findSellingStore, type SellingStore } from './selling-store.ts';
import { TRUST, trustOf } from './trust.ts';
import type { Warning } from './warnings.ts';

/** A report of a known order. */
export interface KnownReport {
  store: SellingStore;
  /** Locked. */
  order: OrderRow;
  reported: ReportedOrder;
  /** Whether the store's rules count it. */
  counts: boolean;
  now: Date;
  /** Whether a user decides that this is the value; false for reports of programs. */
  isDecision?: boolean;
  /** Whether the report has added the customer, so that the order is attributed again although it states nothing else; false by default. */
  isCompleted?: boolean;
  /** Whether the order follows this report from now on; false by default. */
  isSelected?: boolean;
}

/** The effect of a report of a known order. */
export interface AppliedReport {
  isChanged: boolean;
  warnings: readonly Warning[];
}

/**
 * Applies a repeated report. While an order is pending, it follows its reports. An approved order follows only corrections of its value (`correctApproved`). A
 * report that contradicts an approved, denied or resolved order is noted with it. A denied order stays denied; if its denial is undone, it follows the reports
 * that have arrived meanwhile.
 */
export async function applyReport(tx: Database, known: KnownReport): Promise<AppliedReport> {
  const { order, reported, counts, now } = known;
  const isNew = await keepReport(tx, { orderRowId: order.id, reported, counts, at: now });
  if (!counts || !(isNew || known.isDecision || known.isCompleted)) return { isChanged: false, warnings: [] };
  const isChanged = await followReports(
    tx,
    known.isSelected ? { ...known, order: await selectLatest(tx, order) } : known,
  );
  const after = (await lockOrder(tx, { id: order.id }))!;
  if (order.status !== 'pending' || order.resolvedReportId !== null)
    await noteContradiction(tx, { order: after, reported, now });
  return { isChanged, warnings: keptValue(after, reported) };
}

async function followReports(tx: Database, known: KnownReport): Promise<boolean> {
  const { store, order, reported, now, isDecision = false, isCompleted = false } = known;
  if (order.status === 'denied') return false;
  const reports = reportsHeld(await readReports(tx, order.id), order);
  if (reports.length === 0) return false;
  const cause = { kind: 'amended' as const, actorId: reported.actorId, channel: reported.channel };
  if (order.status === 'pending') return restateOrder(tx, { store, order, reports, cause, isCompleted, now });
  return correctApproved(tx, { store, order, reports, reported, cause, now, isDecision });
}

/** Lets an order follow its latest report, as `resolveOrder` does. */
async function selectLatest(tx: Database, order: OrderRow): Promise<OrderRow> {
  await tx.execute(sql`
    UPDATE orders SET resolved_report_id = (SELECT id FROM order_reports WHERE order_row_id = ${order.id} ORDER BY stated DESC LIMIT 1) WHERE id = ${order.id}`);
  return (await lockOrder(tx, { id: order.id }))!;
}

/**
 * Lets an order follow its reports again, after a change that had prevented this: a denial, or refunds.
 * @param order locked
 */
export async function followAgain(
  tx: Database,
  order: OrderRow,
  { actorId, now }: { actorId: number | null; now: Date },
): Promise<void> {
  const reports = reportsHeld(await readReports(tx, order.id), order);
  const latest = reports.filter(({ channel }) => channel === order.channel).at(-1);
  if (latest === undefined || order.status === 'denied') return;
  const store = await findSellingStore(tx, order.storeId);
  const cause = { kind: 'amended' as const, actorId, channel: latest.channel };
  if (order.status === 'pending') await restateOrder(tx, { store, order, reports, cause, now });
  else await correctApproved(tx, { store, order, reports, reported: latest, cause, now, isDecision: false });
}

/** Warns that the value of a report of the store itself was not taken over. */
function keptValue(order: OrderRow, reported: ReportedOrder): Warning[] {
  const { originalMinor: minor, originalCurrency: currency } = order;
  const isTaken = reported.originalMinor === minor && reported.originalCurrency === currency;
  if (isTaken || trustOf(reported) !== TRUST.shop || order.reason === 'disputed') return [];
  const why =
    order.originalRefundedMinor > 0
      ? 'the order has refunds'
      : order.status === 'pending'
        ? 'a person has selected another report'
        : `the order is ${order.status}`;
  return [
    { field: 'order_value', message: `${why}: its value remains ${toDecimalString({ minor, currency })} ${currency}` },
  ];
}
