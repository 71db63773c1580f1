import { sql } from 'drizzle-orm';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';
import type { SiteWords } from '../words/words.ts';

/** The prices of a store for one source, with the share of a creator without an agency and a tier. */
export interface Rate {
  source: 0 | 1;
  cpcMinor: number;
  cpaPpm: number;
  /** A fixed amount for each order; whether the larger one of it and the part of the value is paid, and the minimum value of orders. */
  cpoMinor: number;
  isLarger: boolean;
  minimumMinor: number;
  sharePpm: number;
}

/** The rates of prices `p` as JSON, for the column of a query. */
const asRates = sql`json_agg(json_build_object('source', p.source, 'cpcMinor', coalesce(p.cpc_minor, 0),
  'cpaPpm', round(coalesce(p.cpa, 0) * 1000000)::int, 'cpoMinor', coalesce(p.cpo_minor, 0),
  'isLarger', coalesce(p.cpo_mode = 'larger', false), 'minimumMinor', coalesce(p.minimum_order_minor, 0),
  'sharePpm', coalesce(round(p.user_share * 1000000)::int, ${DEFAULT_USER_SHARE_PPM}::int)) ORDER BY p.source)`;

/** The rates of `stores s`; null if the store has none. */
export const ratesOfStore = sql`(SELECT ${asRates} FROM effective_prices(s.id, NULL, NULL) p
  WHERE EXISTS (SELECT FROM prices r WHERE r.store_id = s.id AND r.campaign_id IS NULL AND r.source = p.source))`;

/** The rates of `campaigns o`, with those of its store where it has none. */
export const ratesOfCampaign = sql`(SELECT ${asRates} FROM effective_prices(o.store_id, o.id, NULL) p)`;

const shareOf = (minor: number, sharePpm: number): number => Number((BigInt(minor) * BigInt(sharePpm)) / 1_000_000n);

/** What a creator earns from one source, rounded down as for clicks. */
export interface Earning {
  clickMinor: number;
  /** A fixed amount for each order. */
  fixedMinor: number;
  /** Millionths of the value of an order. */
  orderPpm: number;
  /** Whether the larger one of both is paid. */
  isLarger: boolean;
  minimumMinor: number;
}

/** The earnings of creators by source; null: there are no rates for the source. */
export function earningsBySource(rates: readonly Rate[] | null): Record<'general' | 'social', Earning | null> {
  const of = (wanted: 0 | 1): Earning | null => {
    const rate = rates?.find(({ source }) => source === wanted);
    if (rate === undefined) return null;
    return {
      clickMinor: shareOf(rate.cpcMinor, rate.sharePpm),
      fixedMinor: shareOf(rate.cpoMinor, rate.sharePpm),
      orderPpm: Math.floor((rate.cpaPpm * rate.sharePpm) / 1_000_000),
      isLarger: rate.isLarger,
      minimumMinor: rate.minimumMinor,
    };
  };
  return { general: of(0), social: of(1) };
}

/**
 * The earnings of creators as short texts such as `€0.70 per click`: for clicks, for orders, and others where social networks differ, with the minimum value
 * of orders.
 */
export function earningsOf(rates: readonly Rate[] | null, currency: string, words: SiteWords): string[] {
  const { texts, money } = words;
  const { general, social } = earningsBySource(rates);
  const clicks = ({ clickMinor }: Earning, isSocial: boolean) =>
    clickMinor > 0 ? [texts.perClick(money(clickMinor, currency), isSocial)] : [];
  const orders = (earning: Earning, isSocial: boolean) => ordersOf(earning, { currency, words, isSocial });
  const linesOf = (say: typeof clicks, unpaid: string): string[] => {
    const usual = general === null ? [] : say(general, false);
    if (social === null || say(social, false).join() === usual.join()) return usual;
    const ofSocial = say(social, true);
    return [...usual, ...(ofSocial.length > 0 ? ofSocial : [unpaid])];
  };
  const ofOrders = linesOf(orders, texts.socialOrdersUnpaid);
  const { minimumMinor = 0 } = general ?? social ?? {};
  const isLimited = minimumMinor > 0 && ofOrders.length > 0;
  return [
    ...linesOf(clicks, texts.socialClicksUnpaid),
    ...ofOrders,
    ...(isLimited ? [texts.minimumOrder(money(minimumMinor, currency))] : []),
  ];
}

/** The fixed amount of an order and the part of its value, or the larger one. */
function ordersOf(
  { fixedMinor, orderPpm, isLarger }: Earning,
  { currency, words: { texts, money, percent }, isSocial }: { currency: string; words: SiteWords; isSocial: boolean },
): string[] {
  const isEither = isLarger && fixedMinor > 0 && orderPpm > 0;
  const parts = [
    ...(fixedMinor > 0 ? [texts.perOrder(money(fixedMinor, currency), isSocial && !isEither)] : []),
    ...(orderPpm > 0 ? [texts.ofOrders(percent(orderPpm), isSocial)] : []),
  ];
  return isEither ? [texts.largerOf(parts[0]!, parts[1]!)] : parts;
}
