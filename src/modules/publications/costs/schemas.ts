import { Type } from 'typebox';
import { minorMoney, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { cursorPage } from '../../../platform/pagination.ts';
import { PublicationRecord } from '../reports/schemas.ts';
import type { CampaignPublicationCosts, CostOfPublication } from './costs.ts';

const amounts = {
  total: minorMoney('The sum of these four.'),
  fixed: minorMoney('One-time payments and bonuses, and the agreed sum that is not paid yet.'),
  clicks: minorMoney('Counted clicks.'),
  orders: minorMoney('Commission of approved orders.'),
  gifts: minorMoney('The value of gifts that were sent; in no invoice.'),
  per_thousand_views: nullable(minorMoney('To the nearest minor unit. Null: there are no views.')),
  per_engagement: nullable(minorMoney('Of a like, comment or share. Null: there are none.')),
  per_order: nullable(minorMoney('Of an approved order of the participant. Null: there are none.')),
};

const PublicationCostRecord = Type.Object(amounts, {
  description:
    'The store’s cost for the participant in the campaign, in equal parts for the participant’s publications; before VAT.',
});

const StorePublicationRecord = Type.Object(
  { ...PublicationRecord.properties, cost: PublicationCostRecord },
  { description: 'A publication with its cost. (The body is an addition.)' },
);

export const StorePublicationList = cursorPage(StorePublicationRecord);

export const CampaignPublicationCostsRecord = Type.Object(
  {
    publications: whole({ min: 0 }),
    views: whole({ min: 0, description: 'Of the newest figures.' }),
    engagements: whole({ min: 0, description: 'Likes, comments and shares of the newest figures.' }),
    approved_orders: whole({ min: 0, description: 'Of participants with publications.' }),
    cost: PublicationCostRecord,
  },
  { description: 'The publications of a campaign together. (The body is an addition.)' },
);

/** Presents a cost. */
export function presentCost(cost: CostOfPublication, currency: string) {
  const amount = (minor: number) => ({ minor, currency });
  const ratio = (minor: number | null) => (minor === null ? null : amount(minor));
  return {
    total: amount(cost.totalMinor),
    fixed: amount(cost.fixedMinor),
    clicks: amount(cost.clicksMinor),
    orders: amount(cost.ordersMinor),
    gifts: amount(cost.giftsMinor),
    per_thousand_views: ratio(cost.perThousandViewsMinor),
    per_engagement: ratio(cost.perEngagementMinor),
    per_order: ratio(cost.perOrderMinor),
  };
}

/** Presents the sums of a campaign. */
export const presentCampaignCosts = (costs: CampaignPublicationCosts, currency: string) => ({
  publications: costs.publications,
  views: costs.views,
  engagements: costs.engagements,
  approved_orders: costs.orders,
  cost: presentCost(costs, currency),
});

nameSchemas({
  PublicationCost: PublicationCostRecord,
  StorePublication: StorePublicationRecord,
  CampaignPublicationCosts: CampaignPublicationCostsRecord,
});
