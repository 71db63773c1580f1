import { createElement, type ReactNode, Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useCreatorTexts } from '../creator/texts.ts';
import { useFormats } from './formats.ts';
import { ReaderContext } from './language.tsx';
import { type InOtherLanguages, readerOf } from './languages.ts';
import { textsOf } from './texts.ts';

const en = {
  title: 'Links',
  links: (count: number, written: string) => (count === 1 ? 'one link' : `${written} links`),
  since: (day: string) => `since ${day}`,
};
type Texts = typeof en;

const sv: Texts = {
  title: 'Länkar',
  links: (count, written) => (count === 1 ? 'en länk' : `${written} länkar`),
  since: (day) => `sedan ${day}`,
};
const others: InOtherLanguages<Texts> = { sv: async () => ({ default: sv }), de: async () => ({ default: en }) };

// The compiler is the test: it must refuse each of these. Otherwise `npm run types` fails at the unused expectation.
export const refused = () => {
  // @ts-expect-error A language of the console is missing.
  const withoutGerman: InOtherLanguages<Texts> = { sv: others.sv };
  // @ts-expect-error A text is missing.
  const withoutTitle: Texts = { links: sv.links, since: sv.since };
  // @ts-expect-error A sentence with a number in it has become one without.
  const withoutCount: Texts = { ...sv, links: 'länkar' };
  // @ts-expect-error A sentence asks for more than it is given.
  const asksForMore: Texts = { ...sv, since: (day: string, hour: number) => `${day} ${hour}` };
  // @ts-expect-error A part of the console has texts in English only.
  const inEnglishOnly = textsOf(en);
  return [withoutGerman, withoutTitle, withoutCount, asksForMore, inEnglishOnly];
};

function Page({ count }: { count: number }) {
  const t = useCreatorTexts();
  const { day, moneyOf, percent, relative, decimal } = useFormats();
  const then = relative('2026-11-20T12:00:00Z', new Date('2026-11-22T12:00:00Z'));
  const parts = [
    t.links.title,
    t.many.changed(count),
    t.links.expires(day('2026-05-03')),
    moneyOf('1234.5', 'EUR'),
    percent(0.125),
    then,
    `0${decimal}5`,
  ];
  return parts.join(' | ');
}

/** The texts for a reader with these languages, when they are loaded. */
const readBy = (locale: string, content: ReactNode) =>
  new Promise<string>((resolve, reject) => {
    const page = createElement(Suspense, { fallback: '…' }, content);
    const reading = createElement(ReaderContext, { value: readerOf({ browser: [locale] }) }, page);
    const stream = renderToPipeableStream(reading, {
      onError: reject,
      async onAllReady() {
        const { PassThrough } = await import('node:stream');
        const html = await new Response(stream.pipe(new PassThrough()) as never).text();
        resolve(html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' '));
      },
    });
  });

describe('Another language', () => {
  it.each([
    ['sv-SE', 1, 'Mina länkar | 1 länk skapad. | Går ut 3 maj 2026 | 1 234,50 € | 12,5 % | i förrgår | 0,5'],
    ['sv-FI', 2, 'Mina länkar | 2 länkar skapade. | Går ut 3 maj 2026 | 1 234,50 € | 12,5 % | i förrgår | 0,5'],
    ['de-DE', 1, 'Meine Links | 1 Link erstellt. | Läuft ab am 3. Mai 2026 | 1.234,50 € | 12,5 % | vorgestern | 0,5'],
    ['de-DE', 2, 'Meine Links | 2 Links erstellt. | Läuft ab am 3. Mai 2026 | 1.234,50 € | 12,5 % | vorgestern | 0,5'],
    ['en-GB', 2, 'My links | 2 links created. | Expires 3 May 2026 | €1,234.50 | 12.5% | 2 days ago | 0.5'],
    // Amounts and dates never have the form of another language.
    ['fr-FR', 2, 'My links | 2 links created. | Expires 3 May 2026 | €1,234.50 | 12.5% | 2 days ago | 0.5'],
  ])('is used for its readers: %s', async (locale, count, words) => {
    expect(await readBy(locale, createElement(Page, { count }))).toBe(words);
  });

  it('is used in each part of a page whose texts are loaded one after another', async () => {
    const textsOfPart = (name: string) =>
      textsOf({ name: '' }, { sv: async () => ({ default: { name } }), de: async () => ({ default: { name } }) });
    const [useFirst, useSecond] = [textsOfPart('Första'), textsOfPart('Andra')];
    const Both = () => `${useFirst().name}, ${useSecond().name}`;
    expect(await readBy('sv-SE', createElement(Both))).toBe('Första, Andra');
    expect(await readBy('sv-SE', createElement(Both))).toBe('Första, Andra');
  });

  it.each([
    // Account, chosen and browser languages; expected locale.
    [null, null, ['de-AT', 'en'], 'de-AT'],
    [null, null, ['fr-FR', 'sv'], 'sv-SE'],
    [null, null, ['fr-FR'], 'en-GB'],
    [null, null, ['en-SE'], 'en-GB'],
    [null, null, [], 'en-GB'],
    [null, null, ['no locale!', 'en-US', 'de-DE'], 'en-US'],
    [null, 'sv', ['en-US', 'sv-FI'], 'sv-FI'],
    [null, 'de', ['en-US'], 'de-DE'],
    [null, 'fr', ['sv-SE'], 'sv-SE'],
    // The account has the last word, and the browser the region if the account has none that writes the language.
    ['sv_SE', null, ['en-US'], 'sv-SE'],
    ['de_DE', 'sv', ['en-US'], 'de-DE'],
    ['de_DE', null, ['de-CH'], 'de-DE'],
    ['en_SE', 'sv', ['sv-SE', 'en-US'], 'en-US'],
    ['fr_FR', null, ['de-CH'], 'de-CH'],
  ])(
    'is that of the account, else the chosen one, else the browser’s: %s, %s, %j',
    (account, chosen, browser, locale) => {
      expect(readerOf({ account, chosen, browser })).toEqual({ language: locale.slice(0, 2), locale });
    },
  );

  it('names each currency once, and no two alike', async () => {
    const Amounts = () => {
      const { moneyOf, money } = useFormats();
      return [moneyOf('2.5', 'SEK'), moneyOf('2.5', 'NOK'), money(250, 'DKK'), money(250, 'EUR')].join(' | ');
    };
    expect(await readBy('en-GB', createElement(Amounts))).toBe('SEK 2.50 | NOK 2.50 | DKK 2.50 | €2.50');
    expect(await readBy('sv-SE', createElement(Amounts))).toBe('2,50 kr | 2,50 Nkr | 2,50 Dkr | 2,50 €');
    expect(await readBy('de-DE', createElement(Amounts))).toBe('2,50 SEK | 2,50 NOK | 2,50 DKK | 2,50 €');
  });
});
