import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { DEFAULT_LANGUAGE, type Reader, readerOf } from './languages.ts';

/** The reader of the components below. */
export const ReaderContext = createContext<Reader>({ language: DEFAULT_LANGUAGE, locale: 'en-GB' });

export const useReader = (): Reader => useContext(ReaderContext);

/** Provides language and number format from the user's locale, or else the browser's. */
export function ReaderProvider({ locale, children }: { locale?: string | undefined; children: ReactNode }) {
  const reader = useMemo(() => readerOf([locale, navigator.language]), [locale]);
  useEffect(() => {
    document.documentElement.lang = reader.language;
  }, [reader]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
