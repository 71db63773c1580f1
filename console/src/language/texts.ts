import { use } from 'react';
import { PAGE_LANGUAGE, useReader } from './language.tsx';
import type { InOtherLanguages, Language } from './languages.ts';

/** Texts in the language of the page whose loading began with the code of their parts. */
const loadingWithParts = new Set<Promise<unknown>>();

/** Resolves when the texts of all parts that are loaded now are loaded, or have failed. */
export async function ownTextsLoaded(): Promise<void> {
  await Promise.allSettled(loadingWithParts);
}

type Load<Texts> = () => Promise<{ default: Texts }>;

/**
 * A hook that returns the texts of a part of the console. English is loaded with the part. Another language is a module that is
 * loaded when a reader uses it:
 *
 *     export const useLinkTexts = textsOf(en, { sv: () => import('./texts.sv.ts'), de: () => import('./texts.de.ts') });
 *
 * `texts.sv.ts` has a default export of the same type, which the compiler enforces. Sentences with parameters are functions.
 */
export function textsOf<Texts>(english: Texts, others: InOtherLanguages<NoInfer<Texts>>): () => Texts {
  const loads: Partial<Record<Language, Load<Texts>>> = others;
  const loading = new Map<Language, Promise<Texts>>();
  const load = (language: Language, from: Load<Texts>): Promise<Texts> => {
    const known = loading.get(language);
    if (known !== undefined) return known;
    const texts = from().then((module) => module.default);
    loading.set(language, texts);
    // `use` returns the value of such a promise without suspending: otherwise a dialog that opens would replace its page by
    // the placeholder.
    texts.then(
      (value) => Object.assign(texts, { status: 'fulfilled', value }),
      // The next attempt loads it again. `use` reports the failure.
      () => loading.delete(language),
    );
    return texts;
  };
  // Loading begins with the part's code and not with its first text.
  const own = loads[PAGE_LANGUAGE];
  if (own !== undefined) loadingWithParts.add(load(PAGE_LANGUAGE, own));
  return () => {
    const { language } = useReader();
    const from = loads[language];
    // `use` is called also for loaded texts: React identifies the promises of a suspended component by their order.
    return from === undefined ? english : use(load(language, from));
  };
}
