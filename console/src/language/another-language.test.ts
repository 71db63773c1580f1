import { createElement, type ReactNode, Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useCreatorTexts } from '../creator/texts.ts';
import { useFormats } from './formats.ts';
import { ReaderContext } from './language.tsx';
import { acceptedLanguage, type InOtherLanguages, readerOf } from './languages.ts';
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
    // No sentence mixes two languages, but numbers follow the reader's locale.
    ['fr-FR', 2, 'My links | 2 links created. | Expires 3 May 2026 | 1 234,50 € | 12,5 % | 2 days ago | 0,5'],
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
    // Chosen, account and browser languages; expected language and locale.
    [null, undefined, ['de-AT', 'en'], 'de', 'de-AT'],
    [null, undefined, ['fr-FR', 'sv'], 'sv', 'fr-FR'],
    [null, undefined, ['fr-FR'], 'en', 'fr-FR'],
    [null, undefined, [], 'en', 'en-GB'],
    [null, 'no locale!', ['no locale!', 'de-DE'], 'de', 'de-DE'],
    // The account's locale may be the market's: it is used for numbers only.
    [null, 'sv_SE', ['en-US'], 'en', 'sv-SE'],
    ['sv', 'sv_FI', ['en-US'], 'sv', 'sv-FI'],
    ['de', 'sv_SE', ['en-US'], 'de', 'de-DE'],
    ['de', undefined, ['de-CH', 'en'], 'de', 'de-CH'],
    ['fr', undefined, ['sv-SE'], 'sv', 'sv-SE'],
  ])('is the chosen one or the browser’s: %s, %s, %j', (chosen, account, browser, language, locale) => {
    expect(readerOf({ chosen, account, browser })).toEqual({ language, locale });
  });

  it('is requested of the server with the region of the numbers', () => {
    expect(acceptedLanguage({ language: 'sv', locale: 'sv-FI' })).toBe('sv-FI');
    expect(acceptedLanguage({ language: 'en', locale: 'sv-SE' })).toBe('en-SE');
    expect(acceptedLanguage({ language: 'de', locale: 'fr' })).toBe('de');
  });
});
