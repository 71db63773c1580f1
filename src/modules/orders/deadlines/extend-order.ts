import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { publishOrders } from '../events.ts';
import { lockOrder, writeOrderEvent } from '../reports/order-row.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import { DECIDE_BY } from './deadline.ts';

const DAY_MS = 86_400_000;

/** The most days by which a store may extend the period of one order. */
export const MAX_EXTENSION_DAYS = 30;

/**
 * Extends the period after which an undecided order is approved by itself, once, with a reason that its creator reads.
 * @param days by which the deadline is postponed
 * @throws NotFound; RuleRefused `no_deadline`, `already_extended`, `store_inactive`
 */
export async function extendOrder(
  ctx: Pick<Context, 'db' | 'now'>,
  {
    id,
    days,
    reason,
    actorId,
    byAdmin,
  }: { id: number; days: number; reason: string; actorId: number; byAdmin: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { id });
    if (order === null) throw new NotFound('order');
    await refuseDecisions(tx, { storeId: order.storeId, byAdmin });
    const at = ctx.now();
    const { decideBy, isExtended } = await readDeadline(tx, id);
    if (decideBy === null || decideBy <= at)
      throw new RuleRefused('no_deadline', 'The order is not going to be approved by itself.');
    if (isExtended) throw new RuleRefused('already_extended', 'The period of an order can be extended once.');
    const until = new Date(decideBy.getTime() + days * DAY_MS).toISOString();
    await tx.execute(sql`
      UPDATE orders SET decide_not_before = ${until}, extended_at = ${at.toISOString()}, extension_reason = ${reason}, updated_at = ${at.toISOString()}
      WHERE id = ${id}`);
    const details = { until, reason };
    await writeOrderEvent(tx, { orderRowId: id, kind: 'extended', actorId, at, details });
    await publishOrders(tx, 'updated', { ids: [id], at });
  });
}

async function readDeadline(tx: Database, id: number): Promise<{ decideBy: Date | null; isExtended: boolean }> {
  const { rows } = await tx.execute<{ decide_by: string | null; is_extended: boolean }>(sql`
    SELECT ${DECIDE_BY} AS decide_by, o.extended_at IS NOT NULL AS is_extended
    FROM orders o JOIN stores s ON s.id = o.store_id LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ${id}`);
  const { decide_by: decideBy, is_extended: isExtended } = rows[0]!;
  return { decideBy: decideBy === null ? null : new Date(decideBy), isExtended };
}
