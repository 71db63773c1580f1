import { isLanguage, type Language, localeIn, readLocale } from '../../../src/platform/locales.ts';

export { isLanguage, type Language };

/**
 * The languages of the console, with their own names. To add a language, add it to `src/platform/locales.ts`, here and in the
 * `texts.<language>.ts` that the compiler then requires beside each `texts.en.ts` (docs/console.md).
 */
export const LANGUAGES: Readonly<Record<Language, { name: string }>> = {
  en: { name: 'English' },
  sv: { name: 'Svenska' },
  de: { name: 'Deutsch' },
};

/** Fallback language. */
export const DEFAULT_LANGUAGE = 'en';

/** Texts in each further language, loaded on demand. A missing language is a compile error. */
export type InOtherLanguages<Texts> = {
  [Other in Exclude<Language, typeof DEFAULT_LANGUAGE>]: () => Promise<{ default: Texts }>;
};

/** Where the settings of the language are kept in the browser. */
export const KEPT = {
  /** The language that a person selected before signing in. */
  chosen: 'tributary.language',
  /** The locale of the account that is, or was last, signed in. */
  account: 'tributary.account-locale',
} as const;

/** The language of texts, and the locale of numbers, dates and money in the same language. */
export interface Reader {
  language: Language;
  /** BCP 47, such as `sv-SE`. */
  locale: string;
}

/**
 * Determines the language of everything that a page shows: texts, numbers, dates, money, and the sentences that the server writes. It is the
 * language of the account, or else the one that was selected in this browser, or else the first of the browser that the console has. The
 * region is that of the account or the browser where people there write the language.
 * @param account the locale that the account has chosen, if any
 * @param chosen the language that was selected in this browser, if any
 * @param browser the languages of the browser, in order of preference
 */
export function readerOf({
  account,
  chosen,
  browser,
}: {
  account?: string | null;
  chosen?: string | null;
  browser: readonly string[];
}): Reader {
  const wanted = [account, chosen, ...browser].filter((one) => one != null);
  const language = wanted.map((one) => readLocale(one)?.language).find(isLanguage) ?? DEFAULT_LANGUAGE;
  // A choice names no region, which the browser may know.
  return {
    language,
    locale: localeIn(
      language,
      [account, ...browser].filter((one) => one != null),
    ),
  };
}
