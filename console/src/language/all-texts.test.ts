import { describe, expect, it } from 'vitest';
import { SAME } from './same-words.ts';

type Module = Record<string, unknown>;
type Sentence = (...values: string[]) => string;

const english = import.meta.glob<Module>('../**/*texts.en.ts', { eager: true });
const translated = {
  sv: import.meta.glob<Module>('../**/*texts.sv.ts', { eager: true }),
  de: import.meta.glob<Module>('../**/*texts.de.ts', { eager: true }),
};

/** The texts and sentences of a module by their paths, such as `shop.title`. */
function textsIn(value: unknown, place = ''): [string, string | Sentence][] {
  if (typeof value === 'string' || typeof value === 'function') return [[place, value as string | Sentence]];
  return Object.entries(value as Module).flatMap(([key, one]) => textsIn(one, `${place}.${key}`));
}

/** All texts of a language by module and place. The modules of parts of a page have no default export. */
const all = (modules: Record<string, Module>, language: string) =>
  new Map(
    Object.entries(modules).flatMap(([path, module]) =>
      textsIn(Object.values(module)[0]).map(([place, text]) => [path.replace(`.${language}.ts`, '') + place, text]),
    ),
  );

const en = all(english, 'en');

/** A sentence with recognizable values in it. Each differs from `1`, so that a plural is used. */
const said = (text: string | Sentence): string =>
  typeof text === 'string' ? text : String(text(...[...Array(text.length).keys()].map((index) => `«${index}»`)));

describe.each(['sv', 'de'] as const)('The texts in %s', (language) => {
  const texts = all(translated[language], language);

  it('are complete', () => {
    expect(Object.keys(translated[language])).toHaveLength(Object.keys(english).length);
    expect([...texts.keys()].sort()).toEqual([...en.keys()].sort());
    expect(texts.size).toBeGreaterThan(2500);
  });

  it('are not in English, except for words that are the same in both languages', () => {
    const same = [...texts].filter(([place, text]) => {
      const words = said(text);
      return /\p{L}{2}/u.test(words.replaceAll(/«\d»/g, '')) && words === said(en.get(place)!);
    });
    const words = [...new Set(same.map(([, text]) => said(text)))].sort();
    expect(words).toEqual(SAME[language].toSorted());
  });

  it('take the same values as the English ones, and show each', () => {
    const valuesIn = (text: string) => [...new Set(text.match(/«\d»/g))].sort();
    const different = [...texts].filter(([place, text]) => {
      const other = en.get(place)!;
      if (typeof text !== typeof other) return true;
      if (typeof text === 'string') return false;
      return text.length !== other.length || String(valuesIn(said(text))) !== String(valuesIn(said(other)));
    });
    expect(different.map(([place]) => place)).toEqual([]);
  });

  it('name a control by its visible text, where the English ones do so', () => {
    const isNamed = (label: string | Sentence, shown: string | Sentence) =>
      said(label).toLowerCase().includes(said(shown).toLowerCase());
    const different = [...texts].filter(([place, label]) => {
      // `removeLabel` and `removeOf` name the control with the text `remove`.
      const key = /^(.*\.[a-z]+)(?:Label|Of|For|Creators|Links)$/i.exec(place)?.[1] ?? '';
      const shown = texts.get(key);
      return typeof shown === 'string' && isNamed(en.get(place)!, en.get(key)!) && !isNamed(label, shown);
    });
    expect(different.map(([place, text]) => `${place}: ${said(text)}`)).toEqual([]);
  });

  it('end like the English ones: a sentence with a full stop, a label without', () => {
    const endOf = (text: string) => /[.:…?]?$/.exec(text.replace(/\.\.\.$/, '…'))![0];
    const different = [...texts].filter(([place, text]) => endOf(said(text)) !== endOf(said(en.get(place)!)));
    expect(different.map(([place, text]) => `${place}: ${said(text)}`)).toEqual([]);
  });
});

/** Attributes that name or describe an element, with their literal values. */
const NAMES =
  /(?:\b(?:alt|description|hint|label|legend|placeholder|title|aria-(?:description|label|placeholder|roledescription|valuetext))=|'aria-label': )(?:"([^"]*)"|'([^']*)'|\{?`([^`]*)`)/g;

/** The words of such values, which would be the same in every language. */
const wordsIn = (source: string) =>
  [...source.matchAll(NAMES)]
    .map(([, ...values]) => values.find((one) => one !== undefined)!.replaceAll(/\$\{[^}]*\}|https?:\/\//g, ''))
    .filter((words) => /\p{L}{2}/u.test(words));

describe('The names of elements for screen readers', () => {
  it('are texts in every language, never words of a component', () => {
    const components = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
    const found = Object.entries(components)
      .filter(([path]) => !path.endsWith('.test.ts'))
      .flatMap(([path, source]) => wordsIn(source).map((words) => `${path}: ${words}`));
    expect(found).toEqual([]);
    // Control: such words are found.
    const samples = ['<a aria-label="Close" />', "{ 'aria-label': 'Close' }", '<a label={`now`} />'];
    expect(samples.map(wordsIn)).toEqual([['Close'], ['Close'], ['now']]);
  });
});
