import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { notify, writeAudit } from '../../accounts/index.ts';
import { belongsToStore, type OrderTerms, termsOfLink } from '../../clicks/index.ts';
import type { LiveIndex } from '../../links/index.ts';
import { isInClosedMonth } from '../changes/closed-month.ts';
import { bindCustomer } from '../customers/bind-customer.ts';
import { publishOrders } from '../events.ts';
import {
  ATTRIBUTION_COLUMNS,
  attributionValues,
  lockOrder,
  type OrderRow,
  writeOrderEvent,
} from '../reports/order-row.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import { linkToStore } from '../vouchers/link-to-store.ts';
import { isUnresolved } from './reasons.ts';

/** The decision of a user to whom an order belongs. */
export interface AttributionByHand {
  /** Our id of the order. */
  id: number;
  storeId: number;
  /** The creator who gets it. */
  userId: number;
  /** For both creators: the one who gets the order, and the one who had it. */
  reason: string;
}

/**
 * Attributes an order to a creator by the decision of a user: by the terms of a General click on a link of the creator to the store at the time of the order.
 * Later reports may correct its value, but no longer change its creator. Both creators are notified and read the reason.
 *
 * An approved order that a creator has is taken away only by an administrator, and by nobody once its month is closed, because its amounts are booked.
 * @throws NotFound; InvalidInput naming `user_id`; RuleRefused `store_inactive`, `order_unresolved`, `illegal_transition` for a denied order, `order_decided`,
 *   `month_closed`, `own_order`, `order_not_attributable`, `credit_limit`, `event_limit`, or the reason why the creator cannot have a link to the store
 */
export async function attributeByHand(
  ctx: Context,
  { live }: { live: Pick<LiveIndex, 'index'> },
  { id, storeId, userId, reason }: AttributionByHand,
): Promise<void> {
  if (userId === ctx.actor.userId)
    throw new RuleRefused('own_order', 'Nobody can attribute an order to themselves: another person must decide.');
  const linkCode = (await linkToStore(ctx, { live }, { storeId, userId })).code;
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { id });
    if (order === null) throw new NotFound('order');
    await refuseDecisions(tx, { storeId: order.storeId, byAdmin: ctx.actor.isAdmin });
    if (order.userId === userId) return;
    await refuseSettled(tx, order, ctx.actor.isAdmin);
    const terms = await termsFor(tx, order, { userId, linkCode });
    await write({ ...ctx, db: tx }, order, { terms, reason });
  });
}

async function refuseSettled(tx: Database, order: OrderRow, isAdmin: boolean): Promise<void> {
  if (order.status === 'denied')
    throw new RuleRefused('illegal_transition', 'An order that is denied belongs to nobody.');
  if (isUnresolved(order.reason))
    throw new RuleRefused('order_unresolved', 'The order waits for a person: say first which of its reports is right.');
  if (order.status !== 'approved' || order.userId === null) return;
  if (!isAdmin)
    throw new RuleRefused(
      'order_decided',
      'The order is approved for a creator. Only an administrator can change that.',
    );
  if (await isInClosedMonth(tx, order.day))
    throw new RuleRefused(
      'month_closed',
      'The month of the order is closed, and its amounts are booked for the creator.',
    );
}

/** The terms of the creator at the time of the order. */
async function termsFor(
  tx: Database,
  order: OrderRow,
  { userId, linkCode }: { userId: number; linkCode: string },
): Promise<OrderTerms> {
  const outcome = await termsOfLink(tx, { code: linkCode, atMs: order.orderAt.getTime() });
  const isOwn = await belongsToStore(tx, { storeId: order.storeId, userId });
  if (outcome === null || 'refusal' in outcome || isOwn)
    throw new RuleRefused('order_not_attributable', 'The store does not pay this creator for the order.');
  return outcome.terms;
}

async function write(
  ctx: Context,
  order: OrderRow,
  { terms, reason }: { terms: OrderTerms; reason: string },
): Promise<void> {
  const { db: tx, actor } = ctx;
  const now = ctx.now();
  const at = now.toISOString();
  const { rows } = await tx.execute<{ store_name: string; is_paid: boolean }>(sql`
    UPDATE orders o SET (${ATTRIBUTION_COLUMNS}) = (SELECT ${attributionValues({ by: 'manual', ...terms })}), updated_at = ${at}
    FROM stores s WHERE o.id = ${order.id} AND s.id = o.store_id RETURNING s.name AS store_name, o.link_id IS NOT NULL AS is_paid`);
  // The limits of a kind of events apply to decisions, too (price_event.sql).
  if (!rows[0]!.is_paid)
    throw new RuleRefused(
      'event_limit',
      'The store does not pay for more events of this kind in this month, or of this customer.',
    );
  await bindCustomer(tx, { orderId: order.id, now });
  await tx.execute(sql`
    INSERT INTO order_attributions (order_row_id, user_id, former_user_id, reason, actor_id, at)
    VALUES (${order.id}, ${terms.userId}, ${order.userId}, ${reason}, ${actor.userId}, ${at})`);
  const details = { by: 'manual', reason };
  await writeOrderEvent(tx, { orderRowId: order.id, kind: 'attributed', actorId: actor.userId, at: now, details });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  const shared = { values: { store: rows[0]!.store_name }, path: `/console/explained/orders/${order.id}` };
  await notify(tx, now, [
    { message: 'order_received', to: { userId: terms.userId }, ...shared },
    ...(order.userId === null ? [] : [{ message: 'order_lost' as const, to: { userId: order.userId }, ...shared }]),
  ]);
  await writeAudit(tx, {
    actor,
    action: 'order.attributed',
    subjectKind: 'store',
    subjectId: order.storeId,
    details: { order_id: order.id, user_id: terms.userId, former_user_id: order.userId, reason },
  });
}
