/*
 * Runs before the page is parsed further: the colour scheme and the kind of page of the shell, the session, the record, the heading and
 * the files of the page, which otherwise would be requested only after the code has been loaded. bundle/shell.ts puts it into the HTML page.
 */

import type { EarlyPages } from '../bundle/shell.ts';
import { requestEarly } from '../src/early-replies.ts';
import { addressOf, EARLY_REQUESTS, type Heading } from '../src/early-requests.ts';
import { keep, readKept as stored } from '../src/language/kept.ts';
import { isLanguage, KEPT, readerOf } from '../src/language/languages.ts';
import { hasRoleNotice, homeOf, isAllowed, placeOf } from '../src/session/access.ts';
import type { Me } from '../src/session/use-me.ts';

declare const PAGES: EarlyPages;

const root = document.documentElement;
/** The path of the address, without a slash at the end. */
const pathNow = () => location.pathname.replace(/(.)\/$/, '$1');
const path = pathNow();

// Determined in the same way as by Mantine.
const scheme = stored('mantine-color-scheme-value');
const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
if (path === '/console/sign-in') root.dataset.shellKind = 'story';
else if (PAGES.plain.includes(path)) root.dataset.shellKind = 'plain';

const segments = path.split('/');
const page = PAGES.pages.find(([pattern]) => {
  const parts = pattern.split('/');
  return parts.length === segments.length && parts.every((part, n) => part[0] === '$' || part === segments[n]);
});
// A public page names its language in its links to the console. This is kept for the program, which reads the same settings.
const asked = new URLSearchParams(location.search).get('lang');
if (isLanguage(asked)) keep(KEPT.chosen, asked);
const { language, locale } = readerOf({
  account: stored(KEPT.account),
  chosen: stored(KEPT.chosen),
  browser: navigator.languages,
});

const session = requestEarly('/v2/me', locale);
const me = session.then((reply): Promise<Me> | null => (reply.ok ? reply.clone().json() : null)).catch(() => null);
const parameters = Object.fromEntries(
  (page?.[0].split('/') ?? []).flatMap((part, n) => (part[0] === '$' ? [[part.slice(1), segments[n]!]] : [])),
);
const record = EARLY_REQUESTS[page?.[0] ?? ''];
const reply = record && requestEarly(addressOf(record.endpoint, record.request(parameters)), locale);

// The page there would do the same, after the scripts have been loaded.
if (path === '/console')
  void Promise.all([session, me]).then(([{ status }, reader]) => {
    if (reader !== null) leaveFor(homeOf(reader));
    else if (status === 401) leaveFor(`/console/sign-in?to=${encodeURIComponent('/console')}`);
  });

/** Loads another page, unless the program has already opened it. Until it is loaded, the program must not open it, too. */
function leaveFor(path: string): void {
  if (pathNow() !== '/console') return;
  root.dataset.shellLeaves = '';
  location.replace(path);
}

const headings = PAGES.headings[language];
// Without its heading, the shell is only less complete.
if (page?.[3] && headings !== undefined) paintHeading(page[0], headings).catch(() => undefined);

// The files of all pages come first. They are evaluated while those of this page are loaded.
if (page !== undefined)
  preload(PAGES.entry).onload = () => {
    for (const file of [...page[1], ...(page[2][language] ?? [])]) preload(PAGES.files[file]!);
    // The browser loads the data of a locale with its first formats, which takes as long as a tenth of the first rendering. Here, it
    // waits for the framework anyway. Each kind of data is loaded in a task of its own.
    setTimeout(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format());
    setTimeout(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(0));
  };

function preload(address: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
  return link;
}

/** Shows the heading of the page in the shell, if the reader will see it at the same place when the code has been loaded. */
async function paintHeading(pattern: string, file: string): Promise<void> {
  const [reader, texts] = await Promise.all([
    me,
    fetch(file).then((headings): Promise<Record<string, unknown>> => headings.json()),
    // Another font would be replaced, and the text would move.
    document.fonts.load('1em "Figtree Variable"'),
  ]);
  if (root.dataset.shellKind !== undefined) {
    if (reader === null || root.dataset.shellKind === 'plain') write('.shell-story', texts[pattern] as Heading);
    return;
  }
  const place = placeOf(parameters);
  if (reader === null || reader.second_factor_required) return;
  if (!isAllowed(reader, place, path) || hasRoleNotice(reader, place)) return;
  const [title, hint, above] = (await headingOf(texts[pattern])) ?? [];
  if (title === undefined) return;
  write('.shell-heading', [above && `${above} / ${title}`, title, hint]);
  root.dataset.shellHeading = '';
}

/** Writes the texts into the children of an element of the shell, which React may have replaced. */
function write(selector: string, texts: readonly (string | undefined)[]): void {
  const children = document.querySelector(selector)?.children ?? [];
  [...children].forEach((child, n) => {
    child.textContent = texts[n] ?? null;
  });
}

/** The heading of the page from its texts, and from its record if it has one. */
async function headingOf(texts: unknown): Promise<Heading | null> {
  if (record?.heading === undefined) return texts as Heading;
  const answer = await reply!;
  return answer.ok ? record.heading.of(await answer.clone().json(), texts, parameters) : null;
}
