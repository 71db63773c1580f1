import { fileUrl } from '../../../platform/storage/file-url.ts';
import { roundedDown } from '../../campaigns/index.ts';
import { type Html, html } from '../markup/html.ts';
import { earningsOf } from '../publishing/rates.ts';
import type { SiteWords } from '../words/words.ts';
import { campaignPath, storePath } from './paths.ts';
import type { PublicCampaign, PublicStore } from './read-pages.ts';

/** The earnings of creators from a campaign, including its one-time payment and the bonuses of this month. */
export function campaignEarnings(campaign: PublicCampaign, words: SiteWords): string[] {
  const { one_time_payment_minor: once, currency, rates, bonuses, gift } = campaign;
  const { texts, money } = words;
  return [
    ...earningsOf(rates, currency, words),
    ...(once === null ? [] : [texts.once(money(once, currency))]),
    ...(gift === null
      ? []
      : [texts.gift[gift.kind](money(gift.valueMinor, currency), gift.products[0]?.title ?? '', gift.choices)]),
    ...(bonuses?.tiers ?? []).map(({ orders, value_minor: value, bonus_minor: bonus }) =>
      texts.bonus(money(bonus, currency), { orders, value: value === null ? null : money(value, currency) }),
    ),
  ];
}

/** What the store promises about the terms, and what it has paid in for them. */
export function assurances(
  { promise, guarantee, currency }: PublicCampaign,
  { texts, money, day }: SiteWords,
): string[] {
  const { until = null, noticeDays = null } = promise?.isBinding ? promise : {};
  return [
    ...(until === null ? [] : [texts.promisedUntil(day(until))]),
    ...(noticeDays === null ? [] : [texts.withNotice(noticeDays)]),
    ...(guarantee?.isBinding
      ? [texts.guaranteedPay(money(roundedDown(guarantee.leftMinor), currency), day(guarantee.until))]
      : []),
  ];
}

/** The level of the headings of cards: below the heading of the page, or of a section. */
type Level = 2 | 3;

const heading = (level: Level, href: string, name: string): Html =>
  level === 2
    ? html`<h2 class="name"><a href="${href}">${name}</a></h2>`
    : html`<h3 class="name"><a href="${href}">${name}</a></h3>`;

/** The logo of a store, or its first letter. */
const logoOf = (key: string | null, name: string): Html =>
  key === null
    ? html`<span class="monogram" aria-hidden="true">${[...name.trim()][0]?.toLocaleUpperCase() ?? ''}</span>`
    : html`<img class="logo" src="${fileUrl('', key)}" alt="" loading="lazy">`;

/** The card of a store in a list. */
export function storeCard({ id, name, logo_key, rates, currency }: PublicStore, words: SiteWords, level: Level): Html {
  return html`<li class="card">
<div class="head">${logoOf(logo_key, name)}${heading(level, words.link(storePath(id)), name)}</div>
${list(earningsOf(rates, currency, words))}
</li>`;
}

/** The card of a campaign in a list. */
export function campaignCard(campaign: PublicCampaign, words: SiteWords, level: Level): Html {
  return html`<li class="card">
${campaign.image_key !== null && html`<img class="cover" src="${fileUrl('', campaign.image_key)}" alt="" loading="lazy">`}
<div class="head">${logoOf(campaign.store_logo_key, campaign.store_name)}<div>${heading(level, words.link(campaignPath(campaign.id)), campaign.title)}
<p class="quiet">${campaign.store_name}</p></div></div>
${list([...campaignEarnings(campaign, words), ...assurances(campaign, words)])}
</li>`;
}

/** For whom the rates are that public pages show. */
export const noteOf = ({ texts }: SiteWords): Html => html`<p class="quiet">${texts.note}</p>`;

/** A list of short texts; nothing when it is empty. */
export const list = (items: readonly string[]): Html | null =>
  items.length === 0 ? null : html`<ul class="rates">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
