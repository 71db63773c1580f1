import { use } from 'react';
import { useReader } from './language.tsx';
import type { InOtherLanguages } from './languages.ts';

type Load<Texts> = () => Promise<{ default: Texts }>;

/** What `textsOf` takes beside English: nothing while the console speaks nothing else. */
type Others<Texts> = keyof InOtherLanguages<Texts> extends never ? [] : [InOtherLanguages<Texts>];

/**
 * The texts of a part of the console, as a hook. English comes with the part; another language is a module that is loaded when somebody reads it:
 *
 *     export const useLinkTexts = textsOf(en, { sv: () => import('./texts.sv.ts') });
 *
 * where `texts.sv.ts` has a default export of the same type, which the compiler holds it to. Sentences with something in them are functions.
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
