import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { listUserTags, type UserTagRow } from '../../stores/index.ts';
import { type Campaign, readCampaigns } from '../campaign/read-campaigns.ts';

/** Maximum number of tags in the list. */
export const MAX_TAGS = 1000;
/** Maximum number of campaigns in the list, counted once per tag that they target; the newest are kept. */
export const MAX_TAGGED_CAMPAIGNS = 5000;

/** A user tag with the store's campaigns that target it, newest first. */
export interface TaggedCampaigns {
  tag: UserTagRow;
  campaigns: Campaign[];
}

/** Lists the tags that a store may use, each with the store's campaigns that target it and are not deleted. */
export async function listTaggedCampaigns(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId }: { storeId: number },
): Promise<TaggedCampaigns[]> {
  const tags = await listUserTags(ctx, { storeId, limit: MAX_TAGS });
  const { rows } = await ctx.db.execute<{ user_tag_id: number; campaign_id: number }>(sql`
    SELECT x.user_tag_id, x.campaign_id FROM campaigns o JOIN campaign_targets x ON x.campaign_id = o.id
    WHERE o.store_id = ${storeId} AND o.deleted_at IS NULL AND x.user_tag_id = ANY (${sql.param(tags.map(({ id }) => id))}::bigint[])
    ORDER BY x.campaign_id DESC, x.user_tag_id LIMIT ${MAX_TAGGED_CAMPAIGNS}`);
  const records = await readCampaigns(ctx, [...new Set(rows.map((row) => row.campaign_id))]);
  const campaigns = new Map(records.map((campaign) => [campaign.id, campaign]));
  const ofTag = groupBy(rows, (row) => row.user_tag_id);
  return tags.map((tag) => ({
    tag,
    campaigns: (ofTag.get(tag.id) ?? []).flatMap((row) => campaigns.get(row.campaign_id) ?? []),
  }));
}
