import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRow, deliveryOf, RECEIVES_SQL } from '../deliveries/delivery.ts';
import { type GivenProduct, readGivenProducts } from '../gifts/read-given.ts';

export const GIFT_ORDER_STATUSES = ['requested', 'created', 'sent', 'delivered', 'failed'] as const;
export type GiftOrderStatus = (typeof GIFT_ORDER_STATUSES)[number];

/** A gift that the store has requested as an order in its shop. */
export interface GiftOrder {
  id: number;
  campaignId: number;
  participantId: number;
  status: GiftOrderStatus;
  /** The number of the order in the shop; null: not created yet. */
  shopOrder: string | null;
  /** Why the shop could not create it; empty: nothing. */
  failure: string;
  requestedAt: Date;
  products: readonly GivenProduct[];
  /** Null: the participant has not said where, or has received it. */
  delivery: Delivery | null;
}

type GiftOrderRow = {
  id: number;
  campaign_id: number;
  participant_id: number;
  status: GiftOrderStatus;
  shop_order: string | null;
  failure: string;
  requested_at: string;
} & (DeliveryRow | { [Column in keyof DeliveryRow]: null });

/**
 * Lists gift orders of a store, oldest first, with the addresses that the store may know.
 * @param after the id of the last one of the page before
 * @returns one more than `size` when there are more
 */
export async function listGiftOrders(
  { db }: Pick<Context, 'db'>,
  {
    storeId,
    status,
    id,
    after = 0,
    size,
  }: { storeId: number; status?: GiftOrderStatus | undefined; id?: number; after?: number | undefined; size: number },
): Promise<GiftOrder[]> {
  const { rows } = await db.execute<GiftOrderRow>(sql`
    SELECT w.id, p.campaign_id, w.participant_id, w.status, w.shop_order, w.failure, w.requested_at, ${DELIVERY_COLUMNS}
    FROM gift_orders w JOIN participants p ON p.id = w.participant_id JOIN campaigns o ON o.id = p.campaign_id
    LEFT JOIN participant_deliveries d ON d.participant_id = p.id AND ${RECEIVES_SQL}
    WHERE w.store_id = ${storeId} AND w.id > ${after} AND (${status ?? null}::text IS NULL OR w.status = ${status ?? null})
      AND (${id ?? null}::bigint IS NULL OR w.id = ${id ?? null})
    ORDER BY w.id LIMIT ${size + 1}`);
  const products = await readGivenProducts(
    db,
    rows.map((row) => row.participant_id),
  );
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaign_id,
    participantId: row.participant_id,
    status: row.status,
    shopOrder: row.shop_order,
    failure: row.failure,
    requestedAt: new Date(row.requested_at),
    products: products.get(row.participant_id) ?? [],
    delivery: row.recipient === null ? null : deliveryOf(row),
  }));
}
