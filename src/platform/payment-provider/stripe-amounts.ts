import { Unavailable } from '../errors/errors.ts';
import { type Money, minorDigits } from '../money.ts';

/** Currencies that Stripe counts in whole units, and those that it counts in thousandths. It counts all others in hundredths. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

const decimalsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2);

/**
 * Converts an amount to Stripe's unit of the currency. Exact.
 * @throws Unavailable for an amount that Stripe cannot state
 */
export function toStripeAmount({ minor, currency }: Money): number {
  const shift = decimalsOf(currency) - minorDigits(currency);
  const amount = shift >= 0 ? Number(minor) * 10 ** shift : Number(minor) / 10 ** -shift;
  // The last digit of currencies with three decimals must be zero.
  if (!Number.isSafeInteger(amount) || (decimalsOf(currency) === 3 && amount % 10 !== 0))
    throw new Unavailable(`The payment provider cannot charge this amount of ${currency}.`);
  return amount;
}

/** Converts an amount of Stripe to minor units; null for a currency that does not exist, or a fraction of a unit. */
export function fromStripeAmount(amount: number | null, currency: string | null): Money | null {
  const code = (currency ?? '').toUpperCase();
  if (amount === null || !/^[A-Z]{3}$/.test(code)) return null;
  try {
    const shift = decimalsOf(code) - minorDigits(code);
    const minor = shift >= 0 ? amount / 10 ** shift : amount * 10 ** -shift;
    return Number.isSafeInteger(minor) ? { minor, currency: code } : null;
  } catch {
    return null;
  }
}
