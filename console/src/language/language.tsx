import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { DEFAULT_LANGUAGE, type Reader, readerOf } from './languages.ts';

/** Whoever reads what is below. */
export const ReaderContext = createContext<Reader>({ language: DEFAULT_LANGUAGE, locale: 'en-GB' });

export const useReader = (): Reader => useContext(ReaderContext);

/** Speaks to whoever is below in their language as far as we have it, and writes numbers as their locale does, else as the browser's. */
export function ReaderProvider({ locale, children }: { locale?: string | undefined; children: ReactNode }) {
  const reader = useMemo(() => readerOf([locale, navigator.language]), [locale]);
  useEffect(() => {
    document.documentElement.lang = reader.language;
  }, [reader]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
