import { sql } from 'drizzle-orm';
import type { Acting } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { isUnresolved } from '../attribution/reasons.ts';
import { readReports } from '../reports/order-reports.ts';
import { lockOrder } from '../reports/order-row.ts';
import { restateOrder } from '../reports/restate-order.ts';
import { findSellingStore, refuseDecisions } from '../reports/selling-store.ts';
import { programOf } from './program.ts';

/**
 * Resolves an unresolved order by selecting one of its reports. From then on the order follows only that report, and later reports change
 * nothing. The order remains pending.
 * @throws NotFound; InvalidInput naming `report_id`; RuleRefused `order_resolved` if the order is not unresolved, `value_limit` if the report exceeds the
 *   store's limit, `store_inactive`
 */
export async function resolveOrder(
  ctx: Pick<Context, 'db' | 'now'> & { actor: Acting & { isAdmin: boolean } },
  { id, reportId }: { id: number; reportId: number },
): Promise<void> {
  const { userId: actorId, isAdmin: byAdmin } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { id });
    if (order === null) throw new NotFound('order');
    await refuseDecisions(tx, { storeId: order.storeId, byAdmin });
    if (order.status !== 'pending' || !isUnresolved(order.reason))
      throw new RuleRefused('order_resolved', 'The order has no contradictory reports to resolve.');
    const report = (await readReports(tx, id)).find((one) => one.id === reportId);
    if (report === undefined) throw new InvalidInput({ report_id: ['must be the id of a report of this order'] });
    await tx.execute(sql`UPDATE orders SET resolved_report_id = ${report.id} WHERE id = ${id}`);
    // The selected report is the latest word of its source: what that had reported before does not correct it.
    await tx.execute(sql`
      UPDATE order_reports SET stated = (SELECT max(stated) + 1 FROM order_reports WHERE order_row_id = ${id}) WHERE id = ${report.id}`);
    const store = await findSellingStore(tx, order.storeId);
    const cause = { kind: 'resolved' as const, actorId, channel: report.channel };
    const resolved = { ...order, resolvedReportId: report.id };
    await restateOrder(tx, { store, order: resolved, reports: [report], cause, now: ctx.now() });
    if ((await lockOrder(tx, { id }))!.reason === 'value_limit')
      throw new RuleRefused('value_limit', 'The report exceeds the maximum value of an order of the store.');
    // As decisions are: what a program of the store selects is in the order's history only.
    if (programOf(actorId) !== null) return;
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'order.resolved',
      subjectKind: 'store',
      subjectId: order.storeId,
      details: {
        order_id: id,
        channel: report.channel,
        currency: report.originalCurrency,
        value_minor: report.originalMinor,
      },
    });
  });
}
