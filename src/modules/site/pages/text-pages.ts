import { html } from '../markup/html.ts';
import { imprintOf, type Operator } from '../settings/imprint.ts';
import type { Site } from '../settings/site-settings.ts';
import type { SiteWords } from '../words/words.ts';
import { type Page, proseOf } from './layout.ts';
import { PATHS } from './paths.ts';

export type TextPage = 'terms' | 'privacy' | 'imprint';

/** A page whose text an administrator has written, or the imprint from the operator’s settings; null while there is none. */
export function textPage(site: Site, { texts }: SiteWords, name: TextPage, operator: Operator): Page | null {
  const text = name === 'imprint' ? imprintOf(site, operator) : site[name] || null;
  if (text === null) return null;
  const { title } = texts[name];
  return {
    title,
    description: texts.textOf(title, site.name),
    path: PATHS[name],
    content: html`<h1>${title}</h1><div class="text">${proseOf(text)}</div>`,
  };
}

/** The page for an address without a page. */
export function notFoundPage({ texts, link }: SiteWords): Page {
  const { title, description, lead, front } = texts.notFound;
  return {
    title,
    description,
    path: null,
    content: html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="actions"><a class="button" href="${link(PATHS.front)}">${front}</a> <a class="button plain" href="${link(PATHS.campaigns)}">${texts.openCampaigns}</a></p>`,
  };
}
