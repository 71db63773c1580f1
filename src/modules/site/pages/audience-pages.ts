import { html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import type { Page } from './layout.ts';
import { CONSOLE, PATHS } from './paths.ts';

/** The page for creators. */
export function forCreatorsPage({ sign_up }: Site): Page {
  return {
    title: 'For creators',
    description: 'Turn product pages into links that pay you, and join campaigns of stores.',
    path: PATHS.forCreators,
    content: html`<h1>For creators</h1>
<p class="lead">Turn the product pages that you talk about into links that pay you, and join campaigns of stores that you like.</p>
<h2>How it works</h2>
<ol class="steps">
<li>Create an account and confirm your e-mail address.</li>
<li>Paste the address of a product. You receive a link that is yours.</li>
<li>Share the link. Clicks and orders appear in your statistics within moments.</li>
<li>Each month is closed with a statement. Every amount on it can be traced to its clicks and orders.</li>
</ol>
<h2>What you earn</h2>
<p class="text">Stores and campaigns state what they pay for clicks and orders. Their pages show your part of it.</p>
<p class="actions">
${sign_up === 'open' && html`<a class="button" href="${CONSOLE.signUp}">Create account</a>`}
<a class="button plain" href="${PATHS.campaigns}">See campaigns</a>
</p>
${sign_up === 'invitation' && html`<p class="quiet">Accounts are created through the page or the invitation link of a campaign.</p>`}
${sign_up === 'closed' && html`<p class="quiet">New accounts cannot be created at present.</p>`}`,
  };
}

/** The page for stores. */
export function forStoresPage({ store_registration }: Site): Page {
  return {
    title: 'For stores',
    description: 'Pay creators for the traffic and sales that they bring, within budgets that are never exceeded.',
    path: PATHS.forStores,
    content: html`<h1>For stores</h1>
<p class="lead">Pay creators for the traffic and sales that they bring, within budgets that are never exceeded.</p>
<h2>How it works</h2>
<ol class="steps">
<li>Register your store and prove that its domain is yours.</li>
<li>State what you pay for clicks and orders, and set the limits.</li>
<li>Add the tracking script or the plugin to your store.</li>
<li>Publish a campaign, and decide on the applications of creators.</li>
<li>Follow clicks, orders and cost by creator and by link. Each invoice equals its clicks and orders.</li>
</ol>
${store_registration === 'closed' ? html`<p class="quiet">Stores are registered by the administrators of this marketplace.</p>` : html`<p class="actions"><a class="button" href="${CONSOLE.signUpStore}">Register a store</a></p>`}
${store_registration === 'approval' && html`<p class="quiet">An administrator approves each store before it can spend.</p>`}`,
  };
}
