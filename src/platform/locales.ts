/** The languages of pages, mails, notifications and sentences of the API. The server and the console use the same list. */
export const LANGUAGES = ['en', 'sv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The regions in which people write a language; the first is the default. */
const REGIONS: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  en: ['GB', 'US', 'IE', 'AU', 'NZ', 'CA', 'ZA', 'IN', 'SG'],
  sv: ['SE', 'FI', 'AX'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU'],
};

/** True for a language that has texts. */
export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in REGIONS;

/**
 * The locale of amounts and dates beside texts in a language, so that no page has texts in one language and numbers in the form of another:
 * `de-CH` for `de-CH`, but `en-GB` for `en-SE`, whose amounts are written as Swedish ones.
 * @param wanted locales in order of preference, also in the form `sv_SE`; the first one with such a region decides
 */
export function localeIn(language: Language, wanted: readonly string[] = []): string {
  const regions = REGIONS[language];
  const found = wanted
    .map(readLocale)
    .find((locale) => locale?.language === language && regions.includes(locale.region ?? ''));
  return `${language}-${found?.region ?? regions[0]}`;
}

/** Parses a locale of the API (`sv_SE`), of a header or of a browser; null for an invalid one. */
export function readLocale(text: string): Intl.Locale | null {
  try {
    return new Intl.Locale(text.replace('_', '-'));
  } catch {
    return null;
  }
}
