import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { moneyObject } from '../../../platform/money.ts';
import { writableForm } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS } from '../campaign/fields.ts';
import { type Campaign, type CampaignPrice, readCampaigns } from '../campaign/read-campaigns.ts';
import type { CampaignBody } from '../campaign/schemas.write.ts';
import type { CampaignFacts } from '../policy.ts';
import type { TargetRow } from '../targets/read-targets.ts';
import { presentPrices } from './present.ts';

/** A campaign in the form of a write request, with further data for the edit form. */
export interface Definition {
  offer: Static<typeof CampaignBody>;
  prices: ReturnType<typeof presentPrices>;
  has_participants: boolean;
  users: { id: number; name: string }[];
  influencer_text: string;
}

interface Row extends Record<string, unknown> {
  has_participants: boolean;
  targets: Target[];
}

type Target = Omit<TargetRow, 'id'> & { user_name: string | null };

/** Maximum number of targets read: for each of the seven kinds as many as a body may contain. */
const MAX_TARGETS = 7000;

/**
 * Reads a campaign in the form and units of a write request, so that it can be changed or copied.
 * @throws NotFound when it does not exist
 */
export async function readDefinition(
  ctx: Context,
  { id, currency }: CampaignFacts,
  calendar: Calendar,
): Promise<Definition> {
  const [campaign] = await readCampaigns(ctx, [id]);
  const { rows } = await ctx.db.execute<Row>(sql`
    SELECT EXISTS (SELECT FROM participants p WHERE p.campaign_id = o.id) AS has_participants,
      ARRAY (SELECT json_build_object('user_id', t.user_id, 'user_name', u.public_name, 'user_tag_id', t.user_tag_id,
          'store_group_id', t.store_group_id, 'agency_id', t.agency_id, 'revenue_tier_id', t.revenue_tier_id, 'email', t.email,
          'social_identifier', t.social_identifier)
        FROM campaign_targets t LEFT JOIN users u ON u.id = t.user_id WHERE t.campaign_id = o.id ORDER BY t.id LIMIT ${MAX_TARGETS}) AS targets
    FROM campaigns o WHERE o.id = ${id}`);
  const row = rows[0];
  if (row === undefined || campaign === undefined) throw new NotFound('offer');
  return {
    offer: {
      ...writableForm(CAMPAIGN_FIELDS, 'v2', campaign, { currency, calendar }),
      campaign_title: campaign.shownTitle,
      traffic_sources_costs: presentCosts(campaign, ctx.actor),
      targets: presentTargets(row.targets),
    },
    influencer_text: campaign.influencerText,
    prices: presentPrices(campaign.effective, currency),
    has_participants: row.has_participants,
    users: row.targets.flatMap(({ user_id: user, user_name: name }) =>
      user === null ? [] : [{ id: user, name: name ?? '' }],
    ),
  };
}

/** Presents the prices that the campaign itself sets, with what the store is billed for them. Shares are shown to administrators only. */
function presentCosts({ general, social, effective, currency }: Campaign, { isAdmin }: Context['actor']) {
  const bySource = [
    [general, effective.general],
    [social, effective.social],
  ] as const;
  return bySource.flatMap(([price, billed], source) => {
    if (price === null) return [];
    // A cost that an administrator has set alone is not shown to others, whose price it limits.
    const invoiceCpcMinor = price.cpcMinor !== null ? billed.invoiceCpcMinor : isAdmin ? price.invoiceCpcMinor : null;
    const invoiceCpa = price.cpa !== null ? billed.invoiceCpa : isAdmin ? price.invoiceCpa : null;
    const invoiceCpoMinor = price.cpoMinor !== null ? billed.invoiceCpoMinor : isAdmin ? price.invoiceCpoMinor : null;
    const shown = { ...price, invoiceCpcMinor, invoiceCpa, invoiceCpoMinor };
    return [presentCost(shown, { source: source as 0 | 1, currency, withShares: isAdmin })];
  });
}

/** Presents the prices of one source in the form of a write request; those that are not set are left out. */
export function presentCost(
  price: CampaignPrice,
  { source, currency, withShares }: { source: 0 | 1; currency: string; withShares: boolean },
) {
  const amount = (minor: number) => moneyObject({ minor, currency });
  return {
    source,
    ...(price.cpcMinor === null ? {} : { cpc: price.cpcMinor }),
    ...(price.cpa === null ? {} : { cpa: price.cpa }),
    ...(price.invoiceCpcMinor !== null ? { invoice_cpc: price.invoiceCpcMinor } : {}),
    ...(price.invoiceCpa !== null ? { invoice_cpa: price.invoiceCpa } : {}),
    ...(price.cpoMinor === null ? {} : { cpo: amount(price.cpoMinor), cpo_mode: price.cpoMode ?? ('added' as const) }),
    ...(price.invoiceCpoMinor === null ? {} : { invoice_cpo: amount(price.invoiceCpoMinor) }),
    ...(price.minimumOrderMinor === null ? {} : { minimum_order: amount(price.minimumOrderMinor) }),
    ...(withShares && price.userShare !== null ? { user_revenue: price.userShare } : {}),
  };
}

function presentTargets(targets: readonly Target[]) {
  const of = <Key extends keyof Target>(key: Key) =>
    targets.flatMap((target) => target[key] ?? []) as NonNullable<Target[Key]>[];
  return {
    user_ids: of('user_id'),
    user_tag_ids: of('user_tag_id'),
    store_group_ids: of('store_group_id'),
    client_ids: of('agency_id'),
    revenue_tier_ids: of('revenue_tier_id'),
    emails: of('email'),
    social_media_identifiers: of('social_identifier'),
  };
}
