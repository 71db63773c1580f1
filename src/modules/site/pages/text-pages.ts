import { html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import { type Page, proseOf } from './layout.ts';
import { PATHS } from './paths.ts';

const TITLES = { terms: 'Terms', privacy: 'Privacy notice', imprint: 'Imprint' } as const;
export type TextPage = keyof typeof TITLES;

/** A page whose text an administrator has written; null while there is none. */
export function textPage(site: Site, name: TextPage): Page | null {
  if (site[name] === '') return null;
  const title = TITLES[name];
  return {
    title,
    description: `${title} of ${site.name}.`,
    path: PATHS[name],
    content: html`<h1>${title}</h1><div class="text">${proseOf(site[name])}</div>`,
  };
}

/** The page for an address without a page. */
export const notFoundPage: Page = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  path: null,
  content: html`<h1>Page not found</h1>
<p class="lead">There is no page at this address. It may have been removed.</p>
<p class="actions"><a class="button" href="${PATHS.front}">Front page</a> <a class="button plain" href="${PATHS.campaigns}">Open campaigns</a></p>`,
};
