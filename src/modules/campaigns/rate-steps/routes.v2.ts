import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { onCampaign, onCampaignAsReader } from '../policy.ts';
import { readRateSteps } from './rate-steps.ts';
import { presentSteps, RateStepsBody, RateStepsRecord, readSteps } from './schemas.ts';
import { STEP_ERRORS, setRateSteps } from './set-rate-steps.ts';

/** Rates of a campaign that rise with the approved orders of a creator. */
export function rateStepRoutes(app: FastifyInstance): void {
  const common = { tags: ['Campaigns'], addition: true, url: '/v2/offers/:offer/rate-steps' } as const;

  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getRateSteps',
    assistants: 'search',
    storeKey: true,
    summary: 'Read how the rates of a campaign rise',
    description:
      'With all versions. For the store, and for creators in the audience, before they join the campaign or create a link.',
    policy: onCampaignAsReader,
    replies: { 200: RateStepsRecord },
    version: versionOf,
    handle: async ({ ctx, resource: { id, currency } }) => presentSteps(await readRateSteps(ctx.db, id), currency),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    operationId: 'setRateSteps',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Set how the rates of a campaign rise',
    description:
      'A new version, for orders of later clicks. Orders of earlier clicks keep the version of their click. The same steps change nothing. Participants are notified.',
    policy: onCampaign,
    body: RateStepsBody,
    replies: { 200: RateStepsRecord },
    errors: [TERMS_ARE_PROMISED, ...STEP_ERRORS, 404],
    current: async ({ ctx, resource: { id, currency } }) => {
      await lockCampaign(ctx.db, id);
      return versionOf(presentSteps(await readRateSteps(ctx.db, id), currency));
    },
    handle: async ({ ctx, resource: { id: campaignId, currency }, body }) => {
      await setRateSteps(ctx, { campaignId, wanted: readSteps(body, currency) });
      return presentSteps(await readRateSteps(ctx.db, campaignId), currency);
    },
  });
}

/** The version of a record that a change replaces: the steps in force. */
const versionOf = ({
  counts,
  period,
  applies,
  user_tag_id,
  steps,
}: {
  counts: string;
  period: string;
  applies: string;
  user_tag_id: number | null;
  steps: readonly object[];
}) => ({ counts, period, applies, user_tag_id, steps });
