import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { publishOrders } from '../events.ts';
import { disagree, reportsFollowed } from './disagree.ts';
import { notifyOfReports } from './mail-dispute.ts';
import { keepReport, type OrderReportRow, readReports } from './order-reports.ts';
import { type OrderRow, writeOrderEvent } from './order-row.ts';
import type { ReportedOrder } from './read-report.ts';
import { trustOf } from './trust.ts';

/**
 * Stores a report of an order that is approved, denied or resolved by a user. The order does not change. If the report
 * contradicts it, the order is marked, its history gets an entry, and the store is notified.
 * @param order locked
 */
export async function noteLateReport(
  tx: Database,
  { order, reported, counts, now }: { order: OrderRow; reported: ReportedOrder; counts: boolean; now: Date },
): Promise<void> {
  const isNew = await keepReport(tx, { orderRowId: order.id, reported, counts, at: now });
  if (!isNew || !counts) return;
  const reports = await readReports(tx, order.id);
  if (!contradictsDecision(order, reports)) return;
  await tx.execute(sql`
    UPDATE orders SET contradicted_at = coalesce(contradicted_at, ${now.toISOString()}) WHERE id = ${order.id}`);
  const event = { orderRowId: order.id, kind: 'contradicted' as const, actorId: reported.actorId, at: now };
  await writeOrderEvent(tx, { ...event, details: { channel: reported.channel } });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  await notifyOfReports(tx, { storeId: order.storeId, now, news: 'contradicted' });
}

/**
 * Whether the latest report contradicts the decision. After a resolution it is compared with the selected report; otherwise
 * with the order, in the fields that the followed reports would have changed.
 */
function contradictsDecision(order: OrderRow, reports: readonly OrderReportRow[]): boolean {
  const latest = reports.at(-1)!;
  const held = reports.filter(({ counts, id }) =>
    order.resolvedReportId === null ? counts : id === order.resolvedReportId || id === latest.id,
  );
  if (disagree(held)) return true;
  const followed = reportsFollowed(held).sort((a, b) => trustOf(b) - trustOf(a) || a.id - b.id);
  const [lead] = followed;
  const click = followed.find(({ reportedClick }) => reportedClick);
  return (
    (lead !== undefined &&
      (lead.originalMinor !== order.originalMinor || lead.originalCurrency !== order.originalCurrency)) ||
    (click !== undefined && click.clickId !== order.clickId)
  );
}
