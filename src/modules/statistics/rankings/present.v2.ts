import type { Column } from '../../../platform/export/sheet.ts';
import { moneyObject } from '../../../platform/money.ts';
import { trackedUrl } from '../../links/index.ts';
import type { StoreMoney } from '../present.ts';
import type { CampaignStats } from './campaign-stats.ts';
import type { LinkStats } from './link-stats.ts';
import { costOf, returnOnCost, sums } from './present.ts';
import type { Figures } from './rank.ts';
import type { Described, UserStats } from './user-stats.ts';

/** Presents a creator's results in API v2. */
export const presentCreator = (row: UserStats, { currency }: StoreMoney) => ({
  ...personOf(row),
  followers: row.socialFollowers,
  ...presentFigures(row, currency),
});

/** Presents a link's results in API v2. */
export const presentLink = (row: LinkStats, { currency }: StoreMoney, publicUrl: string) => ({
  affiliate_link_id: row.id,
  url: trackedUrl(publicUrl, row.code),
  title: row.title,
  ...personOf(row),
  ...presentFigures(row, currency),
});

/** Presents a campaign's results in API v2. */
export const presentCampaign = (row: CampaignStats, { currency }: StoreMoney) => ({
  offer: row.id === 0 ? null : { id: row.id, title: row.title },
  ...presentFigures(row, currency),
  new_creators: row.newCreators,
});

/** The columns of the campaigns' export. */
export const campaignColumns = ({ currency }: StoreMoney): Column<CampaignStats>[] => [
  { header: 'Campaign', kind: 'text', cell: ({ id, title }) => (id === 0 ? 'No campaign' : title) },
  { header: 'Campaign number', kind: 'number', cell: ({ id }) => (id === 0 ? null : id) },
  { header: 'Clicks', kind: 'number', cell: ({ clicks }) => clicks },
  ...sums(currency),
];

const personOf = ({ userId, username, publicName, social, blog }: Described & { userId: number }) => ({
  user: { id: userId, username, public_name: publicName },
  social,
  blog,
});

/** Presents clicks and orders with their amounts. */
export function presentFigures(row: Omit<Figures, 'id' | 'userId'>, currency: string) {
  const amount = (minor: number) => moneyObject({ minor, currency });
  return {
    clicks: row.clicks,
    click_cost: amount(row.clickCostMinor),
    orders: row.orders,
    order_value: amount(row.orderMinor),
    order_cost: amount(row.orderCostMinor),
    cost: amount(costOf(row)),
    roas: returnOnCost(row),
  };
}
