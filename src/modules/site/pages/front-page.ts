import { decimalsOf } from '../../../platform/currency-decimals.ts';
import { type Html, html } from '../markup/html.ts';
import { type Earning, earningsBySource } from '../publishing/rates.ts';
import type { Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import { campaignCard, noteOf, storeCard } from './cards.ts';
import type { Page } from './layout.ts';
import { CONSOLE, PATHS } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

/** The buttons for the kinds of sign-up that the marketplace permits. */
function signUpButtons({ sign_up, store_registration }: Site, { texts, link }: SiteWords): Html {
  return html`<p class="actions">
${sign_up === 'open' && html`<a class="button" href="${link(CONSOLE.signUp)}">${texts.joinAsCreator}</a>`}
${store_registration !== 'closed' && html`<a class="button plain" href="${link(CONSOLE.signUpStore)}">${texts.registerStore}</a>`}
</p>
${sign_up === 'invitation' && html`<p class="quiet">${texts.byInvitation}</p>`}`;
}

/** A line of the three steps, as a picture of what happens in it. */
const PICTURES: readonly Html[] = [
  html`<svg viewBox="0 0 160 90" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><rect x="6" y="14" width="148" height="62" rx="8"/><path d="M6 30h148"/><circle cx="16" cy="22" r="1.5"/><circle cx="24" cy="22" r="1.5"/><rect x="20" y="42" width="74" height="20" rx="5"/><path d="M28 52h44"/><path d="M106 52h12m10 0h12m-26-7-5 7 5 7m18-14 5 7-5 7" /></svg>`,
  html`<svg viewBox="0 0 160 90" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><circle cx="34" cy="45" r="14"/><circle cx="122" cy="18" r="11"/><circle cx="134" cy="48" r="11"/><circle cx="118" cy="76" r="11"/><path d="M48 41 110 22M49 46l73 2M47 51l60 20"/><path d="m28 46 5 5 8-10"/></svg>`,
  html`<svg viewBox="0 0 160 90" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M10 78h140"/><rect x="20" y="54" width="18" height="24" rx="3"/><rect x="48" y="42" width="18" height="36" rx="3"/><rect x="76" y="28" width="18" height="50" rx="3"/><circle cx="126" cy="34" r="20"/><path d="M126 24v20m-6-15c0-7 12-6 12 0 0 6-12 4-12 10 0 6 12 7 12 0"/></svg>`,
];

/** The clicks and orders of the worked example, and the value of an order in major units. */
const EXAMPLE = { clicks: 1_000, orders: 20, valueMajor: 60 };

/** A worked example with the first rates that the page shows; null if none are shown. */
function exampleOf(
  { campaigns, stores }: { campaigns: readonly PublicCampaign[]; stores: readonly PublicStore[] },
  { texts, money, percent }: SiteWords,
): Html | null {
  const offers = [
    ...campaigns.map(({ rates, currency, store_name: name }) => ({ rates, currency, name })),
    ...stores.map(({ rates, currency, name }) => ({ rates, currency, name })),
  ];
  const found = offers
    .map(({ rates, ...offer }) => ({ ...offer, earning: earningsBySource(rates).general }))
    .find(
      ({ earning }) => earning !== null && (earning.clickMinor > 0 || earning.orderPpm > 0 || earning.fixedMinor > 0),
    );
  if (found?.earning == null) return null;
  const { name, currency, earning } = found;
  const valueMinor = EXAMPLE.valueMajor * 10 ** decimalsOf(currency) * scaleOf(currency);
  const clicks = earning.clickMinor * EXAMPLE.clicks;
  const [fixed, orders] = ordersOf(earning, valueMinor).map((each) => each * EXAMPLE.orders) as [number, number];
  const row = (label: string, sum: number) =>
    html`<tr><th scope="row">${label}</th><td>${money(sum, currency)}</td></tr>`;
  return html`<section aria-labelledby="example"><h2 id="example">${texts.example.title}</h2>
<table class="example"><caption class="quiet">${texts.example.hint(name)}</caption><tbody>
${clicks > 0 && row(texts.example.clicks(EXAMPLE.clicks, money(earning.clickMinor, currency)), clicks)}
${orders > 0 && row(texts.example.orders(EXAMPLE.orders, money(valueMinor, currency), percent(earning.orderPpm)), orders)}
${fixed > 0 && row(texts.example.fixed(EXAMPLE.orders, money(earning.fixedMinor, currency)), fixed)}
${row(texts.example.total, clicks + orders + fixed)}
</tbody></table></section>`;
}

/** What one order earns as a fixed amount, and as a part of its value. */
function ordersOf({ fixedMinor, orderPpm, isLarger, minimumMinor }: Earning, valueMinor: number): [number, number] {
  const byValue = Math.floor((valueMinor * orderPpm) / 1_000_000);
  if (valueMinor < minimumMinor) return [0, 0];
  if (!isLarger) return [fixedMinor, byValue];
  return fixedMinor > byValue ? [fixedMinor, 0] : [0, byValue];
}

/** How many units of a currency buy about what one euro buys, as a power of ten. */
const scaleOf = (currency: string): number => {
  if (['SEK', 'NOK', 'DKK', 'CZK'].includes(currency)) return 10;
  return ['JPY', 'HUF', 'ISK', 'KRW'].includes(currency) ? 100 : 1;
};

/** The front page. `isDemo`: the reader can try the marketplace with demo accounts. */
export function frontPage(
  site: Site,
  words: SiteWords,
  {
    campaigns,
    stores,
    minimums,
    isDemo,
  }: {
    campaigns: readonly PublicCampaign[];
    stores: readonly PublicStore[];
    minimums: readonly { currency: string; minor: number }[];
    isDemo: boolean;
  },
): Page {
  const { texts, link, money, either } = words;
  const introduction = site.introduction === '' ? texts.introduction : site.introduction;
  const least = minimums.filter(({ minor }) => minor > 0).map(({ minor, currency }) => money(minor, currency));
  const paid = texts.paidMonthly(either(least));
  return {
    title: site.name,
    description: introduction,
    path: PATHS.front,
    hero: html`<h1>${texts.headline(site.name)}</h1>
<p class="lead">${introduction}</p>
${signUpButtons(site, words)}
<p>${paid}</p>
${isDemo && html`<p class="notice">${texts.demo(link(CONSOLE.signIn))}</p>`}`,
    content: html`<section aria-labelledby="steps"><h2 id="steps">${texts.howItWorks}</h2>
<ol class="three">${texts.three.map(({ title, text }, at) => html`<li>${PICTURES[at] ?? null}<h3>${title}</h3><p>${text}</p></li>`)}</ol></section>
${exampleOf({ campaigns, stores }, words)}
${
  campaigns.length > 0 &&
  html`<section aria-labelledby="campaigns"><h2 id="campaigns">${texts.openCampaigns}</h2>
${noteOf(words)}
<ul class="grid">${campaigns.map((one) => campaignCard(one, words, 3))}</ul>
<p><a href="${link(PATHS.campaigns)}">${texts.allCampaigns}</a></p></section>`
}
${
  stores.length > 0 &&
  html`<section aria-labelledby="stores"><h2 id="stores">${texts.stores}</h2>
${campaigns.length === 0 && noteOf(words)}
<ul class="grid">${stores.map((one) => storeCard(one, words, 3))}</ul>
<p><a href="${link(PATHS.stores)}">${texts.allStores}</a></p></section>`
}
<section aria-labelledby="questions"><h2 id="questions">${texts.questions}</h2>
${texts.answers.map(({ question, answer }) => html`<details><summary>${question}</summary><p>${typeof answer === 'string' ? answer : answer(paid)}</p></details>`)}
</section>`,
  };
}
