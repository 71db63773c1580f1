import { describe, expect, it } from 'vitest';
import { Html, html } from '../markup/html.ts';
import { en } from './texts.en.ts';
import { siteWords } from './words.ts';

type Text = string | Html | ((...values: unknown[]) => string | Html);

/** The texts by their paths. */
function textsIn(texts: object, path = ''): [string, Text][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && !(text instanceof Html)
      ? textsIn(text, `${path}${name}.`)
      : [[path + name, text] as [string, Text]],
  );
}

/** The values of sentences, each recognizable in the text. */
const VALUES: Record<string, unknown[]> = {
  bonus: ['«0»', { orders: 71, value: '«1»' }],
  listTitle: ['«0»', 71],
  campaignUntil: [html`«0»`, html`«1»`],
  perClick: ['«0»', true],
  ofOrders: ['«0»', true],
};
const said = (path: string, text: Text): string => {
  const result = typeof text === 'function' ? text(...(VALUES[path] ?? ['«0»', '«1»'].slice(0, text.length))) : text;
  return result instanceof Html ? result.text : result;
};
const valuesIn = (text: string) => [...text.matchAll(/«\d»|\b71\b|href="[^"]*"/g)].map(([value]) => value).sort();
/** Texts that are the same words in both languages. */
const SAME: Record<string, string[]> = {
  sv: [],
  de: [
    'imprint.link',
    'creator.platforms.blog',
    'creator.platforms.newsletter',
    'creator.platforms.podcast',
    'creator.links',
  ],
};

describe.each(['sv', 'de'] as const)('The texts of the public pages in %s', (language) => {
  const english = new Map(textsIn(en));
  const translated = textsIn(siteWords(language).texts);

  it('are complete and not in English, and keep the values of each sentence', () => {
    expect(translated.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of translated) {
      const [before, after] = [said(path, english.get(path)!), said(path, text)];
      expect([path, valuesIn(after)]).toEqual([path, valuesIn(before)]);
      if (!SAME[language]!.includes(path)) expect([path, after]).not.toEqual([path, before]);
    }
  });
});
