import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { EARLY_REQUESTS, type Heading } from '../src/early-requests.ts';
import { LANGUAGES, type Language } from '../src/language/languages.ts';
import type { PageRoute } from './routes.ts';

/** The headings of the pages by path. For a page whose heading depends on its record, the texts of which it consists. */
export type Headings = Record<Language, Record<string, Heading | object>>;

/** A text of the console: the module without the language, the export of the language is in it, and the keys of the text. */
interface TextPlace {
  module: string;
  keys: string[];
}

const SOURCE = path.join(import.meta.dirname, '../src');

/** The heading of a component: `<PageHeader>` or `<SessionPage>` at the beginning of everything that it returns. */
const HEADER =
  /^ {2}return (?:\(\s*)?(?:<>\s*)?(?:<(WayBack) [^>]*>\s*)?<(?:PageHeader|SessionPage)\s+(?:above=\{\{\s*label: (\w+(?:\.\w+)*),[\s\S]*?\}\}\s+)?title=\{(\w+(?:\.\w+)*)\}(?:\s+hint=\{(\w+(?:\.\w+)*)\})?/m;
/** In place of the title of the page above, if it depends on the way that the reader came. */
const UNKNOWN = '…';
/** A failure, a missing record or another page, none of which is shown at first. */
const FAILURE =
  /^ {2}if \([^;]*?\)\s+return (?:\(\s*)?<(?:Failure|Missing|OpenOrMissing|NotFoundPage|EmptyState|Redirect)\b[^;]*;$/gm;
/** A component that only returns another one, which has the heading. */
const FORWARDED = /^ {2}return (?:\(\s*)?<([A-Z]\w+)\b/m;
/** `const t = useTexts().part;` or `const { part: t, other } = useTexts();` */
const TEXTS = /const (?:\{ ([\w:, ]+) \}|(\w+)) = (use\w+(?:Texts|Words))\(\)((?:\.\w+)*);/g;

/** The page without a session that tells a story beside its form: the module of its texts, and those that the shell shows. */
const STORY = { page: '/console/sign-in', module: 'session/texts', keys: ['headline', 'story'] };

/**
 * Reads the headings of the pages that show them before they have data. The texts are those that the pages use. A page whose heading is
 * in another form, or has something above it, has none here.
 */
export async function readHeadings(routes: readonly PageRoute[]): Promise<Headings> {
  const languages = Object.keys(LANGUAGES) as Language[];
  const headings = Object.fromEntries(languages.map((language) => [language, {}])) as Headings;
  for (const [page, { heading }] of Object.entries(EARLY_REQUESTS))
    for (const language of heading === undefined ? [] : languages)
      headings[language][page] = heading!.pick(await textsOf(path.join(SOURCE, heading!.texts), language)) as object;
  for (const language of languages) {
    const places = STORY.keys.map((key) => ({ module: path.join(SOURCE, STORY.module), keys: [key] }));
    headings[language][STORY.page] = (await Promise.all(places.map((place) => textOf(place, language)))) as Heading;
  }
  for (const route of routes) {
    const places = route.module === null ? null : headingOf(route.module, route.component);
    if (places === null) continue;
    for (const language of languages) {
      const texts = await Promise.all(places.map((place) => textOf(place, language)));
      const [title, hint, above] = texts;
      if (title === undefined) continue;
      const lower = [hint, above].filter((text) => text !== undefined);
      headings[language][route.path] = [title, ...lower] as Heading;
    }
  }
  return headings;
}

/** Where the texts of the heading of a component are; null if its heading is in another form. */
function headingOf(module: string, component: string): (TextPlace | typeof UNKNOWN)[] | null {
  const source = readFileSync(module, 'utf8');
  const start = source.search(new RegExp(`^(?:export )?(?:function|const) ${component}\\b`, 'm'));
  if (start < 0) return null;
  const body = source.slice(start).split(/^(?:\}|\);)$/m, 1)[0]!;
  const header = HEADER.exec(body);
  const first = header ?? FORWARDED.exec(body);
  // With an earlier return, the component may show something else at first.
  if (first === null || /^ {2}(?:if|switch|return)\b/m.test(body.slice(0, first.index).replace(FAILURE, '')))
    return null;
  if (header === null) {
    const name = first[1]!;
    return headingOf(importOf(source, module, name) ?? module, name);
  }
  const [, wayBack, above, title, hint] = header;
  const places = (hint === undefined ? [title] : [title, hint, above]).flatMap((text) =>
    text === undefined ? [] : [placeOf(text, body, source, module)],
  );
  if (!places.every((place) => place !== null)) return null;
  return wayBack === undefined || hint === undefined ? places : [...places, UNKNOWN];
}

/** Finds the text that an expression such as `t.hints.store` in a component is. */
function placeOf(text: string, body: string, source: string, module: string): TextPlace | null {
  const [name, ...keys] = text.split('.');
  for (const [, parts, whole, hook, below = ''] of body.matchAll(TEXTS)) {
    const named = parts?.split(', ').map((part) => part.split(': ')) ?? [];
    const key = named.find((part) => part.at(-1) === name)?.[0];
    if (key === undefined && whole !== name) continue;
    const texts = importOf(source, module, hook!);
    const english = texts === null ? null : /from '([^']+)\.en\.ts'/.exec(readFileSync(texts, 'utf8'))?.[1];
    if (texts === null || english == null) return null;
    const above = [...below.split('.').filter(Boolean), ...(key === undefined ? [] : [key])];
    return { module: path.resolve(path.dirname(texts), english), keys: [...above, ...keys] };
  }
  return null;
}

/** The module from which a module imports a name. */
function importOf(source: string, module: string, name: string): string | null {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(source)?.[1];
  const file = from === undefined ? null : path.resolve(path.dirname(module), from);
  return file !== null && existsSync(file) ? file : null;
}

const loaded = new Map<string, Promise<Record<string, unknown>>>();

/** The texts of a module in a language. */
async function textsOf(module: string, language: Language): Promise<unknown> {
  const file = `${module}.${language}.ts`;
  const load = loaded.get(file) ?? runnerImport<Record<string, unknown>>(file).then((result) => result.module);
  loaded.set(file, load);
  const texts = await load;
  return texts[language] ?? texts.default;
}

/** The text in a language; undefined for a sentence that depends on data. */
async function textOf(place: TextPlace | typeof UNKNOWN, language: Language): Promise<string | undefined> {
  if (place === UNKNOWN) return UNKNOWN;
  const { module, keys } = place;
  const texts = await textsOf(module, language);
  const text = keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], texts);
  return typeof text === 'string' ? text : undefined;
}
