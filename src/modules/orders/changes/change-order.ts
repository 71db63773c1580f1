import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { isUnresolved } from '../attribution/attribute.ts';
import { publishOrders } from '../events.ts';
import {
  lockOrder,
  type OrderRow,
  type OrderStatus,
  refundOf,
  type WhichOrder,
  writeOrderEvent,
} from '../reports/order-row.ts';
import { refuseDecisions } from '../reports/selling-store.ts';

/** The permitted transitions of an order by status. */
const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['approved', 'denied'],
  approved: [],
  denied: [],
};

/** A change of an order. Omitted fields are unchanged. */
export interface OrderChange {
  status?: OrderStatus | undefined;
  /** The sum of all refunds, in minor units of the reported currency. Repeating it has no effect. */
  refundedMinor?: number | undefined;
}

/**
 * Approves or denies an order, or records its refunds. Its cost and earnings, and the totals of its
 * day, change in the same transaction. A repeated change has no effect.
 * @param byAdmin whether the actor is an administrator, who may also decide for a store that may not
 * @throws NotFound; RuleRefused `illegal_transition` naming the permitted transitions, `order_unresolved`, `store_inactive`; InvalidInput naming `refunded`
 */
export async function changeOrder(
  ctx: Pick<Context, 'db' | 'now'>,
  which: WhichOrder,
  { actorId, byAdmin = false, ...change }: OrderChange & { actorId: number | null; byAdmin?: boolean },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, which);
    if (order === null) throw new NotFound('order');
    await refuseDecisions(tx, { storeId: order.storeId, byAdmin });
    const at = ctx.now();
    const sets: SQL[] = [...moved(order, change.status), ...refunded(order, change.refundedMinor)];
    if (sets.length === 0) return order.id;
    await tx.execute(
      sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${at.toISOString()} WHERE id = ${order.id}`,
    );
    await writeChanges(tx, order, change, { actorId, at });
    await publishOrders(tx, 'updated', { ids: [order.id], at });
    return order.id;
  });
}

function moved(order: OrderRow, to: OrderStatus | undefined): SQL[] {
  if (to === undefined || to === order.status) return [];
  const possible = MOVES[order.status];
  if (possible.includes(to)) {
    if (to === 'approved' && isUnresolved(order.reason))
      throw new RuleRefused(
        'order_unresolved',
        'The order waits for a person: say first which of its reports is right.',
      );
    return [sql`status = ${to}`];
  }
  const words = possible.length === 0 ? 'stays so' : `can become ${possible.join(' or ')}`;
  throw new RuleRefused('illegal_transition', `An order that is ${order.status} ${words}.`);
}

function refunded(order: OrderRow, minor: number | undefined): SQL[] {
  if (minor === undefined || minor === order.originalRefundedMinor) return [];
  if (minor > order.originalMinor) {
    const most = toDecimalString({ minor: order.originalMinor, currency: order.originalCurrency });
    throw new InvalidInput({
      refunded: [`must be at most ${most} ${order.originalCurrency}, what the order was worth`],
    });
  }
  return [sql`original_refunded_minor = ${minor}, refunded_minor = ${refundOf(sql`value_minor`, sql`${minor}`)}`];
}

async function writeChanges(
  tx: Database,
  order: OrderRow,
  change: OrderChange,
  by: { actorId: number | null; at: Date },
): Promise<void> {
  const event = { orderRowId: order.id, ...by };
  if (change.status !== undefined && change.status !== order.status)
    await writeOrderEvent(tx, { ...event, kind: 'status', details: { from: order.status, to: change.status } });
  if (change.refundedMinor !== undefined && change.refundedMinor !== order.originalRefundedMinor) {
    const details = {
      from_minor: order.originalRefundedMinor,
      to_minor: change.refundedMinor,
      currency: order.originalCurrency,
    };
    await writeOrderEvent(tx, { ...event, kind: 'refund', details });
  }
}
