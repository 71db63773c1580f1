import { type InLanguages, type Language, LOCALE_OF } from '../../../platform/locale.ts';
import { formatMoney } from '../../../platform/money.ts';
import { de } from './texts.de.ts';
import { en, type SiteTexts } from './texts.en.ts';
import { sv } from './texts.sv.ts';

const TEXTS: InLanguages<SiteTexts> = { en, sv, de };

/** The texts and formats of a public page in one language. */
export interface SiteWords {
  language: Language;
  texts: SiteTexts;
  money(minor: number, currency: string): string;
  percent(ppm: number): string;
  number(value: number): string;
  /** The name of a language (ISO 639-1). */
  languageName(code: string): string;
  /** Texts of which one applies: `a, b or c`. */
  either(texts: readonly string[]): string;
  /** The day of an instant, in UTC. */
  day(instant: string): string;
  /** The address of another public page, or a page of the console, in the language that was selected on this one. */
  link(path: string): string;
}

/** A path with the query field that selects a language. */
export const inLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/**
 * @param selected whether the address of the page selects the language
 * @param locale that of amounts and dates, in the same language
 */
export function siteWords(language: Language, selected = false, locale = LOCALE_OF[language]): SiteWords {
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const choices = new Intl.ListFormat(locale, { type: 'disjunction' });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    texts: TEXTS[language],
    money: (minor, currency) => formatMoney({ minor, currency }, locale),
    number: (value) => value.toLocaleString(locale),
    languageName: (code) => names.of(code) ?? code,
    percent: (ppm) => percents.format(ppm / 1_000_000),
    either: (texts) => choices.format(texts),
    day: (instant) => days.format(new Date(instant)),
    link: (path) => (selected ? inLanguage(path, language) : path),
  };
}
