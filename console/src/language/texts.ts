import { use } from 'react';
import { useReader } from './language.tsx';
import type { InOtherLanguages } from './languages.ts';

type Load<Texts> = () => Promise<{ default: Texts }>;

/** The argument of `textsOf` beside English: nothing while the console has no other language. */
type Others<Texts> = keyof InOtherLanguages<Texts> extends never ? [] : [InOtherLanguages<Texts>];

/**
 * A hook that returns the texts of a part of the console. English is loaded with the part. Another language is a module that is
 * loaded when a reader uses it:
 *
 *     export const useLinkTexts = textsOf(en, { sv: () => import('./texts.sv.ts') });
 *
 * `texts.sv.ts` has a default export of the same type, which the compiler enforces. Sentences with parameters are functions.
 */
export function textsOf<Texts>(english: Texts, ...others: Others<Texts>): () => Texts {
  const loads = new Map(others.flatMap((each: Record<string, Load<Texts>>) => Object.entries(each)));
  const loaded = new Map<string, Promise<Texts>>();
  return () => {
    const { language } = useReader();
    const load = loads.get(language);
    if (load === undefined) return english;
    const known = loaded.get(language) ?? load().then((module) => module.default);
    loaded.set(language, known);
    return use(known);
  };
}
