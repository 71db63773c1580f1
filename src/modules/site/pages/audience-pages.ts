import { html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import type { Page } from './layout.ts';
import { CONSOLE, PATHS } from './paths.ts';

const stepsOf = (steps: readonly string[]) =>
  html`<ol class="steps">${steps.map(
    (step) => html`
<li>${step}</li>`,
  )}
</ol>`;

/** The page for creators. */
export function forCreatorsPage({ sign_up }: Site, { texts, link }: SiteWords): Page {
  const { creators: t } = texts;
  return {
    title: texts.forCreators,
    description: t.description,
    path: PATHS.forCreators,
    content: html`<h1>${texts.forCreators}</h1>
<p class="lead">${t.lead}</p>
<h2>${texts.howItWorks}</h2>
${stepsOf(t.steps)}
<h2>${texts.whatYouEarn}</h2>
<p class="text">${t.earn}</p>
<p class="actions">
${sign_up === 'open' && html`<a class="button" href="${link(CONSOLE.signUp)}">${t.create}</a>`}
<a class="button plain" href="${link(PATHS.campaigns)}">${t.see}</a>
</p>
${sign_up === 'invitation' && html`<p class="quiet">${t.byInvitation}</p>`}
${sign_up === 'closed' && html`<p class="quiet">${t.closed}</p>`}`,
  };
}

/** The page for stores. */
export function forStoresPage({ store_registration }: Site, { texts, link }: SiteWords): Page {
  const { shops: t } = texts;
  return {
    title: texts.forStores,
    description: t.description,
    path: PATHS.forStores,
    content: html`<h1>${texts.forStores}</h1>
<p class="lead">${t.description}</p>
<h2>${texts.howItWorks}</h2>
${stepsOf(t.steps)}
${store_registration === 'closed' ? html`<p class="quiet">${t.closed}</p>` : html`<p class="actions"><a class="button" href="${link(CONSOLE.signUpStore)}">${texts.registerStore}</a></p>`}
${store_registration === 'approval' && html`<p class="quiet">${t.approval}</p>`}`,
  };
}
