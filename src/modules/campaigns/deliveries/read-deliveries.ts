import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type GivenProduct, readGivenProducts } from '../gifts/read-given.ts';
import {
  type BEFORE_RECEIPT,
  DELIVERY_COLUMNS,
  type Delivery,
  type DeliveryRow,
  deliveryOf,
  RECEIVES_SQL,
} from './delivery.ts';

/** The delivery details of a participant, and whether the participant is to receive products now. */
export interface OwnDelivery {
  isWanted: boolean;
  delivery: Delivery | null;
}

/**
 * Reads the delivery details of a participant.
 * @param forStore the store reads it, and sees nothing of participants who do not receive products
 */
export async function readDelivery(
  { db }: Pick<Context, 'db'>,
  { participantId, forStore }: { participantId: number; forStore: boolean },
): Promise<OwnDelivery> {
  const { rows: wanted } = await db.execute<{ is_wanted: boolean }>(sql`
    SELECT ${RECEIVES_SQL} AS is_wanted FROM participants p JOIN campaigns o ON o.id = p.campaign_id WHERE p.id = ${participantId}`);
  const isWanted = wanted[0]?.is_wanted === true;
  const { rows } = await db.execute<DeliveryRow>(sql`
    SELECT ${DELIVERY_COLUMNS} FROM participant_deliveries d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.id = ${participantId} AND (NOT ${forStore}::boolean OR ${RECEIVES_SQL})`);
  return { isWanted, delivery: rows[0] === undefined ? null : deliveryOf(rows[0]) };
}

/** A line of the packing list of a campaign. */
export interface PackingLine {
  participantId: number;
  status: (typeof BEFORE_RECEIPT)[number];
  creator: string;
  /** What the participant receives; empty: nothing is named or chosen yet. */
  products: readonly GivenProduct[];
  /** The number of the parcel; empty: none. */
  parcel: string;
  /** Null: the participant has not said where. */
  delivery: Delivery | null;
}

type LineRow = { participant_id: number; status: PackingLine['status']; creator: string; parcel: string } & (
  | DeliveryRow
  | { [Column in keyof DeliveryRow]: null }
);

/**
 * Lists who receives the products of a campaign, and where: those who can be sent something first, then those whose address is missing, then those to
 * whom something was sent.
 */
export async function listPackingLines(
  { db }: Pick<Context, 'db'>,
  campaignId: number,
  page: PageRequest,
): Promise<Page<PackingLine>> {
  const { items, total } = await readPage<LineRow>(
    db,
    {
      columns: sql`p.id AS participant_id, p.status, u.public_name AS creator, coalesce(x.number, '') AS parcel, ${DELIVERY_COLUMNS}`,
      from: sql`participants p JOIN campaigns o ON o.id = p.campaign_id JOIN users u ON u.id = p.user_id
        LEFT JOIN participant_deliveries d ON d.participant_id = p.id LEFT JOIN participant_gifts x ON x.participant_id = p.id
        WHERE p.campaign_id = ${campaignId} AND ${RECEIVES_SQL}`,
      order: sql`p.status <> 'accepted', d.participant_id IS NULL, p.id`,
    },
    page,
  );
  const products = await readGivenProducts(
    db,
    items.map((row) => row.participant_id),
  );
  return {
    total,
    items: items.map((row) => ({
      participantId: row.participant_id,
      status: row.status,
      creator: row.creator,
      products: products.get(row.participant_id) ?? [],
      parcel: row.parcel,
      delivery: row.recipient === null ? null : deliveryOf(row),
    })),
  };
}

const BATCH = 1_000;

/** Reads the whole packing list of a campaign in batches. */
export async function* packingBatches(
  ctx: Pick<Context, 'db'>,
  campaignId: number,
): AsyncGenerator<readonly PackingLine[]> {
  for (let page = 1; ; page += 1) {
    const offset = (page - 1) * BATCH;
    const { items, total } = await listPackingLines(ctx, campaignId, { page, size: BATCH, offset });
    yield items;
    if (offset + items.length >= total || items.length === 0) return;
  }
}

/** Reads the title of a campaign and the name of its store. */
export async function readTitles(
  { db }: Pick<Context, 'db'>,
  campaignId: number,
): Promise<{ title: string; store: string }> {
  const { rows } = await db.execute<{ title: string; store: string }>(sql`
    SELECT o.shown_title AS title, s.name AS store FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.id = ${campaignId}`);
  return rows[0]!;
}
