/**
 * Languages that the console speaks; English is what the others are held to by the compiler. To add one: its name here, and then what the
 * compiler asks for, a `texts.<language>.ts` for each `texts.en.ts` (docs/console.md).
 */
const SUPPORTED_LANGUAGES = ['en'] as const;

/** For who reads none of them. */
export const DEFAULT_LANGUAGE = 'en';

/** The same texts in each further language, each a module that is loaded when somebody reads it; all of them, or it does not compile. */
export type InOtherLanguages<Texts, Languages extends string = (typeof SUPPORTED_LANGUAGES)[number]> = {
  [Language in Exclude<Languages, typeof DEFAULT_LANGUAGE>]: () => Promise<{ default: Texts }>;
};

/** Reads a locale as the API (`sv_SE`) or a browser writes it; null for one that is none. */
function readLocale(text: string | undefined): Intl.Locale | null {
  try {
    return text === undefined ? null : new Intl.Locale(text.replace('_', '-'));
  } catch {
    return null;
  }
}

/** Who reads: in what language, and how they write numbers. */
export interface Reader {
  language: string;
  /** As `sv-SE`: how numbers, times and money are written. */
  locale: string;
}

/**
 * Somebody by their locales.
 * @param locales the first that is one counts: the person's own, then the browser's
 */
export function readerOf(
  locales: readonly (string | undefined)[],
  spoken: readonly string[] = SUPPORTED_LANGUAGES,
): Reader {
  const known = locales.map(readLocale).find((one) => one !== null) ?? new Intl.Locale('en-GB');
  return { language: spoken.find((one) => one === known.language) ?? DEFAULT_LANGUAGE, locale: known.toString() };
}
