import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import type { Site } from '../settings/site-settings.ts';
import { CONSOLE, PATHS } from './paths.ts';
import { stylesheetPath } from './stylesheet.ts';

export interface Page {
  /** The title without the name of the marketplace. */
  title: string;
  /** One or two sentences for search engines and previews. */
  description: string;
  /** The canonical path of the page; null for pages that search engines must not list, such as error pages. */
  path: string | null;
  /** Key of the picture of previews in the file storage; the logo unless given. */
  imageKey?: string | null;
  content: Content;
}

/** The longest description that previews show. */
const MAX_DESCRIPTION = 200;

/** Writes a whole public page. */
export function layout({ site, publicUrl }: { site: Site; publicUrl: string }, page: Page): string {
  const { name } = site;
  const title = page.title === name ? name : `${page.title} · ${name}`;
  const imageKey = page.imageKey ?? site.logo_key;
  const description = shortened(page.description);
  const document: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:site_name" content="${name}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${description}">
${
  page.path === null
    ? html`<meta name="robots" content="noindex">`
    : html`<meta property="og:url" content="${publicUrl}${page.path}">
<link rel="canonical" href="${publicUrl}${page.path}">`
}
${imageKey !== null && html`<meta property="og:image" content="${fileUrl(publicUrl, imageKey)}">`}
<link rel="icon" href="${fileUrl('', site.logo_key)}">
<link rel="stylesheet" href="${stylesheetPath(site.accent)}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><div class="wide">
<a class="brand" href="${PATHS.front}">${site.logo_key !== null && html`<img src="${fileUrl('', site.logo_key)}" alt="">`}${name}</a>
<nav aria-label="Main">
<a href="${PATHS.campaigns}">Campaigns</a>
<a href="${PATHS.stores}">Stores</a>
<a href="${PATHS.forCreators}">For creators</a>
<a href="${PATHS.forStores}">For stores</a>
<a href="${CONSOLE.signIn}">Sign in</a>
</nav>
</div></header>
<main id="content"><div class="wide">
${page.content}
</div></main>
<footer><div class="wide"><span class="quiet">${name}</span>
<nav aria-label="Legal">
${site.terms !== '' && html`<a href="${PATHS.terms}">Terms</a>`}
${site.privacy !== '' && html`<a href="${PATHS.privacy}">Privacy</a>`}
${site.imprint !== '' && html`<a href="${PATHS.imprint}">Imprint</a>`}
<a href="/docs">API reference</a>
</nav>
</div></footer>
</body>
</html>
`;
  return document.text;
}

function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length <= MAX_DESCRIPTION ? plain : `${plain.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`;
}

/** Paragraphs and headings of a plain text: empty lines separate them, and `# ` begins a heading. */
export function proseOf(text: string): Html[] {
  const blocks = text
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return blocks.map((block) =>
    block.startsWith('# ') && !block.includes('\n') ? html`<h2>${block.slice(2)}</h2>` : html`<p>${linesOf(block)}</p>`,
  );
}

const linesOf = (block: string): Html[] =>
  block.split(/\r?\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
