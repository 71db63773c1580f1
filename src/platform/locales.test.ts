import { describe, expect, it } from 'vitest';
import { preferredLocale } from './locale.ts';
import { localeIn } from './locales.ts';

describe('The locale of amounts and dates', () => {
  it.each([
    ['de', ['de-CH'], 'de-CH'],
    ['de', ['de_AT', 'de-CH'], 'de-AT'],
    ['de', ['en-US', 'de'], 'de-DE'],
    ['sv', [], 'sv-SE'],
    // English texts never have amounts in the form of another language.
    ['en', ['en-SE'], 'en-GB'],
    ['en', ['sv-SE', 'no locale!', 'en-us'], 'en-US'],
  ] as const)('in %s, wanted %j, is %s', (language, wanted, locale) => {
    expect(localeIn(language, wanted)).toBe(locale);
  });

  it.each([
    ['sv-FI, en;q=0.8', 'sv-FI'],
    ['en-SE,sv;q=0.9', 'en-GB'],
    ['fr-FR, de;q=0.2', 'de-DE'],
    ['fr-FR', null],
    ['*', null],
    [undefined, null],
  ])('of the header %s is %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale);
  });
});
