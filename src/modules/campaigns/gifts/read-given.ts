import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { IS_UNSENT_SQL, RECEIVES_SQL } from '../deliveries/delivery.ts';
import { TAKING_PART } from '../participants/transitions.ts';
import { type Gift, readGifts } from './gift.ts';
import { RECEIVED_AT_SQL } from './parcel-times.ts';

/** A product that a participant receives. */
export interface GivenProduct {
  id: number;
  /** The product of the store's feed; null: it is in no feed. */
  productId: string | null;
  title: string;
  url: string | null;
  valueMinor: number;
  options: string;
}

/** What the creator reads about the parcel or the credit. */
export interface Parcel {
  carrier: string;
  number: string;
  trackingUrl: string | null;
  sentAt: Date;
  deliveredAt: Date | null;
  receivedAt: Date | null;
  /** When it counts as received by itself; null: the creator decides. */
  receivedByItselfAt: Date | null;
  notReceived: { at: Date; text: string } | null;
}

/** What a participant is given. */
export interface Given {
  /** Null: the campaign named nothing when the participant joined. */
  gift: Gift | null;
  /** In minor units of the store's currency; null: not chosen yet, or unknown. */
  valueMinor: number | null;
  /** Null: none, or the participant does not take part. */
  creditCode: string | null;
  products: readonly GivenProduct[];
  parcel: Parcel | null;
  /** Whether the creator may choose and correct the address. */
  isOpen: boolean;
}

type GivenRow = {
  gift_id: number | null;
  value_minor: number | null;
  carrier: string;
  number: string;
  tracking_url: string | null;
  credit_code: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  received_at: string | null;
  not_received_at: string | null;
  not_received: string;
  due_at: string | null;
  takes_part: boolean;
  receives: boolean;
  is_open: boolean;
};

/**
 * Reads what a participant is given; null: nothing.
 * @param forStore the store reads it, and sees sizes only while it may know the address
 */
export async function readGiven(
  { db }: Pick<Context, 'db'>,
  { participantId, forStore }: { participantId: number; forStore: boolean },
): Promise<Given | null> {
  const { rows } = await db.execute<GivenRow>(sql`
    SELECT x.gift_id, x.value_minor, x.carrier, x.number, x.tracking_url, x.credit_code, x.sent_at, x.delivered_at, x.received_at, x.not_received_at,
      x.not_received, ${RECEIVED_AT_SQL} AS due_at, p.status = ANY (${sql.param([...TAKING_PART])}::text[]) AS takes_part, ${RECEIVES_SQL} AS receives,
      ${RECEIVES_SQL} AND ${IS_UNSENT_SQL} AS is_open
    FROM participant_gifts x JOIN participants p ON p.id = x.participant_id JOIN campaigns o ON o.id = p.campaign_id
    LEFT JOIN campaign_gifts g ON g.id = x.gift_id WHERE x.participant_id = ${participantId}`);
  const row = rows[0];
  if (row === undefined) return null;
  const gift = row.gift_id === null ? null : ((await readGifts(db, [row.gift_id])).get(row.gift_id) ?? null);
  const products = (await readGivenProducts(db, [participantId])).get(participantId) ?? [];
  const hidesSizes = forStore && !row.receives;
  return {
    gift,
    valueMinor: row.value_minor,
    creditCode: row.takes_part ? (row.credit_code ?? gift?.creditCode ?? null) : null,
    products: hidesSizes ? products.map((product) => ({ ...product, options: '' })) : products,
    parcel: parcelOf(row),
    isOpen: row.is_open,
  };
}

function parcelOf(row: GivenRow): Parcel | null {
  if (row.sent_at === null) return null;
  const timeOf = (text: string | null) => (text === null ? null : new Date(text));
  const missingAt = timeOf(row.not_received_at);
  return {
    carrier: row.carrier,
    number: row.number,
    trackingUrl: row.tracking_url,
    sentAt: new Date(row.sent_at),
    deliveredAt: timeOf(row.delivered_at),
    receivedAt: timeOf(row.received_at),
    receivedByItselfAt: row.received_at === null && missingAt === null ? timeOf(row.due_at) : null,
    notReceived: missingAt === null ? null : { at: missingAt, text: row.not_received },
  };
}

/** Reads the products that participants receive: the one product of a gift, or those that they have chosen. */
export async function readGivenProducts(
  db: Context['db'],
  participantIds: readonly number[],
): Promise<ReadonlyMap<number, readonly GivenProduct[]>> {
  if (participantIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    participant_id: number;
    id: number;
    product_id: string | null;
    title: string;
    url: string | null;
    value_minor: number;
    options: string;
  }>(sql`
    SELECT x.participant_id, w.id, w.product_id, w.title, w.url, w.value_minor, coalesce(c.options, '') AS options
    FROM participant_gifts x JOIN campaign_gifts g ON g.id = x.gift_id JOIN campaign_gift_products w ON w.gift_id = g.id
    LEFT JOIN participant_gift_products c ON c.gift_product_id = w.id AND c.participant_id = x.participant_id
    WHERE x.participant_id = ANY (${sql.param([...participantIds])}::bigint[]) AND (g.kind = 'product' OR c.participant_id IS NOT NULL)
    ORDER BY x.participant_id, w.place`);
  const grouped = groupBy(rows, (row) => row.participant_id);
  return new Map(
    [...grouped].map(([participantId, products]) => [
      participantId,
      products.map((row) => ({
        id: row.id,
        productId: row.product_id,
        title: row.title,
        url: row.url,
        valueMinor: row.value_minor,
        options: row.options,
      })),
    ]),
  );
}
