import Big from 'big.js';
import { minorDigits } from '../../../platform/money.ts';

/** A billion units of a currency with two decimals, so that sums of many orders are exact in any currency. */
export const MAX_MINOR = 1e11;

const DECIMAL = /^\d{1,15}(?:\.\d{1,30})?$/;

/** Whether a text is an amount as stores report it: a decimal number of major units, not negative. */
export const isReportedAmount = (text: string): boolean => DECIMAL.test(text);

/** Converts an amount in major units to minor units, rounded half up. */
export const roundToMinor = (amount: Big, currency: string): number =>
  amount
    .times(new Big(10).pow(minorDigits(currency)))
    .round(0, Big.roundHalfUp)
    .toNumber();

/** Converts a reported amount to minor units, rounded half up; null if it is invalid or too large. */
export function reportedMinor(value: string, currency: string): number | null {
  if (!isReportedAmount(value)) return null;
  const minor = roundToMinor(new Big(value), currency);
  return minor <= MAX_MINOR ? minor : null;
}
