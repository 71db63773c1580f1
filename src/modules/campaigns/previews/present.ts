import { presentPrices } from '../overview/present.ts';
import type { CampaignPreview } from './preview-campaign.ts';
import type { Pace } from './read-pace.ts';

/** Presents a preview, with money in minor units. */
export function presentPreview({
  audience,
  addresses,
  skippedUserIds,
  campaign,
  pace,
  order: amounts,
}: CampaignPreview) {
  const { general } = campaign.effective;
  const cpc = general.cpcMinor ?? 0;
  const clickCost = general.invoiceCpcMinor ?? 0;
  const order = pace.orderMinor;
  const ofClick = general.userShare === null ? clickCost * pace.clickShare : cpc * general.userShare;
  const { costMinor, sharedMinor } = amounts ?? { costMinor: 0, sharedMinor: 0 };
  const ofOrder = general.userShare === null ? costMinor * pace.orderShare : sharedMinor * general.userShare;
  return {
    currency: campaign.currency,
    audience: {
      creators: audience.creators,
      by_group: audience.byGroup,
      addresses,
      sample: audience.sample.map(({ userId, displayName, clicks }) => ({
        user_id: userId,
        display_name: displayName,
        clicks,
      })),
    },
    skipped_targets: { user_ids: skippedUserIds },
    prices: presentPrices(campaign.effective, campaign.currency),
    click: { cost: clickCost, shared: cpc, creator: Math.round(ofClick) },
    order:
      order === null
        ? null
        : {
            value: order,
            cost: costMinor,
            shared: sharedMinor,
            creator: Math.round(ofOrder),
          },
    pace: {
      clicks_per_day: Math.round(pace.clicksPerDay * 10) / 10,
      orders_per_day: Math.round(pace.ordersPerDay * 10) / 10,
    },
    budget_days: budgetDays({ campaign, pace, clickCost }),
  };
}

/**
 * Returns the number of days until the first cap is reached at the store's pace; null without a cap, or when the
 * caps apply to each creator.
 */
function budgetDays({
  campaign,
  pace,
  clickCost,
}: {
  campaign: CampaignPreview['campaign'];
  pace: Pace;
  clickCost: number;
}) {
  if (pace.clicksPerDay === 0) return null;
  const own = campaign.perUserLimit ? [] : [inMoney(campaign.maxMinor, clickCost), campaign.maxClicks];
  const clicks = [...own, inMoney(pace.sharedLeftMinor, clickCost)].filter((cap) => cap !== null);
  return clicks.length === 0 ? null : Math.floor(Math.min(...clicks) / pace.clicksPerDay);
}

/** Returns how many clicks an amount pays for. */
const inMoney = (minor: number | null, clickCost: number) =>
  minor === null || clickCost === 0 ? null : Math.floor(minor / clickCost);
