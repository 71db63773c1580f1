import { describe, expect, it } from 'vitest';
import { codesLike, codesOf } from './codes.ts';

const values = (codes: { value: string }[]) => codes.map(({ value }) => value);

describe('Closed sets of codes', () => {
  it('contain the countries, but no unions, parts of countries or codes for tests', () => {
    const codes = values(codesOf('country', 'en'));
    for (const code of ['SE', 'DE', 'GB', 'XK', 'ZW']) expect(codes).toContain(code);
    for (const code of ['EU', 'UN', 'EZ', 'XA', 'ZZ', 'UK', 'SU', 'AA']) expect(codes).not.toContain(code);
    expect(codes.length).toBeGreaterThan(245);
    expect(codes.length).toBeLessThan(256);
  });

  it('contain the currencies and the languages', () => {
    for (const code of ['SEK', 'EUR', 'JPY', 'KWD']) expect(values(codesOf('currency', 'en'))).toContain(code);
    const languages = values(codesOf('language', 'en'));
    for (const code of ['sv', 'de', 'en', 'nb']) expect(languages).toContain(code);
    for (const code of ['xx', 'iw', 'aaa']) expect(languages).not.toContain(code);
  });

  it('are named, and ordered, in the reader’s language', () => {
    const named = (language: string) => codesOf('country', language).map(({ label }) => label);
    expect(named('en')).toContain('Sweden (SE)');
    expect(named('sv')).toContain('Sverige (SE)');
    expect(named('sv').indexOf('Österrike (AT)')).toBeGreaterThan(named('sv').indexOf('Zimbabwe (ZW)'));
  });

  it('are found by a part of the name, and by the code before anything else', () => {
    const countries = codesOf('country', 'en');
    expect(values(codesLike(countries, 'swed'))).toEqual(['SE']);
    expect(values(codesLike(countries, ' se'))[0]).toBe('SE');
    expect(codesLike(countries, '')).toEqual(countries);
    expect(codesLike(countries, 'nowhere')).toEqual([]);
  });
});
