/** Markets keep locales in the form `sv_SE`, too; what is none at all is written as English. */
export function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replace('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** A country (ISO 3166-1) in the words of a locale; the code itself when there is no such country. */
export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(knownLocale(locale), { type: 'region' }).of(code) ?? code;
}
