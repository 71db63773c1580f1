import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { OfferType } from '../participants/moves.ts';

export const OFFER_STATUSES = ['deleted', 'ended', 'scheduled', 'paused', 'active'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** A campaign as everybody who may know of it sees it. */
export interface Offer {
  id: number;
  storeId: number;
  title: string;
  text: string;
  type: OfferType;
  token: string;
  status: OfferStatus;
  hasProductSeeding: boolean;
  hasOnetimePayment: boolean;
  /** Of its picture in the file storage. */
  imageKey: string | null;
}

interface OfferRow extends Record<string, unknown> {
  id: number;
  store_id: number;
  campaign_title: string;
  campaign_text: string;
  name: string;
  type: OfferType;
  token: string;
  status: OfferStatus;
  has_product_seeding: boolean;
  has_onetime_payment: boolean;
  image_key: string | null;
}

/** Reads a campaign with its status as it is now; null when there is none. */
export async function readOffer({ db, now }: Pick<Context, 'db' | 'now'>, id: number): Promise<Offer | null> {
  const { rows } = await db.execute<OfferRow>(sql`
    SELECT o.*, offer_status(o, ${now().toISOString()}) AS status FROM offers o WHERE o.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    storeId: row.store_id,
    title: row.campaign_title === '' ? row.name : row.campaign_title,
    text: row.campaign_text,
    type: row.type,
    token: row.token,
    status: row.status,
    hasProductSeeding: row.has_product_seeding,
    hasOnetimePayment: row.has_onetime_payment,
    imageKey: row.image_key,
  };
}
