import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMinor,
  describeCurrency,
  formatMoney,
  fromDecimalString,
  InvalidMoney,
  majorToMinor,
  minorDigits,
  minorToMajor,
  TooMuchMoney,
  toDecimalString,
} from './money.ts';

const currency = fc.constantFrom('EUR', 'SEK', 'JPY', 'KWD', 'ISK', 'USD');
const minor = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe('an amount', () => {
  it.each([
    [1250, 'EUR', '12.50'],
    [5, 'EUR', '0.05'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
    [1250, 'JPY', '1250'],
    [1250, 'KWD', '1.250'],
    [12345678901234567890n, 'SEK', '123456789012345678.90'],
  ])('of %s minor units of %s is %s', (units, code, text) => {
    expect(toDecimalString({ minor: units, currency: code })).toBe(text);
  });

  it.each([
    ['12.5', 'EUR', 1250],
    ['12', 'EUR', 1200],
    ['-0.05', 'EUR', -5],
    ['7', 'JPY', 7],
  ])('%s %s is parsed exactly', (text, code, units) => {
    expect(fromDecimalString(text, code)).toBe(units);
  });

  it.each([
    ['12.505', 'EUR'],
    ['1.0', 'JPY'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['1e3', 'EUR'],
    ['1,50', 'EUR'],
    [' 1', 'EUR'],
    ['+1', 'EUR'],
    ['90071992547409.92', 'EUR'],
    ['1', 'EURO'],
    ['1', 'QQQ'],
  ])('"%s" %s is refused', (text, code) => {
    expect(() => fromDecimalString(text, code)).toThrow(InvalidMoney);
  });

  it('is restored from its decimal string and from major units', () => {
    fc.assert(
      fc.property(minor, currency, (units, code) => {
        expect(fromDecimalString(toDecimalString({ minor: units, currency: code }), code)).toBe(
          units === 0 ? 0 : units,
        );
      }),
    );
    const fewDigits = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(fewDigits, currency, (units, code) => {
        expect(majorToMinor(minorToMajor({ minor: units, currency: code }), code)).toBe(units === 0 ? 0 : units);
      }),
    );
  });

  it('in major units must not have more decimals than the currency', () => {
    expect([majorToMinor(0.07, 'EUR'), majorToMinor(1.1, 'KWD'), majorToMinor(1_000_000, 'JPY')]).toEqual([
      7, 1100, 1_000_000,
    ]);
    for (const wrong of [0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
      expect(() => majorToMinor(wrong, 'EUR')).toThrow(InvalidMoney);
    }
  });
});

describe('a sum of amounts', () => {
  it('is exact, or refused', () => {
    expect(addMinor()).toBe(0);
    expect(addMinor(1250, -50, 1)).toBe(1201);
    expect(addMinor(Number.MAX_SAFE_INTEGER - 1, 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => addMinor(Number.MAX_SAFE_INTEGER, 1)).toThrow(TooMuchMoney);
  });
});

describe('a currency', () => {
  it('has its own number of decimals', () => {
    expect(['EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
  });

  it.each([
    [{ minor: 1250, currency: 'SEK' }, 'sv-SE', '12,50 kr'],
    [{ minor: 1250, currency: 'EUR' }, 'en-IE', '€12.50'],
    [{ minor: 123456789, currency: 'EUR' }, 'de-DE', '1.234.567,89 €'],
    [{ minor: 1250, currency: 'SEK' }, 'sv_SE', '12,50 kr'],
    [{ minor: 1250, currency: 'EUR' }, 'no such locale', '€12.50'],
    [{ minor: 1250, currency: 'JPY' }, 'en-US', '¥1,250'],
    [{ minor: 900719925474099312n, currency: 'EUR' }, 'en-IE', '€9,007,199,254,740,993.12'],
  ])('is formatted for its market', (money, locale, text) => {
    expect(formatMoney(money, locale)).toBe(text);
  });

  it('is described for a market', () => {
    expect(describeCurrency('SEK', 'sv-SE')).toEqual({
      code: 'SEK',
      name: 'svensk krona',
      symbol: 'kr',
      subunit: 100,
      isBefore: false,
    });
    expect(describeCurrency('EUR', 'en-IE')).toMatchObject({ symbol: '€', isBefore: true });
  });
});
