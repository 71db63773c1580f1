import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { payeeOf } from '../attribution/precedence.ts';
import { publishOrders } from '../events.ts';
import { disagree, statementsFollowed } from './disagree.ts';
import { notifyOfReports } from './mail-dispute.ts';
import { readReports } from './order-reports.ts';
import { type OrderRow, writeOrderEvent } from './order-row.ts';
import type { ReportedOrder } from './read-report.ts';
import { readStatements } from './restate-order.ts';
import { byTrust, worth } from './statements.ts';

/**
 * Notes a report of an order that is approved, denied or resolved by a user, if it contradicts the order: the order is marked, its history gets an entry, and
 * the store is notified.
 * @param order as it is after the report
 */
export async function noteContradiction(
  tx: Database,
  { order, reported, now }: { order: OrderRow; reported: ReportedOrder; now: Date },
): Promise<void> {
  if (!(await contradictsDecision(tx, order))) return;
  await tx.execute(sql`
    UPDATE orders SET contradicted_at = coalesce(contradicted_at, ${now.toISOString()}) WHERE id = ${order.id}`);
  const event = { orderRowId: order.id, kind: 'contradicted' as const, actorId: reported.actorId, at: now };
  await writeOrderEvent(tx, { ...event, details: { channel: reported.channel } });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  await notifyOfReports(tx, { storeId: order.storeId, now, news: 'contradicted' });
}

/**
 * Whether the latest report contradicts the decision: it would pay another creator, or names another value. After a resolution it is compared with the
 * selected report.
 */
async function contradictsDecision(tx: Database, order: OrderRow): Promise<boolean> {
  const reports = await readReports(tx, order.id);
  const latest = reports.reduce((one, other) => (other.stated > one.stated ? other : one));
  const held = reports.filter(({ counts, id }) =>
    order.resolvedReportId === null ? counts : id === order.resolvedReportId || id === latest.id,
  );
  const { statements, precedence } = await readStatements(tx, order, held);
  // A denied order costs nothing, so another value is no news.
  const isOwnCorrection = order.status === 'denied' && latest.channel === order.channel;
  if (disagree(statements)) return true;
  const followed = byTrust(statementsFollowed(statements));
  const [lead] = followed;
  if (lead === undefined) return false;
  const click = followed.find(({ traces }) => traces.click !== null)?.traces.click ?? null;
  const code = followed.find(({ traces }) => traces.code !== null)?.traces.code ?? null;
  const payee = payeeOf(precedence, { click, code });
  return (worth(lead) !== worth(order) && !isOwnCorrection) || (payee !== null && payee !== order.userId);
}
