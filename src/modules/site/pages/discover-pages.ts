import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type Html, html } from '../markup/html.ts';
import { earningsOf } from '../publishing/rates.ts';
import type { Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import { assurances, campaignCard, campaignEarnings, list, noteOf, storeCard } from './cards.ts';
import { type Page, proseOf } from './layout.ts';
import { applyPath, CONSOLE, campaignPath, PATHS, storePath } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

/** A list of stores, or of campaigns, page by page. */
function listPage(
  kind: 'stores' | 'campaigns',
  words: SiteWords,
  { cards, page, hasMore }: { cards: readonly Html[]; page: number; hasMore: boolean },
): Page {
  const { texts, link } = words;
  const isStores = kind === 'stores';
  const path = isStores ? PATHS.stores : PATHS.campaigns;
  const title = isStores ? texts.stores : texts.openCampaigns;
  return {
    title: page === 1 ? title : texts.listTitle(title, page),
    description: isStores ? texts.storesHint : texts.campaignsHint,
    path: page === 1 ? path : `${path}?page=${page}`,
    content: html`<h1>${title}</h1>
${cards.length === 0 ? html`<p>${isStores ? texts.noStores : texts.noCampaigns}</p>` : [noteOf(words), html`<ul class="grid">${cards}</ul>`]}
${
  (page > 1 || hasMore) &&
  html`<nav aria-label="${texts.pages}">
${page > 1 && html`<a rel="prev" href="${link(`${path}?page=${page - 1}`)}">${texts.previous}</a>`}
${hasMore && html`<a rel="next" href="${link(`${path}?page=${page + 1}`)}">${texts.next}</a>`}
</nav>`
}`,
  };
}

/** A page of a list: its rows, its number, and whether a further page follows. */
interface Listed<Row> {
  items: readonly Row[];
  page: number;
  hasMore: boolean;
}

export const storesPage = (words: SiteWords, { items, ...place }: Listed<PublicStore>): Page =>
  listPage('stores', words, { cards: items.map((one) => storeCard(one, words, 2)), ...place });

export const campaignsPage = (words: SiteWords, { items, ...place }: Listed<PublicCampaign>): Page =>
  listPage('campaigns', words, { cards: items.map((one) => campaignCard(one, words, 2)), ...place });

/** The page of a store, with its rates and its open campaigns. */
export function storePage(
  { sign_up }: Site,
  words: SiteWords,
  store: PublicStore,
  { campaigns, hasMore }: { campaigns: readonly PublicCampaign[]; hasMore: boolean },
): Page {
  const { texts, link } = words;
  const { id, name, logo_key, about, rates, currency } = store;
  const earnings = earningsOf(rates, currency, words);
  return {
    title: name,
    description: about === '' ? texts.ofStore(name) : about,
    path: storePath(id),
    imageKey: logo_key,
    content: html`${logo_key !== null && html`<img class="logo" src="${fileUrl('', logo_key)}" alt="">`}
<h1>${name}</h1>
<div class="text">${proseOf(about)}</div>
<h2>${texts.whatYouEarn}</h2>
${earnings.length === 0 ? html`<p>${texts.ratesInCampaigns}</p>` : [list(earnings), noteOf(words)]}
${sign_up === 'open' && html`<p class="actions"><a class="button" href="${link(CONSOLE.signUp)}">${texts.apply}</a></p>`}
${
  campaigns.length > 0 &&
  html`<section aria-labelledby="campaigns"><h2 id="campaigns">${texts.openCampaigns}</h2>
<ul class="grid">${campaigns.map((one) => campaignCard(one, words, 3))}</ul>
${hasMore && html`<p><a href="${link(PATHS.campaigns)}">${texts.allCampaigns}</a></p>`}</section>`
}`,
  };
}

/** The page of a campaign, with its rates and the button to apply. */
export function campaignPage({ sign_up }: Site, words: SiteWords, campaign: PublicCampaign): Page {
  const { texts, link } = words;
  const { id, title, text, token, store_name: store, store_id: storeId, valid_until: until } = campaign;
  const { bonuses, currency } = campaign;
  const named = campaign.has_store_page ? html`<a href="${link(storePath(storeId))}">${store}</a>` : store;
  const earnings = campaignEarnings(campaign, words);
  return {
    title,
    description: text === '' ? texts.ofCampaign(store) : text,
    path: campaignPath(id),
    imageKey: campaign.image_key ?? campaign.store_logo_key,
    content: html`<h1>${title}</h1>
<p class="quiet">${until === null ? texts.campaignOf(named) : texts.campaignUntil(named, html`<time datetime="${until}">${words.day(until)}</time>`)}</p>
${campaign.image_key !== null && html`<img class="picture" src="${fileUrl('', campaign.image_key)}" alt="">`}
<div class="text">${proseOf(text)}</div>
<h2>${texts.whatYouEarn}</h2>
${earnings.length === 0 ? html`<p>${texts.individual}</p>` : [list(earnings), noteOf(words)]}
${list(assurances(campaign, words))}
${bonuses !== null && bonuses.tiers.length > 0 && html`<p class="quiet">${texts.bonusBudget(words.money(bonuses.budgetMinor, currency))}</p>`}
${sign_up === 'closed' ? html`<p class="quiet">${texts.onlyMembers(link(applyPath(token)))}</p>` : html`<p class="actions"><a class="button" href="${link(applyPath(token))}">${texts.apply}</a></p>`}`,
  };
}
