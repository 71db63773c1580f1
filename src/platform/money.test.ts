import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVE_CURRENCIES, CURRENCY_DECIMALS, isCurrency } from './currencies.ts';
import {
  addMinor,
  describeCurrency,
  formatMoney,
  fromDecimalString,
  InvalidMoney,
  majorToMinor,
  minorDigits,
  minorToMajor,
  reportedToMinor,
  TooMuchMoney,
  toDecimalString,
} from './money.ts';

const currency = fc.constantFrom(...CURRENCY_DECIMALS.keys());
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

describe('an amount that somebody else reports', () => {
  it.each([
    ['85286.62', 'HUF', 8_528_662],
    ['11041.5', 'JPY', 11_042],
    ['-11041.5', 'JPY', -11_042],
    ['0.005', 'EUR', 1],
    ['-0.005', 'EUR', -1],
    ['0.00499999999999999999999', 'EUR', 0],
    ['1.2345', 'KWD', 1235],
    ['12', 'AFN', 1200],
  ])('%s %s is rounded half away from zero', (text, code, units) => {
    expect(reportedToMinor(text, code)).toBe(units);
  });

  it('is refused if it is no decimal number, is too large, or has no currency', () => {
    for (const wrong of ['', '1,5', '1e3', 'NaN', ' 1'])
      expect(() => reportedToMinor(wrong, 'EUR')).toThrow(InvalidMoney);
    expect(() => reportedToMinor('90071992547409.925', 'EUR')).toThrow(TooMuchMoney);
    expect(() => reportedToMinor('1', 'XXX')).toThrow(InvalidMoney);
  });

  it('is read exactly if its currency can express it, in every currency', () => {
    fc.assert(
      fc.property(minor, currency, fc.integer({ min: 0, max: 9 }), (units, code, zeros) => {
        const text = toDecimalString({ minor: units, currency: code });
        const padded = `${text}${text.includes('.') ? '' : '.0'}${'0'.repeat(zeros)}`;
        expect(reportedToMinor(padded, code) + 0).toBe(units + 0);
      }),
    );
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
  it('has the number of decimals of ISO 4217, whatever the locale data of the runtime say', () => {
    expect(['EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
    for (const code of 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER'.split(' '))
      expect([code, minorDigits(code)]).toEqual([code, 2]);
    expect(['IQD', 'ISK', 'UGX', 'CLP'].map(minorDigits)).toEqual([3, 0, 0, 0]);
  });

  it('is no fund, metal or test code, and every other code of the runtime is accepted', () => {
    const none = 'BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XBA XBB XBC XBD XPD XPT XTS XUA XXX'.split(' ');
    expect(none.filter(isCurrency)).toEqual([]);
    expect(Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code) && !none.includes(code))).toEqual([]);
    expect(['eur', 'EU', 'EURO', ''].filter(isCurrency)).toEqual([]);
  });

  it('is offered while it is in use, and still accepted after that', () => {
    for (const code of ['BGN', 'HRK', 'SLL', 'ZWL'])
      expect([isCurrency(code), ACTIVE_CURRENCIES.includes(code)]).toEqual([true, false]);
    expect(ACTIVE_CURRENCIES.filter((code) => !isCurrency(code))).toEqual([]);
  });

  it('is formatted with its own number of decimals in every locale', () => {
    const locale = fc.constantFrom('en-IE', 'sv-SE', 'de-DE', 'hu-HU', 'id-ID', 'ja-JP');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), currency, locale, (units, code, where) => {
        const digits = formatMoney({ minor: units, currency: code }, where).replace(/\p{L}/gu, '');
        const shown = /(?:^|[^\d])([\d ., ’']*\d)(?:$|[^\d])/.exec(digits)![1]!.replace(/\D/g, '');
        expect(Number(shown)).toBe(units);
      }),
    );
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
