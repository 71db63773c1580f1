import type { Language } from '../locale.ts';
import { de } from './refusals.de.ts';
import { sv } from './refusals.sv.ts';

/**
 * Sentences for the codes of `RuleRefused` and `Conflict` in the languages other than English. The English sentence is that of the
 * error, and may contain values. Codes that only programs and operators cause, and those whose values the caller needs, are not here
 * (`refusals.test.ts`).
 */
export const REFUSALS: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = { sv, de };
