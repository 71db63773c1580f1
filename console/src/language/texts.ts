import { use } from 'react';
import { useLanguage } from './language.tsx';

/** What the console can speak; English is what others are compared with by the compiler. */
export type Language = 'en' | 'sv' | 'de';

/**
 * The texts of a part of the console, as a hook. English comes with the part; another language is a module that is loaded when somebody reads it:
 *
 *     export const useLinkTexts = textsOf(en, { sv: () => import('./texts.sv.ts') });
 *
 * where `texts.sv.ts` has a default export of the same type, which the compiler holds it to. Sentences with something in them are functions.
 */
export function textsOf<T>(english: T, others: Partial<Record<Language, () => Promise<{ default: T }>>> = {}): () => T {
  const loaded = new Map<Language, Promise<T>>();
  return () => {
    const language = useLanguage();
    const load = others[language];
    if (load === undefined) return english;
    const known = loaded.get(language) ?? load().then((module) => module.default);
    loaded.set(language, known);
    return use(known);
  };
}
