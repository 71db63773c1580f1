import { type Html, html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import { campaignCard, storeCard } from './cards.ts';
import type { Page } from './layout.ts';
import { CONSOLE, PATHS } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

/** The buttons for the kinds of sign-up that the marketplace permits. */
function signUpButtons({ sign_up, store_registration }: Site, { texts }: SiteWords): Html {
  return html`<p class="actions">
${sign_up === 'open' && html`<a class="button" href="${CONSOLE.signUp}">${texts.joinAsCreator}</a>`}
${store_registration !== 'closed' && html`<a class="button plain" href="${CONSOLE.signUpStore}">${texts.registerStore}</a>`}
</p>
${sign_up === 'invitation' && html`<p class="quiet">${texts.byInvitation}</p>`}`;
}

/** The front page. `isDemo`: the reader can try the marketplace with demo accounts. */
export function frontPage(
  site: Site,
  words: SiteWords,
  {
    campaigns,
    stores,
    isDemo,
  }: { campaigns: readonly PublicCampaign[]; stores: readonly PublicStore[]; isDemo: boolean },
): Page {
  const { texts, link } = words;
  const introduction = site.introduction === '' ? texts.introduction : site.introduction;
  return {
    title: site.name,
    description: introduction,
    path: PATHS.front,
    content: html`<h1>${texts.headline(site.name)}</h1>
<p class="lead">${introduction}</p>
${isDemo && html`<p class="notice">${texts.demo(CONSOLE.signIn)}</p>`}
${signUpButtons(site, words)}
${
  campaigns.length > 0 &&
  html`<section aria-labelledby="campaigns"><h2 id="campaigns">${texts.openCampaigns}</h2>
<ul class="grid">${campaigns.map((one) => campaignCard(one, words, 3))}</ul>
<p><a href="${link(PATHS.campaigns)}">${texts.allCampaigns}</a></p></section>`
}
${
  stores.length > 0 &&
  html`<section aria-labelledby="stores"><h2 id="stores">${texts.stores}</h2>
<ul class="grid">${stores.map((one) => storeCard(one, words, 3))}</ul>
<p><a href="${link(PATHS.stores)}">${texts.allStores}</a></p></section>`
}`,
  };
}
