import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { publishOrders } from '../events.ts';
import { ATTRIBUTION_COLUMNS, attributionValues, type OrderRow, refundOf, writeOrderEvent } from './order-row.ts';
import { CHANNELS, type Channel, type ToldOrder } from './read-report.ts';
import { isTooMuch, refuseTooMuch, type SellingStore, type Settlement, settle } from './settle.ts';

/** What can be added to an order: what another report told, or, without one, what has become known meanwhile. */
interface Amendment {
  store: SellingStore;
  /** Locked. */
  order: OrderRow;
  told: ToldOrder | null;
  now: Date;
}

/**
 * Adds to an order what it did not know: a click or a voucher, and the value that the shop itself tells of an order which
 * only a browser had told of. A click is more than a voucher, a voucher more than nothing; between two of a kind the one that the shop itself
 * told counts, and else the first. An order belongs to its own moment: a later click is none of its.
 * What is approved stays as it was told; only what had been missing on our side may still come.
 * @returns whether anything has changed
 */
export async function amendOrder(tx: Database, { store, order, told, now }: Amendment): Promise<boolean> {
  if (order.status === 'denied' || (order.status === 'approved' && told !== null)) return false;
  const isTrusted = told !== null && trust(told.channel) > trust(order.channel);
  // The shop's own word of how the shopper came takes the place of whatever a browser said, which anybody may have made up.
  const isWord = isTrusted && told.clickTold;
  // A refund is a part of the value that it was made of, and keeps it.
  const value = isTrusted && order.originalRefundedMinor === 0 ? told : order;
  const isWorthOther = value.originalMinor !== order.originalMinor || value.originalCurrency !== order.originalCurrency;
  const settleAt = ({ orderAt, day }: Pick<OrderRow, 'orderAt' | 'day'>) =>
    settle(tx, store, {
      ...pick(value),
      orderAt,
      day,
      clickId: isWord ? told.clickId : (told?.clickId ?? order.clickId),
      clickTold: told?.clickTold || order.clickId !== null || order.reason === 'unknown_click',
      voucherCode: told?.voucherCode ?? order.voucherCode,
      knownSince: isTrusted ? null : order.createdAt,
    });
  let placed: Pick<OrderRow, 'orderAt' | 'day'> = isTrusted && told.isDated ? told : order;
  let after = await settleAt(placed);
  if (isWord && reasonOf(after) === 'click_after_order') {
    placed = told;
    after = await settleAt(placed);
  }
  if (told !== null) refuseTooMuch(after);
  else if (isTooMuch(after.valueMinor)) return false;
  const reason = reasonOf(after);
  const hasNoRate = reason === 'no_exchange_rate';
  const isFoundOut = isWaiting(order) && reason !== order.reason;
  const isFirstTrace = order.attribution === 'none' && order.clickId === null && told?.clickId != null;
  const isBetter = strength(after) > strength(order) || (isTrusted && isOther(after, order)) || isFirstTrace;
  const isReplaced = isWord && (told.clickId !== order.clickId || reason !== order.reason);
  const sets: SQL[] = [];
  if (placed.orderAt.getTime() !== order.orderAt.getTime())
    sets.push(sql`order_at = ${placed.orderAt.toISOString()}, day = ${placed.day}`);
  if (isWorthOther)
    sets.push(sql`original_minor = ${value.originalMinor}, original_currency = ${value.originalCurrency}`);
  if (isWorthOther || placed.day !== order.day || (order.reason === 'no_exchange_rate' && isFoundOut))
    sets.push(
      sql`value_minor = ${after.valueMinor}, refunded_minor = ${refundOf(sql`${after.valueMinor}`, sql`original_refunded_minor`)}`,
    );
  if (isBetter || isReplaced || isFoundOut || (isWorthOther && hasNoRate))
    sets.push(sql`(${ATTRIBUTION_COLUMNS}) = (SELECT ${attributionValues(after.attribution)})`);
  if (isReplaced || (isBetter && told?.clickId)) sets.push(sql`click_id = ${told?.clickId ?? null}::uuid`);
  if (told?.voucherCode && order.voucherCode === null) sets.push(sql`voucher_code = ${told.voucherCode}`);
  if (isTrusted) sets.push(sql`channel = ${told.channel}`);
  if (sets.length === 0) return false;
  await tx.execute(
    sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${now.toISOString()} WHERE id = ${order.id}`,
  );
  await writeOrderEvent(tx, {
    orderRowId: order.id,
    kind: told === null ? 'attributed' : 'amended',
    actorId: told?.actorId ?? null,
    at: now,
    details: { ...(told === null ? {} : { channel: told.channel }), attribution: after.attribution.by },
  });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  return true;
}

/** Something was missing by which an order is attributed or valued, and may come. */
const isWaiting = ({ reason }: OrderRow) => reason === 'unknown_click' || reason === 'no_exchange_rate';

const pick = ({ originalMinor, originalCurrency }: ToldOrder | OrderRow) => ({ originalMinor, originalCurrency });

const reasonOf = ({ attribution }: Settlement) => (attribution.by === 'none' ? attribution.reason : null);

const STRENGTH = { none: 0, voucher: 1, click: 2 } as const;

const strength = (one: OrderRow | Settlement) =>
  STRENGTH[typeof one.attribution === 'string' ? one.attribution : one.attribution.by];

/** The same kind of attribution, to another link. */
function isOther({ attribution }: Settlement, order: OrderRow): boolean {
  return attribution.by !== 'none' && attribution.by === order.attribution && attribution.linkId !== order.linkId;
}

/** Later ones speak for the shop. */
const trust = (channel: Channel) => Math.min(CHANNELS.indexOf(channel), 1);
