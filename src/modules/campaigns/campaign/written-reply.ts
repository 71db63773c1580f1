import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { presentCampaign } from './present.ts';
import { readCampaigns } from './read-campaigns.ts';
import type { WrittenCampaign } from './write-campaign.ts';

/** Reads and presents a campaign. @throws NotFound */
export async function shownCampaign(ctx: Pick<Context, 'db' | 'now'>, publicUrl: string, id: number) {
  const [campaign] = await readCampaigns(ctx, [id]);
  if (campaign === undefined) throw new NotFound('offer');
  return presentCampaign(publicUrl, campaign);
}

/** The reply to a write of a campaign, with the users that were skipped. */
export async function writtenReply(
  ctx: Pick<Context, 'db' | 'now'>,
  publicUrl: string,
  { id, skippedUserIds }: WrittenCampaign,
) {
  const warnings = { skipped_targets: { user_ids: skippedUserIds } };
  return { data: { ...(await shownCampaign(ctx, publicUrl, id)), warnings }, warnings };
}
