import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../platform/locale.ts';
import type { Formats, Words } from './message.ts';
import { catalogueOf } from './render.ts';

/** Values that no person types: numbers of invoices and counts, ids, and words that the catalogue chooses from. */
const HARMLESS = ['number', 'id', 'kind', 'orders', 'claims', 'outcome', 'invoice', 'level', 'levels', 'f'];

/** Every value of a message is its own name in brackets, so that a text shows which values it contains. */
const named = new Proxy(
  {},
  { get: (_, name) => (name === 'text' ? ['\u27e6text\u27e7'] : `\u27e6${String(name)}\u27e7`) },
);
const formats: Formats = {
  market: 'Market',
  money: () => '1 SEK',
  day: () => 'a day',
  time: () => 'a time',
  month: () => 'a month',
};
const valuesIn = (text: string) => [...text.matchAll(/\u27e6(\w+)\u27e7/g)].map((match) => match[1]!);

function* everyMail(): Generator<[name: string, words: Words]> {
  for (const language of LANGUAGES) {
    const { notifications, mails } = catalogueOf(language);
    for (const [name, write] of [...Object.entries(notifications), ...Object.entries(mails)])
      yield [`${language} ${name}`, (write as (values: object, formats: Formats) => Words)(named, formats)];
  }
}

describe('The subjects of all mails', () => {
  it('contain no text that a person has typed, in any language', () => {
    const typed = [...everyMail()].flatMap(([name, { subject }]) =>
      valuesIn(subject)
        .filter((value) => !HARMLESS.includes(value))
        .map((value) => `${name}: ${value}`),
    );
    expect(typed).toEqual([]);
    expect([...everyMail()].length).toBeGreaterThan(100);
  });

  it('lose nothing: the names are in the title, which the console and the body show', () => {
    const titled = [...everyMail()].filter(([, { title }]) => title !== undefined);
    expect(titled.length).toBeGreaterThanOrEqual(22 * LANGUAGES.length);
    for (const [name, { subject, title }] of titled) {
      expect(valuesIn(title!).length, name).toBeGreaterThan(0);
      expect(subject, name).not.toBe('');
    }
  });
});
