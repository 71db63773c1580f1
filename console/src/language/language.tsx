import { createContext, useContext } from 'react';
import { forget, keep, readKept } from './kept.ts';
import { KEPT, type Language, type Reader, readerOf } from './languages.ts';

/** The reader by the settings that this browser has now. */
const readerNow = (): Reader =>
  readerOf({ account: readKept(KEPT.account), chosen: readKept(KEPT.chosen), browser: navigator.languages });

/** The reader of this page, until it is loaded again. Tests render without a browser, in English. */
export const PAGE_READER: Reader = typeof document === 'undefined' ? readerOf({ browser: [] }) : readerNow();

/** The language of this page. */
export const PAGE_LANGUAGE: Language = PAGE_READER.language;

/** Selects the language of the console in this browser. The page is loaded again, because every part of it has texts. */
export function chooseLanguage(language: Language): void {
  forget(KEPT.account);
  keep(KEPT.chosen, language);
  location.reload();
}

/**
 * Keeps the locale of the account for the next loading of a page, which begins before the account is known.
 * @param locale null: the account has chosen none, or nobody is signed in
 * @returns whether this page is in another language, so that it must be loaded again
 */
export function followAccount(locale: string | null): boolean {
  if (locale === null) forget(KEPT.account);
  else keep(KEPT.account, locale);
  const { language, locale: formats } = readerNow();
  return language !== PAGE_READER.language || formats !== PAGE_READER.locale;
}

/** The reader of the components below. */
export const ReaderContext = createContext<Reader>(PAGE_READER);

export const useReader = (): Reader => useContext(ReaderContext);
