import { formatMoney } from '../../../platform/money.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type Html, html } from '../markup/html.ts';
import { earningsOf } from '../publishing/rates.ts';
import type { Site } from '../settings/site-settings.ts';
import { campaignCard, campaignEarnings, list, storeCard } from './cards.ts';
import { type Page, proseOf } from './layout.ts';
import { applyPath, CONSOLE, campaignPath, PATHS, storePath } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

const NOTE = html`<p class="quiet">For a creator without an agency. An agency or an agreement with the store can change the rates.</p>`;

/** A list of stores, or of campaigns, page by page. */
function listPage(
  kind: 'stores' | 'campaigns',
  { cards, page, hasMore }: { cards: readonly Html[]; page: number; hasMore: boolean },
): Page {
  const isStores = kind === 'stores';
  const path = isStores ? PATHS.stores : PATHS.campaigns;
  const title = isStores ? 'Stores' : 'Open campaigns';
  return {
    title: page === 1 ? title : `${title}, page ${page}`,
    description: isStores
      ? 'Stores that work with creators, with their rates.'
      : 'Campaigns that creators can apply for.',
    path: page === 1 ? path : `${path}?page=${page}`,
    content: html`<h1>${title}</h1>
${cards.length === 0 ? html`<p>${isStores ? 'No store has a page at present.' : 'No campaign is open at present.'}</p>` : html`<ul class="grid">${cards}</ul>`}
${
  (page > 1 || hasMore) &&
  html`<nav aria-label="Pages">
${page > 1 && html`<a rel="prev" href="${path}?page=${page - 1}">Previous page</a>`}
${hasMore && html`<a rel="next" href="${path}?page=${page + 1}">Next page</a>`}
</nav>`
}`,
  };
}

export const storesPage = (stores: readonly PublicStore[], page: number, hasMore: boolean): Page =>
  listPage('stores', { cards: stores.map((one) => storeCard(one, 2)), page, hasMore });

export const campaignsPage = (campaigns: readonly PublicCampaign[], page: number, hasMore: boolean): Page =>
  listPage('campaigns', { cards: campaigns.map((one) => campaignCard(one, 2)), page, hasMore });

/** The page of a store, with its rates and its open campaigns. */
export function storePage(
  { sign_up }: Site,
  store: PublicStore,
  { campaigns, hasMore }: { campaigns: readonly PublicCampaign[]; hasMore: boolean },
): Page {
  const { id, name, logo_key, about, rates, currency } = store;
  const earnings = earningsOf(rates, currency);
  return {
    title: name,
    description: about === '' ? `Rates and campaigns of ${name} for creators.` : about,
    path: storePath(id),
    imageKey: logo_key,
    content: html`${logo_key !== null && html`<img class="logo" src="${fileUrl('', logo_key)}" alt="">`}
<h1>${name}</h1>
<div class="text">${proseOf(about)}</div>
<h2>What you earn</h2>
${earnings.length === 0 ? html`<p>The store states its rates in its campaigns.</p>` : [list(earnings), NOTE]}
${sign_up === 'open' && html`<p class="actions"><a class="button" href="${CONSOLE.signUp}">Apply</a></p>`}
${
  campaigns.length > 0 &&
  html`<section aria-labelledby="campaigns"><h2 id="campaigns">Open campaigns</h2>
<ul class="grid">${campaigns.map((one) => campaignCard(one, 3))}</ul>
${hasMore && html`<p><a href="${PATHS.campaigns}">All campaigns</a></p>`}</section>`
}`,
  };
}

/** The page of a campaign, with its rates and the button to apply. */
export function campaignPage({ sign_up }: Site, campaign: PublicCampaign): Page {
  const { id, title, text, token, store_name: store, store_id: storeId, valid_until: until } = campaign;
  const { bonuses, currency } = campaign;
  const earnings = campaignEarnings(campaign);
  return {
    title,
    description: text === '' ? `A campaign of ${store} for creators.` : text,
    path: campaignPath(id),
    imageKey: campaign.image_key ?? campaign.store_logo_key,
    content: html`<h1>${title}</h1>
<p class="quiet">A campaign of ${campaign.has_store_page ? html`<a href="${storePath(storeId)}">${store}</a>` : store}${until !== null && html`, until <time datetime="${until}">${dayOf(until)}</time>`}</p>
${campaign.image_key !== null && html`<img class="picture" src="${fileUrl('', campaign.image_key)}" alt="">`}
<div class="text">${proseOf(text)}</div>
<h2>What you earn</h2>
${earnings.length === 0 ? html`<p>The store agrees on the compensation with each creator.</p>` : [list(earnings), NOTE]}
${bonuses !== null && bonuses.tiers.length > 0 && html`<p class="quiet">The store pays at most ${formatMoney({ minor: bonuses.budgetMinor, currency }, 'en-GB')} in bonuses for a month, in the order in which creators reach them.</p>`}
${sign_up === 'closed' ? html`<p class="quiet">New accounts cannot be created at present. Creators with an account <a href="${applyPath(token)}">join the campaign</a>.</p>` : html`<p class="actions"><a class="button" href="${applyPath(token)}">Apply</a></p>`}`,
  };
}

const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));
