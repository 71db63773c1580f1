import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { onCampaign, onCampaignAsReader } from '../policy.ts';
import { type CommissionRules, readCommissionRules } from './commission-rules.ts';
import { CommissionRulesBody, CommissionRulesRecord, presentRules, readRules } from './schemas.ts';
import { RULE_ERRORS, setCommissionRules } from './set-commission-rules.ts';

/** Rates of a campaign by products, categories and kind of customer. */
export function commissionRuleRoutes(app: FastifyInstance): void {
  const common = { tags: ['Campaigns'], addition: true, url: '/v2/offers/:offer/commission-rules' } as const;

  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getCommissionRules',
    assistants: 'search',
    storeKey: true,
    summary: 'Read the commission rules of a campaign',
    description: 'For the store, and for creators in the audience, before they join the campaign or create a link.',
    policy: onCampaignAsReader,
    replies: { 200: CommissionRulesRecord },
    version: versionOf,
    handle: async ({ ctx, resource }) => present(await readCommissionRules(ctx.db, resource.id), resource.currency),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    operationId: 'setCommissionRules',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Replace the commission rules of a campaign',
    description:
      'They apply to orders of later clicks. Orders of earlier clicks keep the rules of their click. The same rules change nothing. Participants are notified.',
    policy: onCampaign,
    body: CommissionRulesBody,
    replies: { 200: CommissionRulesRecord },
    errors: [TERMS_ARE_PROMISED, ...RULE_ERRORS, 404],
    current: async ({ ctx, resource: { id: campaignId, currency } }) => {
      await lockCampaign(ctx.db, campaignId);
      return versionOf(present(await readCommissionRules(ctx.db, campaignId), currency));
    },
    handle: async ({ ctx, resource: { id: campaignId, currency }, body }) => {
      await setCommissionRules(ctx, { campaignId, rules: readRules(body.rules, { currency }) });
      return present(await readCommissionRules(ctx.db, campaignId), currency);
    },
  });
}

const versionOf = ({ rules }: { rules: readonly object[] }) => ({ rules });

function present({ version, changedAt, rules }: CommissionRules, currency: string) {
  return {
    version,
    changed_at: changedAt?.toISOString() ?? null,
    rules: presentRules(rules, currency),
  };
}
