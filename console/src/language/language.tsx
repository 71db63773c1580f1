import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { keep, readKept } from './kept.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, type Reader, readerOf } from './languages.ts';

/** Key of the selected language in the browser's storage. */
const CHOICE = 'tributary.language';

/** Selects the language of the console in this browser. The page is loaded again, because every part of it has texts. */
export function chooseLanguage(language: Language): void {
  keep(CHOICE, language);
  location.reload();
}

/** The reader of this page. @param account the locale of the account, if signed in */
export const readerHere = (account?: string): Reader =>
  readerOf({ chosen: readKept(CHOICE), account, browser: navigator.languages });

/** The language of this page. Tests render without a browser, in English. */
export const PAGE_LANGUAGE: Language = typeof document === 'undefined' ? DEFAULT_LANGUAGE : readerHere().language;

/** The reader of the components below. */
export const ReaderContext = createContext<Reader>({
  language: PAGE_LANGUAGE,
  locale: LANGUAGES[PAGE_LANGUAGE].locale,
});

export const useReader = (): Reader => useContext(ReaderContext);

/** Provides language and number format. */
export function ReaderProvider({ locale, children }: { locale?: string | undefined; children: ReactNode }) {
  const reader = useMemo(() => readerHere(locale), [locale]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
