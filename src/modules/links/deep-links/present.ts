import { legacyTime } from '../../../platform/legacy-values.ts';
import { formatMoney } from '../../../platform/money.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { presentPrice } from '../../stores/index.ts';
import { trackedUrl } from '../present.ts';
import type { TranslatedPost } from './blog-post.ts';
import type { EarningBySource, SourceCost, StorePrices } from './find-store-prices.ts';
import type { Translation } from './translate-links.ts';

const TITLES = { 0: 'General', 1: 'Social networks' } as const;

/** Presents translated addresses in the legacy API's form. */
export function presentTranslations(publicUrl: string, translations: readonly Translation[]) {
  // The prices of a store are presented once, however many links lead to it.
  const written = new Map<StorePrices, ReturnType<typeof presentPrices>>();
  return mapInTurns(translations, (translation) => {
    if (translation.kind === 'none') return presentUnlinked(translation);
    const { prices } = translation;
    const presented = written.get(prices) ?? presentPrices(translation.made.link.store.id, prices);
    written.set(prices, presented);
    return presentLinked(publicUrl, translation, presented);
  });
}

/** Presents a translated post in the same way. */
export async function presentBlogPost(publicUrl: string, { html, isUpdated, translations }: TranslatedPost) {
  return { newHtml: html, linkTranslation: await presentTranslations(publicUrl, translations), isUpdated };
}

function presentLinked(
  publicUrl: string,
  { before, made, prices, earnings }: Extract<Translation, { kind: 'link' }>,
  costs: ReturnType<typeof presentPrices>,
) {
  const { store, kind } = made.link;
  return {
    before,
    after: made.kind === 'link' ? trackedUrl(publicUrl, made.link.code) : before,
    status: made.kind === 'link' ? made.status : ('dry' as const),
    store: store.name,
    storeId: store.id,
    type: kind,
    tag_id: made.kind === 'link' ? made.link.id : 0,
    currency: prices.currency,
    ...presentEarnings(prices, earnings),
    traffic_sources_costs: costs,
  };
}

function presentUnlinked({ before, reason }: Extract<Translation, { kind: 'none' }>) {
  return {
    before,
    after: before,
    status: reason,
    store: '',
    storeId: 0,
    type: '' as const,
    tag_id: 0,
    currency: '',
    user_revenue_cpc: 0,
    user_social_cpc: 0,
    user_revenue_cpa: 0,
    user_social_cpa: 0,
    user_revenue_cpo: null,
    user_social_cpo: null,
    user_revenue_cpc_formated: '',
    user_social_cpc_formated: '',
    traffic_sources_costs: [],
  };
}

function presentEarnings({ currency, locale }: StorePrices, { general, social }: EarningBySource) {
  return {
    user_revenue_cpc: general.ofClickMinor,
    user_social_cpc: social.ofClickMinor,
    user_revenue_cpa: general.ofOrder,
    user_social_cpa: social.ofOrder,
    user_revenue_cpo: { minor: general.ofOrderMinor, currency },
    user_social_cpo: { minor: social.ofOrderMinor, currency },
    user_revenue_cpc_formated: formatMoney({ minor: general.ofClickMinor, currency }, locale),
    user_social_cpc_formated: formatMoney({ minor: social.ofClickMinor, currency }, locale),
  };
}

const presentPrices = (storeId: number, prices: StorePrices) =>
  prices.costs.map((cost) => presentCost(storeId, prices, cost));

/** Presents the cost of a traffic source. */
function presentCost(storeId: number, { currency, locale }: StorePrices, cost: SourceCost) {
  return {
    id: cost.id,
    store_id: storeId,
    ...presentPrice({ ...cost, currency }),
    invoice_cpc: cost.invoiceCpcMinor,
    invoice_cpa: cost.invoiceCpa,
    created_at: legacyTime(cost.createdAt),
    updated_at: legacyTime(cost.updatedAt),
    user_revenue: cost.userShare,
    client_revenue: cost.agencyShare,
    cpc_formatted: formatMoney({ minor: cost.cpcMinor, currency }, locale),
    title: TITLES[cost.source],
  };
}
