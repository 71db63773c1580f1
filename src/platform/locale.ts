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

/** Returns the name of a country (ISO 3166-1) in a locale, or the code itself when the country is unknown. */
export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(knownLocale(locale), { type: 'region' }).of(code) ?? code;
}

/** Languages of mails and notifications. */
export const LANGUAGES = ['en', 'sv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of a locale; English for a language that has no texts. */
export function languageOf(locale: string | null | undefined): Language {
  const language = new Intl.Locale(knownLocale(locale ?? '')).language;
  return LANGUAGES.find((one) => one === language) ?? 'en';
}
