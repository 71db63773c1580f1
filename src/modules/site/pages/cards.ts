import { formatMoney } from '../../../platform/money.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type Html, html } from '../markup/html.ts';
import { earningsOf } from '../publishing/rates.ts';
import { campaignPath, storePath } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

/** The earnings of creators from a campaign, including its one-time payment and the bonuses of this month. */
export function campaignEarnings(campaign: PublicCampaign): string[] {
  const { one_time_payment_minor: once, currency, rates, bonuses } = campaign;
  const moneyOf = (minor: number) => formatMoney({ minor, currency }, 'en-GB');
  return [
    ...earningsOf(rates, currency),
    ...(once === null ? [] : [`${moneyOf(once)} once, when the campaign is completed`]),
    ...(bonuses?.tiers ?? []).map(({ orders, value_minor: value, bonus_minor: bonus }) => {
      const asked = [
        ...(orders === null ? [] : [`${orders} approved ${orders === 1 ? 'order' : 'orders'}`]),
        ...(value === null ? [] : [`${moneyOf(value)} of order value`]),
      ];
      return `${moneyOf(bonus)} bonus this month from ${asked.join(' and ')}`;
    }),
  ];
}

/** The level of the headings of cards: below the heading of the page, or of a section. */
type Level = 2 | 3;

const heading = (level: Level, href: string, name: string): Html =>
  level === 2
    ? html`<h2 class="name"><a href="${href}">${name}</a></h2>`
    : html`<h3 class="name"><a href="${href}">${name}</a></h3>`;

/** The card of a store in a list. */
export function storeCard({ id, name, logo_key, rates, currency }: PublicStore, level: Level): Html {
  return html`<li class="card">
${logo_key !== null && html`<img class="logo" src="${fileUrl('', logo_key)}" alt="" loading="lazy">`}
${heading(level, storePath(id), name)}
${list(earningsOf(rates, currency))}
</li>`;
}

/** The card of a campaign in a list. */
export function campaignCard(campaign: PublicCampaign, level: Level): Html {
  return html`<li class="card">
${heading(level, campaignPath(campaign.id), campaign.title)}
<p class="quiet">${campaign.store_name}</p>
${list(campaignEarnings(campaign))}
</li>`;
}

/** A list of short texts; nothing when it is empty. */
export const list = (items: readonly string[]): Html | null =>
  items.length === 0 ? null : html`<ul class="rates">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
