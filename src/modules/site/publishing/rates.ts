import { sql } from 'drizzle-orm';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';
import type { SiteWords } from '../words/words.ts';

/** The prices of a store for one source, with the share of a creator without an agency and a tier. */
export interface Rate {
  source: 0 | 1;
  cpcMinor: number;
  cpaPpm: number;
  sharePpm: number;
}

/** The rates of prices `p` as JSON, for the column of a query. */
const asRates = sql`json_agg(json_build_object('source', p.source, 'cpcMinor', coalesce(p.cpc_minor, 0),
  'cpaPpm', round(coalesce(p.cpa, 0) * 1000000)::int,
  'sharePpm', coalesce(round(p.user_share * 1000000)::int, ${DEFAULT_USER_SHARE_PPM}::int)) ORDER BY p.source)`;

/** The rates of `stores s`; null if the store has none. */
export const ratesOfStore = sql`(SELECT ${asRates} FROM effective_prices(s.id, NULL, NULL) p
  WHERE EXISTS (SELECT FROM prices r WHERE r.store_id = s.id AND r.campaign_id IS NULL AND r.source = p.source))`;

/** The rates of `campaigns o`, with those of its store where it has none. */
export const ratesOfCampaign = sql`(SELECT ${asRates} FROM effective_prices(o.store_id, o.id, NULL) p)`;

/**
 * The earnings of creators as short texts such as `€0.70 per click`, with those from social networks if they differ. Amounts are rounded down, as
 * for clicks.
 */
export function earningsOf(rates: readonly Rate[] | null, currency: string, words: SiteWords): string[] {
  const { texts, money, percent } = words;
  const earnings = (rates ?? []).map(({ source, cpcMinor, cpaPpm, sharePpm }) => ({
    isSocial: source === 1,
    clickMinor: Number((BigInt(cpcMinor) * BigInt(sharePpm)) / 1_000_000n),
    orderPpm: Math.floor((cpaPpm * sharePpm) / 1_000_000),
  }));
  const general = earnings.find(({ isSocial }) => !isSocial);
  return earnings
    .filter((one) => one === general || one.clickMinor !== general?.clickMinor || one.orderPpm !== general.orderPpm)
    .flatMap(({ isSocial, clickMinor, orderPpm }) => [
      ...(clickMinor > 0 ? [texts.perClick(money(clickMinor, currency), isSocial)] : []),
      ...(orderPpm > 0 ? [texts.ofOrders(percent(orderPpm), isSocial)] : []),
    ]);
}
