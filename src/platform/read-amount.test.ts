import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount.ts';

describe('An amount of an export', () => {
  it.each([
    ['12.50', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    ['1,234.50', 'EUR', 123_450],
    ['1.234,50 €', 'EUR', 123_450],
    ['1 234,50 kr', 'SEK', 123_450],
    ['1,234,567', 'SEK', 123_456_700],
    ['-$5.00', 'USD', -500],
    ['$-5', 'USD', -500],
    ['EUR 3', 'EUR', 300],
    ['1.2300', 'EUR', 123],
    ['1,234', 'JPY', 1234],
    ['1000.55', 'HUF', 100_055],
    ['1.2345', 'EUR', 123],
    ['-1.2350', 'EUR', -124],
    ['12,5', 'JPY', 13],
    ['0', 'EUR', 0],
    ['(5.00)', 'EUR', -500],
    ['(1 234,50 kr)', 'SEK', -123_450],
    ['EUR (5.00)', 'EUR', -500],
    ['5.00-', 'EUR', -500],
    ['+1.00', 'EUR', 100],
    ['.50', 'EUR', 50],
    ['0,125', 'EUR', 13],
    ['12,50 EUR', 'EUR', 1250],
    ['€9.90', 'EUR', 990],
    ['1,23,456.00', 'INR', 12_345_600],
    ['1.250', 'KWD', 1250],
    ["1'234.50 CHF", 'CHF', 123_450],
  ])('%s %s is read', (text, currency, minor) => expect(readAmount(text, currency, null)).toBe(minor));

  it.each([
    ['', 'EUR', 'must be an amount'],
    ['free', 'EUR', 'must be an amount'],
    ['1e5', 'EUR', 'must be an amount'],
    ['=1+1', 'EUR', 'must be an amount'],
    ['1,2,3456.00', 'EUR', 'must be an amount'],
    ['-(5.00)', 'EUR', 'must be an amount'],
    ['EUR 3 EUR', 'EUR', 'must be an amount'],
    ['1,234', 'KWD', 'can be read'],
    ['1.2.3', 'EUR', 'must be an amount'],
    ['12.345', 'EUR', 'can be read'],
    ['1,234', 'EUR', 'can be read'],
    ['99999999999999999', 'EUR', 'is too large'],
    ['9'.repeat(30), 'EUR', 'is too large'],
  ])('%s %s is refused', (text, currency, message) => expect(() => readAmount(text, currency, null)).toThrow(message));

  it('with a known mark can be read in one way only', () => {
    expect([readAmount('1,234', 'EUR', '.'), readAmount('1.234', 'EUR', ',')]).toEqual([123_400, 123_400]);
    expect(readAmount('1.234', 'EUR', '.')).toBe(123);
    expect(() => readAmount('1,23', 'EUR', '.')).toThrow('must be an amount');
  });

  it('is read as it was written, in any language', () => {
    const written = fc.record({
      minor: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      locale: fc.constantFrom('en-US', 'de-DE', 'sv-SE', 'fr-FR', 'de-CH', 'nb-NO', 'ja-JP'),
      currency: fc.constantFrom('EUR', 'SEK', 'USD', 'CHF', 'JPY'),
    });
    fc.assert(
      fc.property(written, ({ minor, locale, currency }) => {
        const value = currency === 'JPY' ? minor : minor / 100;
        const text = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
        expect(readAmount(text, currency, null) + 0).toBe(minor + 0);
      }),
    );
  });
});
