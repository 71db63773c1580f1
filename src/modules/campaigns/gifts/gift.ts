import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { groupBy } from '../../../platform/group-by.ts';

export const GIFT_KINDS = ['product', 'choice', 'credit'] as const;
export type GiftKind = (typeof GIFT_KINDS)[number];

/** Maximum number of products of which a participant chooses. */
export const MAX_GIFT_PRODUCTS = 50;
/** Maximum number of products that a participant chooses. */
export const MAX_CHOICES = 10;
/** Days after the sending of a parcel, after which it counts as received, unless the campaign names another number. */
export const RECEIVED_AFTER_DAYS = 14;

/** A product of a gift; the value in minor units of the store's currency. */
interface GiftProduct {
  id: number;
  /** The product of the store's feed; null: it is in no feed. */
  productId: string | null;
  title: string;
  url: string | null;
  valueMinor: number;
}

/** A version of what a campaign gives its participants. */
export interface Gift {
  id: number;
  campaignId: number;
  kind: GiftKind;
  /** How many of the products a participant receives; 0 for a credit. */
  choices: number;
  /** The value for one participant, in minor units of the store's currency; for a choice that of the most expensive products. */
  valueMinor: number;
  /** The code of a credit that is the same for all participants. */
  creditCode: string | null;
  receivedAfterDays: number;
  products: readonly GiftProduct[];
}

type GiftRow = {
  id: number;
  campaign_id: number;
  kind: GiftKind;
  choices: number;
  value_minor: number;
  credit_code: string | null;
  received_after_days: number;
};

type ProductRow = {
  id: number;
  gift_id: number;
  product_id: string | null;
  title: string;
  url: string | null;
  value_minor: number;
};

/** Reads the current gifts of campaigns that send products, by campaign. */
export async function currentGifts(
  { db }: Pick<Context, 'db'>,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, Gift>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<GiftRow>(sql`
    SELECT g.id, g.campaign_id, g.kind, g.choices, g.value_minor, g.credit_code, g.received_after_days
    FROM campaign_gifts g JOIN campaigns o ON o.id = g.campaign_id
    WHERE g.campaign_id = ANY (${sql.param([...campaignIds])}::bigint[]) AND g.ended_at IS NULL AND o.has_product_seeding`);
  return new Map((await withProducts(db, rows)).map((gift) => [gift.campaignId, gift]));
}

/** Reads the current gift of a campaign; null when it names none. */
export async function currentGift(ctx: Pick<Context, 'db'>, campaignId: number): Promise<Gift | null> {
  return (await currentGifts(ctx, [campaignId])).get(campaignId) ?? null;
}

/** Reads versions of gifts by id. */
export async function readGifts(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Gift>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<GiftRow>(sql`
    SELECT g.id, g.campaign_id, g.kind, g.choices, g.value_minor, g.credit_code, g.received_after_days
    FROM campaign_gifts g WHERE g.id = ANY (${sql.param([...ids])}::bigint[])`);
  return new Map((await withProducts(db, rows)).map((gift) => [gift.id, gift]));
}

async function withProducts(db: Database, gifts: readonly GiftRow[]): Promise<Gift[]> {
  if (gifts.length === 0) return [];
  const { rows } = await db.execute<ProductRow>(sql`
    SELECT x.id, x.gift_id, x.product_id, x.title, x.url, x.value_minor FROM campaign_gift_products x
    WHERE x.gift_id = ANY (${sql.param(gifts.map(({ id }) => id))}::bigint[]) ORDER BY x.gift_id, x.place`);
  const productsOf = groupBy(rows, (row) => row.gift_id);
  return gifts.map((row) => ({
    id: row.id,
    campaignId: row.campaign_id,
    kind: row.kind,
    choices: row.choices,
    valueMinor: row.value_minor,
    creditCode: row.credit_code,
    receivedAfterDays: row.received_after_days,
    products: (productsOf.get(row.id) ?? []).map((product) => ({
      id: product.id,
      productId: product.product_id,
      title: product.title,
      url: product.url,
      valueMinor: product.value_minor,
    })),
  }));
}
