import { legacyTime } from '../../../platform/legacy-values.ts';
import { formatMoney } from '../../../platform/money.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { presentPrice } from '../../stores/index.ts';
import { trackedUrl } from '../present.ts';
import type { TranslatedPost } from './blog-post.ts';
import type { SourceCost, StoreEarnings } from './find-earnings.ts';
import type { Translation } from './translate-links.ts';

const TITLES = { 0: 'General', 1: 'Social networks' } as const;

/** Presents translated addresses in the legacy API's form. */
export function presentTranslations(publicUrl: string, translations: readonly Translation[]) {
  // The earnings of a store are presented once, however many links lead to it.
  const written = new Map<StoreEarnings, ReturnType<typeof presentEarnings>>();
  return mapInTurns(translations, (translation) => {
    if (translation.kind === 'none') return presentUnlinked(translation);
    const { earnings } = translation;
    const presented = written.get(earnings) ?? presentEarnings(translation.made.link.store.id, earnings);
    written.set(earnings, presented);
    return presentLinked(publicUrl, translation, presented);
  });
}

/** Presents a translated post in the same way. */
export async function presentBlogPost(publicUrl: string, { html, isUpdated, translations }: TranslatedPost) {
  return { newHtml: html, linkTranslation: await presentTranslations(publicUrl, translations), isUpdated };
}

function presentLinked(
  publicUrl: string,
  { before, made }: Extract<Translation, { kind: 'link' }>,
  earnings: ReturnType<typeof presentEarnings>,
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
    ...earnings,
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
    user_revenue_cpc_formated: '',
    user_social_cpc_formated: '',
    traffic_sources_costs: [],
  };
}

function presentEarnings(storeId: number, earnings: StoreEarnings) {
  const { general, social, currency, locale, costs } = earnings;
  return {
    currency,
    user_revenue_cpc: general.ofClickMinor,
    user_social_cpc: social.ofClickMinor,
    user_revenue_cpa: general.ofOrder,
    user_social_cpa: social.ofOrder,
    user_revenue_cpc_formated: formatMoney({ minor: general.ofClickMinor, currency }, locale),
    user_social_cpc_formated: formatMoney({ minor: social.ofClickMinor, currency }, locale),
    traffic_sources_costs: costs.map((cost) => presentCost(storeId, earnings, cost)),
  };
}

/** Presents the cost of a traffic source. */
function presentCost(storeId: number, { currency, locale }: StoreEarnings, cost: SourceCost) {
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
