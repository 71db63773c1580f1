import { sql } from 'drizzle-orm';
import { type Calendar, firstOfMonth } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import {
  type BonusTiers,
  currentGifts,
  type Gift,
  type Guarantee,
  type Promised,
  readBonusTiersOf,
  readGuarantees,
  readPromises,
} from '../../campaigns/index.ts';
import { isListed } from '../../stores/index.ts';
import { isCreatorShown } from '../publishing/creator-page.ts';
import { isOpenToAll } from '../publishing/publish.ts';
import { type Rate, ratesOfCampaign, ratesOfStore } from '../publishing/rates.ts';

/** A store with a public page. */
export type PublicStore = {
  id: number;
  name: string;
  logo_key: string | null;
  about: string;
  currency: string;
  rates: Rate[] | null;
};

/** A campaign with a public page. */
export type PublicCampaign = {
  id: number;
  token: string;
  title: string;
  text: string;
  image_key: string | null;
  valid_until: string | null;
  one_time_payment_minor: number | null;
  store_id: number;
  store_name: string;
  store_logo_key: string | null;
  has_store_page: boolean;
  currency: string;
  rates: Rate[] | null;
  /** The bonuses of the month; null if there are none. */
  bonuses: BonusTiers | null;
  /** What participants are given; null: nothing. */
  gift: Gift | null;
  /** What it promises about its terms, and the prepaid money that is reserved for it; null: nothing. */
  promise: Promised | null;
  guarantee: Guarantee | null;
};

type CampaignRow = Omit<PublicCampaign, 'bonuses' | 'gift' | 'promise' | 'guarantee'>;

type Reader = Pick<Context, 'db' | 'now'>;
type CampaignReader = Reader & { calendar: Calendar };

/** Entries `from` to `from + size`, and whether there are more. */
interface Listing<Item> {
  items: Item[];
  hasMore: boolean;
}

const STORE_COLUMNS = sql`s.id, s.name, s.logo_key, p.about, s.currency, ${ratesOfStore} AS rates`;
const CAMPAIGN_COLUMNS = sql`o.id, o.token, o.shown_title AS title, o.campaign_text AS text, o.image_key,
  o.valid_until, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END AS one_time_payment_minor,
  s.id AS store_id, s.name AS store_name, s.logo_key AS store_logo_key, s.currency, ${ratesOfCampaign} AS rates,
  ${isListed} AND EXISTS (SELECT FROM store_pages WHERE store_id = s.id) AS has_store_page`;
const CAMPAIGNS = sql`campaign_pages p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id`;

/** Lists the stores with a public page that can be seen, the newest first. */
export async function listPublicStores(
  { db }: Reader,
  { from, size }: { from: number; size: number },
): Promise<Listing<PublicStore>> {
  const { rows } = await db.execute<PublicStore>(sql`
    SELECT ${STORE_COLUMNS} FROM store_pages p JOIN stores s ON s.id = p.store_id WHERE ${isListed}
    ORDER BY p.published_at DESC, p.store_id DESC LIMIT ${size + 1} OFFSET ${from}`);
  return listing(rows, size);
}

/** Reads a store with a public page that can be seen; null when there is none. */
export async function findPublicStore({ db }: Reader, id: number): Promise<PublicStore | null> {
  const { rows } = await db.execute<PublicStore>(sql`
    SELECT ${STORE_COLUMNS} FROM store_pages p JOIN stores s ON s.id = p.store_id WHERE s.id = ${id} AND ${isListed}`);
  return rows[0] ?? null;
}

/** Lists the campaigns with a public page that anybody can apply for, the newest first. */
export async function listPublicCampaigns(
  ctx: CampaignReader,
  { from, size, storeId }: { from: number; size: number; storeId?: number },
): Promise<Listing<PublicCampaign>> {
  const ofStore = storeId === undefined ? sql`true` : sql`o.store_id = ${storeId}`;
  const { rows } = await ctx.db.execute<CampaignRow>(sql`
    SELECT ${CAMPAIGN_COLUMNS} FROM ${CAMPAIGNS} WHERE ${ofStore} AND ${isOpenToAll(ctx)}
    ORDER BY p.published_at DESC, p.campaign_id DESC LIMIT ${size + 1} OFFSET ${from}`);
  return listing(await withOffers(ctx, rows), size);
}

/** Reads a campaign with a public page that anybody can apply for; null when there is none. */
export async function findPublicCampaign(ctx: CampaignReader, id: number): Promise<PublicCampaign | null> {
  const { rows } = await ctx.db.execute<CampaignRow>(sql`
    SELECT ${CAMPAIGN_COLUMNS} FROM ${CAMPAIGNS} WHERE o.id = ${id} AND ${isOpenToAll(ctx)}`);
  return (await withOffers(ctx, rows))[0] ?? null;
}

/** Adds the bonuses of this month, the gifts, promises and guarantees. */
async function withOffers(
  { db, now, calendar }: CampaignReader,
  rows: readonly CampaignRow[],
): Promise<PublicCampaign[]> {
  const month = firstOfMonth(calendar, now().getTime());
  const bonuses = await readBonusTiersOf(db, { campaignIds: rows.map(({ id }) => id), month });
  const ids = rows.map(({ id }) => id);
  const gifts = await currentGifts({ db }, ids);
  const promises = await readPromises({ db, now }, ids);
  const guarantees = await readGuarantees({ db, now }, ids);
  return rows.map((row) => ({
    ...row,
    bonuses: bonuses.get(row.id) ?? null,
    gift: gifts.get(row.id) ?? null,
    promise: promises.get(row.id) ?? null,
    guarantee: guarantees.get(row.id) ?? null,
  }));
}

/** Maximum number of pages of one kind in the sitemap. */
const MAX_IN_SITEMAP = 20_000;

/** The stores, campaigns and creators whose pages can be seen, the newest first; at most `MAX_IN_SITEMAP` each. `key`: the id, or the name of a creator's page. */
export async function listShownPages(ctx: Reader): Promise<{ kind: 'store' | 'campaign' | 'creator'; key: string }[]> {
  const { rows } = await ctx.db.execute<{ kind: 'store' | 'campaign' | 'creator'; key: string }>(sql`
    (SELECT 'store' AS kind, s.id::text AS key FROM store_pages p JOIN stores s ON s.id = p.store_id WHERE ${isListed}
      ORDER BY p.published_at DESC, p.store_id DESC LIMIT ${MAX_IN_SITEMAP})
    UNION ALL
    (SELECT 'campaign' AS kind, o.id::text AS key FROM ${CAMPAIGNS} WHERE ${isOpenToAll(ctx)}
      ORDER BY p.published_at DESC, p.campaign_id DESC LIMIT ${MAX_IN_SITEMAP})
    UNION ALL
    (SELECT 'creator' AS kind, p.name AS key FROM creator_pages p JOIN users u ON u.id = p.user_id WHERE ${isCreatorShown}
      ORDER BY p.published_at DESC, p.user_id DESC LIMIT ${MAX_IN_SITEMAP})`);
  return rows;
}

const listing = <Item>(rows: Item[], size: number): Listing<Item> => ({
  items: rows.slice(0, size),
  hasMore: rows.length > size,
});
