import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { Language } from './texts.ts';

/** Languages that all of the console has been put into. A new one: its `texts.<language>.ts` beside each English one, and its name here. */
const SPOKEN: readonly Language[] = ['en'];

export interface Reader {
  language: Language;
  /** As `sv-SE`: how numbers, times and money are written. */
  locale: string;
}

const FIRST = 'en';
const ReaderContext = createContext<Reader>({ language: FIRST, locale: 'en-GB' });

export const useLanguage = (): Language => useContext(ReaderContext).language;
export const useReader = (): Reader => useContext(ReaderContext);

/** Reads a locale as the API (`sv_SE`) or a browser writes it; null for one that is none. */
function readLocale(text: string | undefined): Intl.Locale | null {
  try {
    return text === undefined ? null : new Intl.Locale(text.replace('_', '-'));
  } catch {
    return null;
  }
}

/** Speaks to whoever is below in their language as far as we have it, and writes numbers as their locale does, else as the browser's. */
export function ReaderProvider({ locale, children }: { locale?: string | undefined; children: ReactNode }) {
  const known = readLocale(locale) ?? readLocale(navigator.language) ?? new Intl.Locale('en-GB');
  const language = SPOKEN.find((one) => one === known.language) ?? FIRST;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const tag = known.toString();
  const reader = useMemo(() => ({ language, locale: tag }), [language, tag]);
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}
