/**
 * The languages of the console. The compiler compares the others with English. To add a language, add its name here and the
 * `texts.<language>.ts` that the compiler then requires beside each `texts.en.ts` (docs/console.md).
 */
const SUPPORTED_LANGUAGES = ['en', 'sv', 'de'] as const;

/** Fallback language. */
export const DEFAULT_LANGUAGE = 'en';

/** Texts in each further language, loaded on demand. A missing language is a compile error. */
export type InOtherLanguages<Texts, Languages extends string = (typeof SUPPORTED_LANGUAGES)[number]> = {
  [Language in Exclude<Languages, typeof DEFAULT_LANGUAGE>]: () => Promise<{ default: Texts }>;
};

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
  language: string;
  /** BCP 47 locale of numbers, times and money, as `sv-SE`. */
  locale: string;
}

/**
 * Determines the reader's language and locale.
 * @param locales candidates in order of preference; the first valid one is used
 */
export function readerOf(
  locales: readonly (string | undefined)[],
  spoken: readonly string[] = SUPPORTED_LANGUAGES,
): Reader {
  const known = locales.map(readLocale).find((one) => one !== null) ?? new Intl.Locale('en-GB');
  return { language: spoken.find((one) => one === known.language) ?? DEFAULT_LANGUAGE, locale: known.toString() };
}
