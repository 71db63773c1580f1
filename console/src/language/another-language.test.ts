import { createElement, Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
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
const de: Texts = {
  title: 'Links',
  links: (count, written) => (count === 1 ? 'ein Link' : `${written} Links`),
  since: (day) => `seit ${day}`,
};

const SUPPORTED_LANGUAGES = ['en', 'sv', 'de'] as const;
type Others = InOtherLanguages<Texts, (typeof SUPPORTED_LANGUAGES)[number]>;
const others: Others = { sv: async () => ({ default: sv }), de: async () => ({ default: de }) };

// The compiler is the test: each of these must be refused, or `npm run types` fails at the expectation.
export const refused = () => {
  // @ts-expect-error A language that the console speaks is missing.
  const withoutGerman: Others = { sv: others.sv };
  // @ts-expect-error A text is missing.
  const withoutTitle: Texts = { links: sv.links, since: sv.since };
  // @ts-expect-error A sentence with a number in it has become one without.
  const withoutCount: Texts = { ...sv, links: 'länkar' };
  // @ts-expect-error A sentence asks for more than it is given.
  const asksForMore: Texts = { ...sv, since: (day: string, hour: number) => `${day} ${hour}` };
  // @ts-expect-error Nothing but English is spoken, so nothing else is taken.
  const unspoken = textsOf(en, others);
  return [withoutGerman, withoutTitle, withoutCount, asksForMore, unspoken];
};

/** The hook as it is once three languages are spoken. */
const useTexts = (textsOf as unknown as (english: Texts, others: Others) => () => Texts)(en, others);

function Page({ count }: { count: number }) {
  const t = useTexts();
  const { number, day, moneyOf, relative } = useFormats();
  const then = relative('2026-11-20T12:00:00Z', new Date('2026-11-22T12:00:00Z'));
  const parts = [t.title, t.links(count, number(count)), t.since(day('2026-05-03')), moneyOf('1234.5', 'EUR'), then];
  return parts.join(' | ');
}

/** What somebody with this locale reads, once the language has been loaded. */
const readBy = (locale: string, count: number) =>
  new Promise<string>((resolve, reject) => {
    const page = createElement(Suspense, { fallback: '…' }, createElement(Page, { count }));
    const reading = createElement(ReaderContext, { value: readerOf([locale], SUPPORTED_LANGUAGES) }, page);
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
    ['sv_SE', 1, 'Länkar | en länk | sedan 3 maj 2026 | 1 234,50 € | i förrgår'],
    ['sv-FI', 2500, 'Länkar | 2 500 länkar | sedan 3 maj 2026 | 1 234,50 € | i förrgår'],
    ['de_DE', 1, 'Links | ein Link | seit 3. Mai 2026 | 1.234,50 € | vorgestern'],
    ['de-DE', 2500, 'Links | 2.500 Links | seit 3. Mai 2026 | 1.234,50 € | vorgestern'],
    ['en_GB', 2, 'Links | 2 links | since 3 May 2026 | €1,234.50 | 2 days ago'],
    // No sentence is half in another language, but numbers are written as one is used to.
    ['fr_FR', 2500, 'Links | 2 500 links | since 3 May 2026 | 1 234,50 € | 2 days ago'],
  ])('is used for its readers: %s', async (locale, count, words) => {
    expect(await readBy(locale, count)).toBe(words);
  });

  it('uses the person’s own locale, then the browser’s, then English', () => {
    expect(readerOf(['sv_SE', 'de-DE'], SUPPORTED_LANGUAGES)).toEqual({ language: 'sv', locale: 'sv-SE' });
    expect(readerOf([undefined, 'de-DE'], SUPPORTED_LANGUAGES)).toEqual({ language: 'de', locale: 'de-DE' });
    expect(readerOf(['no locale!', 'de-DE'], SUPPORTED_LANGUAGES)).toEqual({ language: 'de', locale: 'de-DE' });
    expect(readerOf([undefined, undefined], SUPPORTED_LANGUAGES)).toEqual({ language: 'en', locale: 'en-GB' });
    expect(readerOf(['sv_SE'])).toEqual({ language: 'en', locale: 'sv-SE' });
  });
});
