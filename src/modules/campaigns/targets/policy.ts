import { onResource, parsePathId } from '../../../platform/auth/policy.ts';
import { type CampaignOfActor, campaignAccess, findCampaign } from '../policy.ts';
import { findTarget, type Target } from './read-targets.ts';

/** The policy of every path with a target. Targeted creators must not learn the other targets. */
export const onTarget = onResource<{ target: Target; campaign: CampaignOfActor }>({
  name: 'target',
  describe: 'Members of the offer’s store, an administrator.',
  param: 'id',
  kind: 'target',
  load: async (ctx, id, params) => {
    const campaignId = parsePathId(params.offer ?? '');
    const campaign = campaignId === null ? null : await findCampaign(ctx, campaignId);
    const target = campaign === null ? null : await findTarget(ctx, campaign.id, id);
    return campaign === null || target === null ? null : { campaign, target };
  },
  access: (actor, { campaign }) => (campaignAccess(actor, campaign) === 'allow' ? 'allow' : 'hide'),
});
