import { fileUrl } from '../../../platform/storage/file-url.ts';
import { trackedUrl } from '../../links/index.ts';
import type { TextDocument } from '../../payments/index.ts';
import { type Html, html } from '../markup/html.ts';
import type { SiteWords } from '../words/words.ts';
import { type Page, proseOf } from './layout.ts';
import { creatorPath, mediaKitPath } from './paths.ts';
import type { PublicCreator } from './read-creator.ts';

/** A part of a creator's page and media kit: texts, and links with a note. */
interface Part {
  heading: string;
  items: readonly { text: string; href?: string; note?: string }[];
}

const PLATFORM_NAMES = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  pinterest: 'Pinterest',
};

/** The parts of a profile that have content. */
function partsOf({ texts, money, number, languageName }: SiteWords, creator: PublicCreator): Part[] {
  const t = texts.creator;
  const platforms = { ...PLATFORM_NAMES, ...t.platforms };
  const plain = (texts: readonly string[]) => texts.map((text) => ({ text }));
  return [
    {
      heading: t.channels,
      items: creator.channels.map(({ platform, identifier, url, statedFollowers: followers }) => ({
        text: `${platforms[platform]}: ${identifier}`,
        href: url,
        note: followers === null ? t.proven : `${t.proven} · ${t.followers(number(followers))}`,
      })),
    },
    { heading: t.topics, items: plain(creator.topics.map(({ name }) => name)) },
    { heading: t.languages, items: plain(creator.languages.map(languageName)) },
    {
      heading: t.rates,
      items: plain(creator.rates.map(({ kind, minor, currency }) => t.rate[kind](money(minor, currency)))),
    },
    { heading: t.work, items: creator.portfolio.map(({ title, url }) => ({ text: title, href: url })) },
  ].filter(({ items }) => items.length > 0);
}

/** The links that the creator shows. Each is marked as advertising, for readers and for search engines. */
function linksOf({ texts: { creator: t } }: SiteWords, { name, links }: PublicCreator, publicUrl: string): Html | null {
  if (links.length === 0) return null;
  return html`<h2>${t.links}</h2>
<p class="notice text">${t.advertising(name)}</p>
<ol class="grid">${links.map(
    ({ name: last, title, store }) => html`<li class="card">
<p class="name"><a href="${trackedUrl(publicUrl, last)}" rel="sponsored nofollow">${title}</a></p>
<p class="quiet">${t.advertisementOf(store.name)}</p>
</li>`,
  )}</ol>
`;
}

/** The public page of a creator. @param publicUrl base of the tracked URLs of the links */
export function creatorPage(words: SiteWords, creator: PublicCreator, publicUrl: string): Page {
  const { texts, link } = words;
  const { name, bio, pictureKey, pageName } = creator;
  return {
    title: name,
    description: bio === '' ? texts.creator.of(name) : bio,
    path: creatorPath(pageName),
    imageKey: pictureKey,
    content: html`${pictureKey !== null && html`<img class="picture" src="${fileUrl('', pictureKey)}" alt="">`}
<h1>${name}</h1>
<div class="text">${proseOf(bio)}</div>
${linksOf(words, creator, publicUrl)}${partsOf(words, creator).map(
  ({ heading, items }) => html`<h2>${heading}</h2>
<ul class="rates">${items.map(
    ({ text, href, note }) =>
      html`<li>${href === undefined ? text : html`<a href="${href}" rel="nofollow ugc noopener">${text}</a>`}${note !== undefined && html` <span class="quiet">${note}</span>`}</li>`,
  )}</ul>
`,
)}
<p class="actions"><a class="button plain" href="${link(mediaKitPath(pageName))}">${texts.creator.mediaKit}</a></p>`,
  };
}

/**
 * The same facts as a document, without the links.
 * @param facts `picture`: the file of the picture; null: none. `address`: the public page. `day`: today, `YYYY-MM-DD`
 */
export function mediaKitOf(
  words: SiteWords,
  creator: PublicCreator,
  facts: { picture: Buffer | null; address: string; day: string; market: string },
): TextDocument {
  const paragraphs = creator.bio.split(/\n+/).filter((line) => line.trim() !== '');
  return {
    title: creator.name,
    lead: facts.address,
    picture: facts.picture,
    language: words.language,
    createdOn: facts.day,
    author: facts.market,
    sections: [
      { heading: null, lines: paragraphs.map((text) => ({ text })) },
      ...partsOf(words, creator).map(({ heading, items }) => ({
        heading,
        lines: items.map(({ text, href, note }) => ({ text, note: [note, href].filter(Boolean).join(' · ') })),
      })),
    ],
  };
}
