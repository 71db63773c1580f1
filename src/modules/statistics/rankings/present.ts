import type { Static } from 'typebox';
import type { Column } from '../../../platform/export/sheet.ts';
import { addMinor, formatMoney } from '../../../platform/money.ts';
import { trackedUrl } from '../../links/index.ts';
import type { StoreMoney } from '../present.ts';
import type { LinkStats } from './link-stats.ts';
import type { Figures } from './rank.ts';
import type { LinkStatsList, UserStatsList } from './schemas.ts';
import type { UserStats } from './user-stats.ts';

/** Presents a creator, with amounts formatted in the store's currency and locale. */
export function presentUserStats(row: UserStats, store: StoreMoney): Static<typeof UserStatsList>[number] {
  const { username, userId: id, social, blog, clicks } = row;
  return { username, id, social, blog, clicks, ...presentOrders(row, store) };
}

/** Presents a link. */
export function presentLinkStats(
  row: LinkStats,
  store: StoreMoney,
  publicUrl: string,
): Static<typeof LinkStatsList>[number] {
  const { username, userId, id, code, title, social, blog, clicks, clickCostMinor, averageCostMinor } = row;
  return {
    username,
    user_id: userId,
    tag_id: id,
    link: trackedUrl(publicUrl, code),
    text: title,
    social,
    blog,
    clicks,
    invoice_cpc: clickCostMinor,
    average_cpc: averageCostMinor,
    ...presentOrders(row, store),
    average_cpc_formated: formatMoney({ minor: averageCostMinor, currency: store.currency }, store.locale),
    invoice_cpc_formated: formatMoney({ minor: clickCostMinor, currency: store.currency }, store.locale),
  };
}

function presentOrders({ orders, orderMinor }: Figures, { currency, locale }: StoreMoney) {
  return {
    nr_orders: orders,
    order_value: orderMinor,
    order_value_formated: formatMoney({ minor: orderMinor, currency }, locale),
  };
}

/** The columns of the creators' export. */
export function userColumns({ currency }: StoreMoney): Column<UserStats>[] {
  return [
    { header: 'Creator', kind: 'text', cell: (row) => row.username },
    { header: 'Creator number', kind: 'number', cell: (row) => row.userId },
    { header: 'Social account', kind: 'text', cell: (row) => row.social },
    { header: 'Followers', kind: 'number', cell: (row) => row.socialFollowers },
    { header: 'Blog', kind: 'text', cell: (row) => row.blog },
    { header: 'Clicks', kind: 'number', cell: (row) => row.clicks },
    ...sums(currency),
  ];
}

/** The columns of the links' export. */
export function linkColumns({ currency }: StoreMoney, publicUrl: string): Column<LinkStats>[] {
  return [
    { header: 'Link', kind: 'text', cell: (row) => trackedUrl(publicUrl, row.code) },
    { header: 'Link number', kind: 'number', cell: (row) => row.id },
    { header: 'Title', kind: 'text', cell: (row) => row.title },
    { header: 'Creator', kind: 'text', cell: (row) => row.username },
    { header: 'Creator number', kind: 'number', cell: (row) => row.userId },
    { header: 'Social account', kind: 'text', cell: (row) => row.social },
    { header: 'Blog', kind: 'text', cell: (row) => row.blog },
    { header: 'Clicks', kind: 'number', cell: (row) => row.clicks },
    { header: 'Average cost of a click', kind: 'amount', cell: (row) => ({ minor: row.averageCostMinor, currency }) },
    ...sums(currency),
  ];
}

type Sums = Omit<Figures, 'id' | 'userId'>;

/** The columns for the cost and value of clicks and orders. */
export const sums = (currency: string): Column<Sums>[] => [
  { header: 'Cost of clicks', kind: 'amount', cell: (row) => ({ minor: row.clickCostMinor, currency }) },
  { header: 'Orders', kind: 'number', cell: (row) => row.orders },
  { header: 'Order value', kind: 'amount', cell: (row) => ({ minor: row.orderMinor, currency }) },
  { header: 'Cost of orders', kind: 'amount', cell: (row) => ({ minor: row.orderCostMinor, currency }) },
  { header: 'Cost', kind: 'amount', cell: (row) => ({ minor: costOf(row), currency }) },
  { header: 'Currency', kind: 'text', cell: () => currency },
  { header: 'Order value for each unit of cost', kind: 'number', cell: returnOnCost },
];

export const costOf = (row: Sums) => addMinor(row.clickCostMinor, row.orderCostMinor);

/** Four decimals; empty without cost. */
export const returnOnCost = (row: Sums) =>
  costOf(row) === 0 ? null : Math.round((row.orderMinor / costOf(row)) * 10_000) / 10_000;
