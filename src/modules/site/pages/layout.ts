import { type InLanguages, LANGUAGES } from '../../../platform/locale.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import { hasImprint, type Operator } from '../settings/imprint.ts';
import type { Site } from '../settings/site-settings.ts';
import { inLanguage, type SiteWords } from '../words/words.ts';
import { CONSOLE, PATHS } from './paths.ts';
import { SESSION_STYLESHEET, stylesheetPath } from './stylesheet.ts';

export interface Page {
  /** The title without the name of the marketplace. */
  title: string;
  /** One or two sentences for search engines and previews. */
  description: string;
  /** The canonical path of the page; null for pages that search engines must not list, such as error pages. */
  path: string | null;
  /** Key of the picture of previews in the file storage; the logo unless given. */
  imageKey?: string | null;
  /** What is on the coloured surface above the content. */
  hero?: Content;
  content: Content;
}

/** The mark of Tributary, for a marketplace without a logo (console/src/mark.svg). */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b6e79"/><g fill="none" stroke-linecap="round" stroke-width="3"><path d="M7 7c0 8 9 7 9 17" stroke="#7fd6d9"/><path d="M25 7c0 8-9 7-9 17" stroke="#fff"/><path d="M16 7v3" stroke="#b9eceb"/></g></svg>`;

/** The longest description that previews show. */
const MAX_DESCRIPTION = 200;

/** What every public page needs. */
interface Frame {
  site: Site;
  company: Operator;
  publicUrl: string;
  words: SiteWords;
}

/** The names of the languages, each in its own language. */
const LANGUAGE_NAMES: InLanguages = { en: 'English', sv: 'Svenska', de: 'Deutsch' };

/** Writes a whole public page. */
export function layout({ site, company, publicUrl, words }: Frame, page: Page): string {
  const { name } = site;
  const { texts: t, language, link } = words;
  const title = page.title === name ? name : `${page.title} · ${name}`;
  const imageKey = page.imageKey ?? site.logo_key;
  const description = shortened(page.description);
  const document: Html = html`<!doctype html>
<html lang="${language}">
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
    : html`<meta property="og:url" content="${publicUrl}${link(page.path)}">
<link rel="canonical" href="${publicUrl}${link(page.path)}">
<link rel="alternate" hreflang="x-default" href="${publicUrl}${page.path}">
${LANGUAGES.map((one) => html`<link rel="alternate" hreflang="${one}" href="${publicUrl}${inLanguage(page.path!, one)}">`)}`
}
${imageKey !== null && html`<meta property="og:image" content="${fileUrl(publicUrl, imageKey)}">`}
<link rel="icon" href="${fileUrl('', site.logo_key)}">
<link rel="stylesheet" href="${stylesheetPath(site.accent)}">
<link rel="stylesheet" href="${SESSION_STYLESHEET}">
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
<header><div class="wide">
<a class="brand" href="${link(PATHS.front)}">${site.logo_key === null ? MARK : html`<img src="${fileUrl('', site.logo_key)}" alt="">`}${name}</a>
<nav aria-label="${t.main}">
<a href="${link(PATHS.campaigns)}">${t.campaigns}</a>
<a href="${link(PATHS.stores)}">${t.stores}</a>
<a href="${link(PATHS.forCreators)}">${t.forCreators}</a>
<a href="${link(PATHS.forStores)}">${t.forStores}</a>
<a class="signed-out" href="${link(CONSOLE.signIn)}">${t.signIn}</a>
<a class="signed-in" href="${CONSOLE.home}">${t.openConsole}</a>
</nav>
</div></header>
<main id="content">
${page.hero !== undefined && html`<div class="hero"><div class="wide">${page.hero}</div></div>`}
<div class="wide">
${page.content}
</div></main>
<footer><div class="wide"><span class="quiet">${name}</span>
<nav aria-label="${t.legal}">
${site.terms !== '' && html`<a href="${link(PATHS.terms)}">${t.terms.link}</a>`}
${site.privacy !== '' && html`<a href="${link(PATHS.privacy)}">${t.privacy.link}</a>`}
${hasImprint(site, company) && html`<a href="${link(PATHS.imprint)}">${t.imprint.link}</a>`}
<a href="/docs">${t.apiReference}</a>
</nav>
<nav aria-label="${t.language}">
${LANGUAGES.map(
  (
    one,
  ) => html`<a href="${inLanguage(page.path ?? PATHS.front, one)}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}>${LANGUAGE_NAMES[one]}</a>
`,
)}</nav>
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
