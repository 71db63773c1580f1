import { ACTIVE_CURRENCIES } from '../../../src/platform/currencies.ts';
import { remember } from './remember.ts';

/** Standard code sets: ISO 3166 alpha-2, ISO 4217, ISO 639-1. */
export type CodeSet = 'country' | 'currency' | 'language';

export interface Code {
  value: string;
  /** Name in the reader's language, followed by the code. */
  label: string;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Region codes of Unicode that are not countries: unions, reserved codes of territories, and test codes. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** Candidate codes. The browser's list of names selects countries and languages from them; deprecated codes are left out. */
const CANDIDATES: Record<CodeSet, () => string[]> = {
  country: () => PAIRS.filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code),
  currency: () => [...ACTIVE_CURRENCIES],
  language: () =>
    PAIRS.map((code) => code.toLowerCase()).filter((code) => Intl.getCanonicalLocales(code)[0]?.toString() === code),
};

const TYPES = { country: 'region', currency: 'currency', language: 'language' } as const;

/** All codes of a set, by their names in a language. */
export function codesOf(set: CodeSet, language: string): Code[] {
  const { compare } = new Intl.Collator(language);
  const names = new Intl.DisplayNames(language, { type: TYPES[set], fallback: 'none' });
  return CANDIDATES[set]()
    .flatMap((value) => {
      // Which currencies exist does not depend on the browser.
      const name = names.of(value) ?? (set === 'currency' ? value : undefined);
      return name === undefined ? [] : [{ value, label: `${name} (${value})` }];
    })
    .sort((one, other) => compare(one.label, other.label));
}

const countriesIn = remember((language: string) => new Intl.DisplayNames(language, { type: 'region' }));

/** The name of a country in a language, or its code if it has no name. */
export function countryName(country: string, language: string): string {
  return countriesIn(language).of(country) ?? country;
}

/** Codes that match the text, an exact code first: `se` finds Sweden before Seychelles. */
export function codesLike(codes: readonly Code[], typed: string): Code[] {
  const words = typed.trim().toLowerCase();
  const found = codes.filter(({ label }) => label.toLowerCase().includes(words));
  const isIt = ({ value }: Code) => value.toLowerCase() === words;
  return [...found.filter(isIt), ...found.filter((code) => !isIt(code))];
}
