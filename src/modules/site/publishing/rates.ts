import { sql } from 'drizzle-orm';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';
import type { SiteWords } from '../words/words.ts';

/** The prices of a store for one source, with the share of a creator without an agency and a tier. */
export interface Rate {
  source: 0 | 1;
  cpcMinor: number;
  cpaPpm: number;
  /** A fixed amount for each order. */
  cpoMinor: number;
  sharePpm: number;
}

/** The rates of prices `p` as JSON, for the column of a query. */
const asRates = sql`json_agg(json_build_object('source', p.source, 'cpcMinor', coalesce(p.cpc_minor, 0),
  'cpaPpm', round(coalesce(p.cpa, 0) * 1000000)::int, 'cpoMinor', coalesce(p.cpo_minor, 0),
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
    };
  };
  return { general: of(0), social: of(1) };
}

/**
 * The earnings of creators as short texts such as `€0.70 per click`: one for clicks and one for orders, and another one where
 * social networks differ.
 */
export function earningsOf(rates: readonly Rate[] | null, currency: string, words: SiteWords): string[] {
  const { texts, money, percent } = words;
  const { general, social } = earningsBySource(rates);
  const kinds = [
    {
      of: ({ clickMinor }: Earning) => clickMinor,
      say: (minor: number, isSocial: boolean) => texts.perClick(money(minor, currency), isSocial),
      unpaid: texts.socialClicksUnpaid,
    },
    {
      of: ({ fixedMinor }: Earning) => fixedMinor,
      say: (minor: number, isSocial: boolean) => texts.perOrder(money(minor, currency), isSocial),
      unpaid: texts.socialOrdersUnpaid,
    },
    {
      of: ({ orderPpm }: Earning) => orderPpm,
      say: (ppm: number, isSocial: boolean) => texts.ofOrders(percent(ppm), isSocial),
      unpaid: texts.socialOrdersUnpaid,
    },
  ];
  return kinds.flatMap(({ of, say, unpaid }) => {
    const [usual, ofSocial] = [general === null ? 0 : of(general), social === null ? null : of(social)];
    const lines = usual > 0 ? [say(usual, false)] : [];
    if (ofSocial !== null && ofSocial !== usual) lines.push(ofSocial > 0 ? say(ofSocial, true) : unpaid);
    return lines;
  });
}
