import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { recordParcels } from '../gifts/record-parcels.ts';
import type { GiftOrderStatus } from './gift-order.ts';
import { lockShopOrder } from './is-gift-order.ts';

export const GIFT_ORDER_ERRORS = ['order_reported', 'gift_order_backwards', 'no_product_seeding'] as const;

/** What the shop says about a gift order. */
export interface GiftOrderReport {
  status: Exclude<GiftOrderStatus, 'requested'>;
  /** The number of the order in the shop; undefined: as before. */
  shopOrder: string | undefined;
  carrier: string;
  number: string;
  trackingUrl: string | null;
  /** Why it failed. */
  failure: string;
}

const PLACE: Readonly<Record<GiftOrderStatus, number>> = { requested: 0, failed: 1, created: 1, sent: 2, delivered: 3 };

/**
 * Records what the shop says about a gift order: `created` with its number, `sent` with the parcel, which moves the participant as the store's own
 * entry does, `delivered`, and `failed`. Repeating it has no effect.
 * @throws NotFound; InvalidInput naming a field; RuleRefused with a code of GIFT_ORDER_ERRORS
 */
export async function reportGiftOrder(
  ctx: Context,
  { storeId, id, report }: { storeId: number; id: number; report: GiftOrderReport },
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    if (report.shopOrder !== undefined) await lockShopOrder(tx, { storeId, shopOrder: report.shopOrder }, 'gift');
    const order = await lockGiftOrder(tx, { storeId, id });
    if (report.status === 'sent') requireParcel(report);
    const shopOrder = report.shopOrder ?? order.shop_order;
    if (report.status !== 'failed' && shopOrder === null) throw new InvalidInput({ shop_order: ['is required'] });
    if (order.shop_order !== null && shopOrder !== order.shop_order)
      throw new InvalidInput({ shop_order: [`must be \`${order.shop_order}\``] });
    if (PLACE[report.status] < PLACE[order.status] || (report.status === 'failed' && order.status === 'created'))
      throw new RuleRefused(
        'gift_order_backwards',
        `A gift order that is ${order.status} cannot become ${report.status}.`,
      );
    if (report.status !== 'failed' && shopOrder !== null && order.shop_order === null) {
      const { rows: taken } = await tx.execute<{ is_sale: boolean; is_gift: boolean }>(sql`
        SELECT EXISTS (SELECT FROM orders s WHERE s.store_id = ${storeId} AND s.order_id = ${shopOrder} AND s.event_kind_id IS NULL) AS is_sale,
          EXISTS (SELECT FROM gift_orders g WHERE g.store_id = ${storeId} AND g.shop_order = ${shopOrder}) AS is_gift`);
      if (taken[0]!.is_sale)
        throw new RuleRefused(
          'order_reported',
          'An order with this number was reported as a sale. Deny it, and use another one.',
        );
      if (taken[0]!.is_gift) throw new InvalidInput({ shop_order: ['must not be the number of another gift order'] });
    }
    await tx.execute(sql`
      UPDATE gift_orders SET status = ${report.status}, shop_order = ${shopOrder}, failure = ${report.failure}, updated_at = ${at} WHERE id = ${id}`);
    const { participant_id: participantId, campaign_id: campaignId } = order;
    const isOpen = order.participant_status === 'accepted' || order.participant_status === 'product_sent';
    if (report.status === 'sent' && isOpen) {
      const { carrier, number, trackingUrl } = report;
      const parcel = { participantId, carrier, number, trackingUrl, creditCode: null, sentAt: null };
      await recordParcels({ ...ctx, db: tx }, { campaignId, parcels: [parcel] });
    }
    if (report.status === 'delivered')
      await tx.execute(
        sql`UPDATE participant_gifts SET delivered_at = coalesce(delivered_at, ${at}) WHERE participant_id = ${participantId} AND sent_at IS NOT NULL`,
      );
  });
}

interface LockedGiftOrder {
  status: GiftOrderStatus;
  shop_order: string | null;
  participant_id: number;
  campaign_id: number;
  participant_status: string;
}

/** Locks a gift order after its campaign and its participant, as the other writers do. @throws NotFound */
async function lockGiftOrder(tx: Database, { storeId, id }: { storeId: number; id: number }): Promise<LockedGiftOrder> {
  const ofOrder = sql`SELECT participant_id FROM gift_orders WHERE id = ${id} AND store_id = ${storeId}`;
  await tx.execute(
    sql`SELECT FROM campaigns WHERE id = (SELECT campaign_id FROM participants WHERE id = (${ofOrder})) FOR SHARE`,
  );
  await tx.execute(sql`SELECT FROM participants WHERE id = (${ofOrder}) FOR UPDATE`);
  const { rows } = await tx.execute<LockedGiftOrder & Record<string, unknown>>(sql`
    SELECT w.status, w.shop_order, w.participant_id, p.campaign_id, p.status AS participant_status
    FROM gift_orders w JOIN participants p ON p.id = w.participant_id WHERE w.id = ${id} AND w.store_id = ${storeId} FOR UPDATE OF w`);
  if (rows[0] === undefined) throw new NotFound('gift order');
  return rows[0];
}

/** @throws InvalidInput */
function requireParcel({ carrier, number }: GiftOrderReport): void {
  if (carrier === '') throw new InvalidInput({ carrier: ['is required with `sent`'] });
  if (number === '') throw new InvalidInput({ number: ['is required with `sent`'] });
}
