import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { isUnresolved } from '../attribution/reasons.ts';
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
import { type Refund, type RefundChange, refundAfter } from './refund.ts';

/** The permitted transitions of an order by status. */
const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['approved', 'denied'],
  approved: [],
  denied: [],
};

/** A change of an order. Omitted fields are unchanged. */
export interface OrderChange extends RefundChange {
  status?: OrderStatus | undefined;
}

/**
 * Approves or denies an order, or records its refunds. Its cost and earnings, and the totals of its
 * day, change in the same transaction. A repeated change has no effect.
 * @param byAdmin whether the actor is an administrator, who may also decide for a store that may not
 * @throws NotFound; RuleRefused `illegal_transition` naming the permitted transitions, `order_unresolved`, `store_inactive`; InvalidInput naming `refunded` or
 *   `refunded_lines`
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
    const moves = moved(order, change.status);
    const refund = refundAfter(order, change);
    const sets: SQL[] = [...moves, ...(refund === null ? [] : refunded(refund))];
    if (sets.length === 0) return order.id;
    await tx.execute(
      sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${at.toISOString()} WHERE id = ${order.id}`,
    );
    await writeChanges(tx, order, { status: change.status, refund }, { actorId, at });
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

const refunded = ({ refundedMinor: minor, lines }: Refund): SQL[] => [
  sql`original_refunded_minor = ${minor}, refunded_minor = ${refundOf(sql`value_minor`, sql`${minor}`)}`,
  ...(lines === null ? [] : [sql`lines = ${JSON.stringify(lines)}::jsonb`]),
];

async function writeChanges(
  tx: Database,
  order: OrderRow,
  { status, refund }: { status: OrderStatus | undefined; refund: Refund | null },
  by: { actorId: number | null; at: Date },
): Promise<void> {
  const event = { orderRowId: order.id, ...by };
  if (status !== undefined && status !== order.status)
    await writeOrderEvent(tx, { ...event, kind: 'status', details: { from: order.status, to: status } });
  if (refund !== null) {
    const details = {
      from_minor: order.originalRefundedMinor,
      to_minor: refund.refundedMinor,
      currency: order.originalCurrency,
      ...(refund.changed === '' ? {} : { lines: refund.changed }),
    };
    await writeOrderEvent(tx, { ...event, kind: 'refund', details });
  }
}
