import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { presentSingleLegacyCampaign } from './present.legacy.ts';
import { readAudience } from './read-audience.ts';
import { readCampaigns } from './read-campaigns.ts';

/**
 * Reads one campaign in the legacy API's form.
 * @throws NotFound when it is deleted, because this record cannot express a deletion
 */
export async function showSingleLegacyCampaign(ctx: Pick<Context, 'db' | 'now'>, id: number) {
  const [campaign] = await readCampaigns(ctx, [id]);
  if (campaign === undefined || campaign.status === 'deleted') throw new NotFound('offer');
  return presentSingleLegacyCampaign(campaign, await readAudience(ctx, id));
}
