import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { listUserTags, type UserTagRow } from '../../stores/index.ts';
import { type Offer, readOffers } from '../offers/read-offers.ts';

/** Maximum number of tags in the list. */
export const MOST_TAGS = 1000;
/** Maximum number of campaigns in the list, counted once per tag that they target; the newest are kept. */
export const MOST_TAGGED_OFFERS = 5000;

/** A user tag with the store's campaigns that target it, newest first. */
export interface TaggedOffers {
  tag: UserTagRow;
  offers: Offer[];
}

/** Lists the tags that a store may use, each with the store's campaigns that target it and are not deleted. */
export async function listTaggedOffers(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId }: { storeId: number },
): Promise<TaggedOffers[]> {
  const tags = await listUserTags(ctx, { storeId, limit: MOST_TAGS });
  const { rows } = await ctx.db.execute<{ user_tag_id: number; offer_id: number }>(sql`
    SELECT x.user_tag_id, x.offer_id FROM offers o JOIN offer_targets x ON x.offer_id = o.id
    WHERE o.store_id = ${storeId} AND o.deleted_at IS NULL AND x.user_tag_id = ANY (${sql.param(tags.map(({ id }) => id))}::bigint[])
    ORDER BY x.offer_id DESC, x.user_tag_id LIMIT ${MOST_TAGGED_OFFERS}`);
  const records = await readOffers(ctx, [...new Set(rows.map((row) => row.offer_id))]);
  const offers = new Map(records.map((offer) => [offer.id, offer]));
  const ofTag = groupBy(rows, (row) => row.user_tag_id);
  return tags.map((tag) => ({
    tag,
    offers: (ofTag.get(tag.id) ?? []).flatMap((row) => offers.get(row.offer_id) ?? []),
  }));
}
