import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import { onCampaign, onCampaignAsReader } from '../policy.ts';
import { type CommissionRule, type CommissionRules, readCommissionRules } from './commission-rules.ts';
import { CommissionRulesBody, CommissionRulesRecord, presentRuleNames } from './schemas.ts';
import { RULE_ERRORS, setCommissionRules } from './set-commission-rules.ts';

const MILLION = 1_000_000;

/** Rates of a campaign by products, categories and kind of customer. */
export function commissionRuleRoutes(app: FastifyInstance): void {
  const common = { tags: ['Campaigns'], addition: true, url: '/v2/offers/:offer/commission-rules' } as const;

  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getCommissionRules',
    storeKey: true,
    summary: 'Read the commission rules of a campaign',
    description: 'For the store, and for the creators that the campaign is for, before they join it or make a link.',
    policy: onCampaignAsReader,
    replies: { 200: CommissionRulesRecord },
    handle: async ({ ctx, resource }) => present(await readCommissionRules(ctx.db, resource.record.id)),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    operationId: 'setCommissionRules',
    summary: 'Replace the commission rules of a campaign',
    description:
      'They apply to orders of later clicks. Orders of earlier clicks keep the rules of their click. The same rules change nothing.',
    policy: onCampaign,
    body: CommissionRulesBody,
    replies: { 200: CommissionRulesRecord },
    errors: [...RULE_ERRORS, 404],
    handle: async ({ ctx, resource: { id: campaignId }, body }) => {
      await setCommissionRules(ctx, { campaignId, rules: body.rules.map(readRule) });
      return present(await readCommissionRules(ctx.db, campaignId));
    },
  });
}

type RuleBody = Static<typeof CommissionRulesBody>['rules'][number];

/** A blank name matches nothing. It does not widen the rule. */
function readRule({ skus, categories, customer, cpa }: RuleBody): CommissionRule {
  const trimmed = (names: readonly string[] | undefined) => names?.map((name) => name.trim()) ?? null;
  return {
    skus: trimmed(skus),
    categories: trimmed(categories),
    customer: customer ?? null,
    cpa_ppm: Math.round(cpa * MILLION),
  };
}

function present({ version, changedAt, rules }: CommissionRules) {
  return {
    version,
    changed_at: changedAt?.toISOString() ?? null,
    rules: rules.map((rule) => ({ ...presentRuleNames(rule), cpa: rule.cpa_ppm / MILLION })),
  };
}
