import { LANGUAGES, type Language, localeIn } from './locales.ts';

/**
 * Returns a valid BCP 47 locale. Markets also store locales in the form `sv_SE`. An invalid locale falls back to
 * English.
 */
export function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replace('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Names of countries by locale and code. A closing needs two for each statement, and each takes some 40 µs to find. */
const countryNames = new Map<string, string>();
/** Locales are texts of people, so the names that are kept must be limited. */
const MAX_NAMES = 5_000;

/** Returns the name of a country (ISO 3166-1) in a locale, or the code itself when the country is unknown. */
export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const key = `${code} ${locale}`;
  const known = countryNames.get(key);
  if (known !== undefined) return known;
  const name = new Intl.DisplayNames(knownLocale(locale), { type: 'region' }).of(code) ?? code;
  if (countryNames.size >= MAX_NAMES) countryNames.clear();
  countryNames.set(key, name);
  return name;
}

export { LANGUAGES, type Language } from './locales.ts';

/** A text in each language. */
export type InLanguages<Text = string> = Readonly<Record<Language, Text>>;

/** The locale of amounts and dates if only the language is known. */
export const LOCALE_OF: InLanguages = { en: localeIn('en'), sv: localeIn('sv'), de: localeIn('de') };

/** Returns the language of a locale; English for a language that has no texts. */
export function languageOf(locale: string | null | undefined): Language {
  const language = new Intl.Locale(knownLocale(locale ?? '')).language;
  return LANGUAGES.find((one) => one === language) ?? 'en';
}

/**
 * Returns the locale that a header `Accept-Language` prefers among those with texts, such as `sv-SE`, with a region whose people write the
 * language (`localeIn`); null if it names none of them. The wildcard, which Node's `fetch` sends, names none.
 */
export function preferredLocale(header: string | undefined): string | null {
  const wanted = (header ?? '')
    .slice(0, MAX_ACCEPT_LANGUAGE)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((one) => /^q=/i.test(one));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => weight > 0 && LANGUAGES.some((one) => tag.toLowerCase().split('-')[0] === one))
    .sort((a, b) => b.weight - a.weight)[0];
  return wanted === undefined ? null : localeIn(languageOf(wanted.tag), [wanted.tag]);
}

/** A longer header names more languages than a browser does. */
const MAX_ACCEPT_LANGUAGE = 200;
