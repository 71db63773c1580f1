import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '../currencies.ts';
import { Unavailable } from '../errors/errors.ts';
import { fromStripeAmount, nearestStripeAmount, STRIPE_DECIMALS, toStripeAmount } from './stripe-amounts.ts';

/** Stripe's documentation: zero-decimal currencies, and three-decimal currencies. All others have two. */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');

it('every currency has the decimals of Stripe’s documentation, and only differences to ISO 4217 are declared', () => {
  for (const [code, decimals] of CURRENCY_DECIMALS) {
    const atStripe = WHOLE.includes(code) ? 0 : THOUSANDTHS.includes(code) ? 3 : 2;
    expect([code, STRIPE_DECIMALS[code]]).toEqual([code, atStripe === decimals ? undefined : atStripe]);
  }
});

it('an amount that Stripe can state is the same amount when it comes back, in every currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.constantFrom(...CURRENCY_DECIMALS.keys()),
      (units, currency) => {
        const minor = units * 1000;
        expect(fromStripeAmount(toStripeAmount({ minor, currency }), currency.toLowerCase())).toEqual({
          minor,
          currency,
        });
      },
    ),
  );
});

it('an amount that Stripe cannot state is refused', () => {
  expect(toStripeAmount({ minor: 500, currency: 'ISK' })).toBe(50_000);
  expect(toStripeAmount({ minor: 12_300, currency: 'MGA' })).toBe(123);
  for (const money of [
    { minor: 12_345, currency: 'MGA' },
    { minor: 1_001, currency: 'KWD' },
  ])
    expect(() => toStripeAmount(money)).toThrow(Unavailable);
  expect(fromStripeAmount(150, 'isk')).toBeNull();
  expect(fromStripeAmount(1, 'xxx')).toBeNull();
});

it('an amount of Stripe with a fraction of a minor unit is rounded half up, and any other one is exact', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 11 }),
      fc.constantFrom(...CURRENCY_DECIMALS.keys()),
      (amount, currency) => {
        const exact = fromStripeAmount(amount, currency);
        if (exact !== null) expect(nearestStripeAmount(amount, currency.toLowerCase())).toEqual(exact);
      },
    ),
  );
  expect(nearestStripeAmount(80_649, 'isk')).toEqual({ minor: 806, currency: 'ISK' });
  expect(nearestStripeAmount(80_650, 'isk')).toEqual({ minor: 807, currency: 'ISK' });
  expect([nearestStripeAmount(100, 'xqq'), nearestStripeAmount(100, null)]).toEqual([null, null]);
});
