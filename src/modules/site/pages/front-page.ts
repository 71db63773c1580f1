import { type Html, html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import { campaignCard, storeCard } from './cards.ts';
import type { Page } from './layout.ts';
import { CONSOLE, PATHS } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

const INTRODUCTION =
  'Creators turn product pages into links that pay them. Stores see the result of every link. Every amount can be traced to its clicks and orders.';

/** The buttons for the kinds of sign-up that the marketplace permits. */
function signUpButtons({ sign_up, store_registration }: Site): Html {
  return html`<p class="actions">
${sign_up === 'open' && html`<a class="button" href="${CONSOLE.signUp}">Join as a creator</a>`}
${store_registration !== 'closed' && html`<a class="button plain" href="${CONSOLE.signUpStore}">Register a store</a>`}
</p>
${sign_up === 'invitation' && html`<p class="quiet">Creators join through the page or the invitation link of a campaign.</p>`}`;
}

/** The front page. `isDemo`: the reader can try the marketplace with demo accounts. */
export function frontPage(
  site: Site,
  {
    campaigns,
    stores,
    isDemo,
  }: { campaigns: readonly PublicCampaign[]; stores: readonly PublicStore[]; isDemo: boolean },
): Page {
  const introduction = site.introduction === '' ? INTRODUCTION : site.introduction;
  return {
    title: site.name,
    description: introduction,
    path: PATHS.front,
    content: html`<h1>${site.name}: campaigns and links that pay creators</h1>
<p class="lead">${introduction}</p>
${isDemo && html`<p class="notice">This is a demo marketplace. <a href="${CONSOLE.signIn}">Explore the demo</a> as a creator, a store, an agency or the administrator.</p>`}
${signUpButtons(site)}
${
  campaigns.length > 0 &&
  html`<section aria-labelledby="campaigns"><h2 id="campaigns">Open campaigns</h2>
<ul class="grid">${campaigns.map((one) => campaignCard(one, 3))}</ul>
<p><a href="${PATHS.campaigns}">All campaigns</a></p></section>`
}
${
  stores.length > 0 &&
  html`<section aria-labelledby="stores"><h2 id="stores">Stores</h2>
<ul class="grid">${stores.map((one) => storeCard(one, 3))}</ul>
<p><a href="${PATHS.stores}">All stores</a></p></section>`
}`,
  };
}
