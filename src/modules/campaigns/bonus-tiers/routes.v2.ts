import type { FastifyInstance } from 'fastify';
import { addDays, firstOfMonth } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign, onCampaignAsReader } from '../policy.ts';
import { readBonusTiers } from './bonus-tiers.ts';
import { BonusTiersBody, BonusTiersRecord, presentTiers, readTiers } from './schemas.ts';
import { setBonusTiers, TIER_ERRORS } from './set-bonus-tiers.ts';

/** The version of a record that a change replaces: the bonuses from the next month. */
const versionOf = ({ next_month: next }: { next_month: { tiers: readonly object[]; budget: object } | null }) => ({
  tiers: next?.tiers ?? [],
  budget: next?.budget ?? null,
});

/** Fixed bonuses of a campaign by tier of the month. */
export function bonusTierRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  const common = { tags: ['Campaigns'], addition: true, url: '/v2/offers/:offer/bonus-tiers' } as const;
  const monthsAt = (now: Date) => {
    const current = firstOfMonth(calendar, now.getTime());
    return { current, next: `${addDays(current, 31).slice(0, 7)}-01` };
  };
  const show = async (ctx: Context, { id: campaignId, currency }: { id: number; currency: string }) => {
    const { current, next } = monthsAt(ctx.now());
    const [now, then] = [
      await readBonusTiers(ctx.db, { campaignId, month: current }),
      await readBonusTiers(ctx.db, { campaignId, month: next }),
    ];
    return {
      this_month: presentTiers(now, { month: current, currency }),
      next_month: presentTiers(then, { month: next, currency }),
    };
  };

  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getBonusTiers',
    assistants: 'search',
    summary: 'Read the bonus tiers of a campaign',
    description: 'For the store, and for creators in the audience, before they join the campaign or create a link.',
    policy: onCampaignAsReader,
    replies: { 200: BonusTiersRecord },
    version: versionOf,
    handle: async ({ ctx, resource }) => show(ctx, resource),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    operationId: 'setBonusTiers',
    // A bonus is a fixed sum.
    scope: 'money',
    presence: 'fresh',
    summary: 'Replace the bonus tiers of a campaign',
    description:
      'They apply from the next month, or from the current one if the campaign has no tiers in it. Closing the month creates the bonuses as one-time payments. Participants are notified.',
    policy: onCampaign,
    body: BonusTiersBody,
    replies: { 200: BonusTiersRecord },
    errors: [TERMS_ARE_PROMISED, ...TIER_ERRORS, 404],
    current: async ({ ctx, resource }) => {
      await lockCampaign(ctx.db, resource.id);
      return versionOf(await show(ctx, resource));
    },
    handle: async ({ ctx, resource, body }) => {
      const tiers = readTiers(body, resource.currency);
      await setBonusTiers(ctx, { campaignId: resource.id, ...tiers, month: monthsAt(ctx.now()) });
      return show(ctx, resource);
    },
  });
}
