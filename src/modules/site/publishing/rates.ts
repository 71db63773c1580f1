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
export const ratesOfStore = sql`(SELECT ${asRates} FROM prices p
  WHERE p.store_id = s.id AND p.campaign_id IS NULL AND p.participant_id IS NULL)`;

/** The rates of `campaigns o` of `stores s`: its own, otherwise those of the store. */
export const ratesOfCampaign = sql`coalesce((SELECT ${asRates} FROM prices p
  WHERE p.campaign_id = o.id AND p.participant_id IS NULL), ${ratesOfStore})`;

/** The earnings of creators as short texts such as `€0.70 per click`. Amounts are rounded down, as for clicks. */
export function earningsOf(rates: readonly Rate[] | null, currency: string, words: SiteWords): string[] {
  const { texts, money, percent } = words;
  return (rates ?? []).flatMap(({ source, cpcMinor, cpaPpm, sharePpm }) => {
    const isSocial = source === 1;
    const clickMinor = Number((BigInt(cpcMinor) * BigInt(sharePpm)) / 1_000_000n);
    const orderPpm = Math.floor((cpaPpm * sharePpm) / 1_000_000);
    return [
      ...(clickMinor > 0 ? [texts.perClick(money(clickMinor, currency), isSocial)] : []),
      ...(orderPpm > 0 ? [texts.ofOrders(percent(orderPpm), isSocial)] : []),
    ];
  });
}
