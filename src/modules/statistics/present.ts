import type { Static } from 'typebox';
import { groupBy } from '../../platform/group-by.ts';
import { describeCurrency, formatMoney } from '../../platform/money.ts';
import type { CreatorClicks } from './clicks-by-creator.ts';
import type { CreatorDay } from './clicks-by-date.ts';
import type { OrdersOfDay } from './orders-per-date.ts';
import type { ClicksByDate, ClicksPerDay, GeneralStats, OrdersPerDate, UserClicks } from './schemas.ts';
import type { StoreClicksPerDay, StoreTraffic } from './store-clicks-per-day.ts';
import type { StoreGeneralStats } from './store-general-stats.ts';

/** Currency and locale of a store's amounts; the locale in its stored form (`sv_SE`). */
export interface StoreMoney {
  currency: string;
  locale: string;
}

export function presentUserClicks(creator: CreatorClicks): Static<typeof UserClicks> {
  return {
    email: creator.email,
    tag_clicks: creator.tagClicks,
    link_clicks: creator.linkClicks,
    total_clicks: creator.linkClicks + creator.tagClicks,
    user_revenue: creator.userMinor,
    client_revenue: creator.agencyMinor,
    affiliate: creator.commissionMinor,
    user_id: String(creator.userId),
    sum_sek: creator.sumSek,
    ut_user_id: creator.userId,
  };
}

export function presentClicksByDate(days: readonly CreatorDay[]): Static<typeof ClicksByDate> {
  const byEmail = groupBy(days, (row) => row.email);
  return Object.fromEntries([...byEmail].map(([email, own]) => [email, presentDays(own)]));
}

/** Returns the same for one requested creator, with an entry even if it is empty. */
export function presentClicksByDateOf(email: string, days: readonly CreatorDay[]): Static<typeof ClicksByDate> {
  return { [email]: presentDays(days) };
}

function presentDays(days: readonly CreatorDay[]) {
  return {
    day: days.map((row) => ({
      date: row.day,
      link_clicks: row.linkClicks,
      tag_clicks: row.tagClicks,
      user_id: row.userId,
      email: row.email,
    })),
    total: days.reduce((sum, row) => sum + row.linkClicks + row.tagClicks, 0),
  };
}

export function presentClicksPerDay(stats: StoreClicksPerDay, store: StoreMoney): Static<typeof ClicksPerDay> {
  return {
    ...presentTraffic(stats, store),
    unique_users: stats.creators,
    unique_links: stats.links,
    per_day: Object.fromEntries(stats.days.map((row) => [row.day, { date: row.day, ...presentTraffic(row, store) }])),
  };
}

function presentTraffic({ clicks, orders, orderMinor, costMinor }: StoreTraffic, { currency, locale }: StoreMoney) {
  return {
    clicks,
    cost: costMinor,
    cost_formatted: formatMoney({ minor: costMinor, currency }, locale),
    order_value: orderMinor,
    order_value_formatted: formatMoney({ minor: orderMinor, currency }, locale),
    nr_orders: orders,
  };
}

export function presentOrdersPerDate(days: readonly OrdersOfDay[]): Static<typeof OrdersPerDate> {
  return Object.fromEntries(
    days.map(({ day, orders, orderMinor }) => [day, { date: day, nr_orders: orders, order_value: orderMinor }]),
  );
}

export function presentGeneralStats(
  stats: StoreGeneralStats,
  { currency, locale }: StoreMoney,
): Static<typeof GeneralStats> {
  const described = describeCurrency(currency, locale);
  return {
    clicks: stats.clicks,
    unique_users: stats.creators,
    tags: stats.links,
    invoice_cpc: stats.clickCostMinor,
    avrage_cpc: stats.averageCostMinor,
    invoice_cpc_formated: formatMoney({ minor: stats.clickCostMinor, currency }, locale),
    avrage_cpc_formated: formatMoney({ minor: stats.averageCostMinor, currency }, locale),
    currency: {
      code: described.code,
      name: described.name,
      symbol: described.symbol,
      subunit: described.subunit,
      is_before: described.isBefore,
      ratio_to_eur: stats.eurosPerUnit,
    },
  };
}
