/**
 * The languages of the console, with their own names and the default locale of their readers. The compiler compares the others with
 * English. To add a language, add it here and the `texts.<language>.ts` that the compiler then requires beside each `texts.en.ts`
 * (docs/console.md).
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  sv: { name: 'Svenska', locale: 'sv-SE' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** Fallback language. */
export const DEFAULT_LANGUAGE = 'en';

/** Texts in each further language, loaded on demand. A missing language is a compile error. */
export type InOtherLanguages<Texts> = {
  [Other in Exclude<Language, typeof DEFAULT_LANGUAGE>]: () => Promise<{ default: Texts }>;
};

/** True for a language of the console. */
const isLanguage = (text: string | null | undefined): text is Language => text != null && text in LANGUAGES;

/** Parses a locale of the API (`sv_SE`) or a browser; null for an invalid one. */
function readLocale(text: string | undefined): Intl.Locale | null {
  try {
    return text === undefined ? null : new Intl.Locale(text.replace('_', '-'));
  } catch {
    return null;
  }
}

/** Language and number format of the reader. */
export interface Reader {
  language: Language;
  /** BCP 47 locale of numbers, times and money, as `sv-SE`. */
  locale: string;
}

/** The value of `Accept-Language` for a reader, such as `sv-SE`: the server writes sentences in the language, and their values by the region. */
export function acceptedLanguage({ language, locale }: Reader): string {
  const { region } = new Intl.Locale(locale);
  return region === undefined ? language : `${language}-${region}`;
}

/**
 * Determines the reader's language and locale. The language is the chosen one, or else the first of the browser that the console
 * has. The account does not determine it: its locale may be that of the market, which nobody chose. Numbers follow the account,
 * or else the browser, unless another language was chosen.
 * @param chosen the language that the reader selected in this browser, if any
 * @param account the locale of the account, if signed in
 * @param browser the languages of the browser, in order of preference
 */
export function readerOf({
  chosen,
  account,
  browser,
}: {
  chosen?: string | null;
  account?: string | undefined;
  browser: readonly string[];
}): Reader {
  const locales = browser.map(readLocale).filter((one) => one !== null);
  const preferred = locales.map(({ language }) => language).find(isLanguage);
  const language = isLanguage(chosen) ? chosen : (preferred ?? DEFAULT_LANGUAGE);
  const known = readLocale(account) ?? locales[0];
  const isOther = isLanguage(chosen) && known?.language !== chosen;
  return { language, locale: known === undefined || isOther ? LANGUAGES[language].locale : known.toString() };
}
