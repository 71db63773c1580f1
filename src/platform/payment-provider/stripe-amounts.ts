import { isCurrency } from '../currencies.ts';
import { Unavailable } from '../errors/errors.ts';
import { type Money, minorDigits } from '../money.ts';

/**
 * Currencies whose amounts Stripe states with other decimals than ISO 4217 has (Stripe's documentation, "Zero-decimal currencies" and "Special cases"):
 * the ariary in whole units, and the króna and the shilling in hundredths that must be zero. It does not know the three-decimal currencies IQD and LYD.
 */
export const STRIPE_DECIMALS: Readonly<Record<string, number>> = {
  MGA: 0,
  ISK: 2,
  UGX: 2,
  IQD: 2,
  LYD: 2,
};

const decimalsOf = (currency: string): number => STRIPE_DECIMALS[currency] ?? minorDigits(currency);

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

/** As `fromStripeAmount`, rounded half up to minor units: an amount without tax may be a fraction of one. Negative amounts are not supported. */
export function nearestStripeAmount(
  amount: number,
  currency: string | null,
): { minor: number; currency: string } | null {
  const code = (currency ?? '').toUpperCase();
  if (!isCurrency(code)) return null;
  const factor = 10 ** Math.abs(decimalsOf(code) - minorDigits(code));
  const minor = decimalsOf(code) > minorDigits(code) ? Math.floor((amount + factor / 2) / factor) : amount * factor;
  return Number.isSafeInteger(minor) ? { minor, currency: code } : null;
}
