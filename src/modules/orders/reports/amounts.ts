import type Big from 'big.js';
import { reportedToMinor, TooMuchMoney } from '../../../platform/money.ts';

/** A billion units of a currency with two decimals, so that sums of many orders are exact in any currency. */
export const MAX_MINOR = 1e11;

const DECIMAL = /^\d{1,15}(?:\.\d{1,30})?$/;

/** Whether a text is an amount as stores report it: a decimal number of major units, not negative. */
export const isReportedAmount = (text: string): boolean => DECIMAL.test(text);

/** Converts a reported amount to minor units, rounded by `reportedToMinor`; null if it is invalid or too large. */
export function reportedMinor(value: Big | string, currency: string): number | null {
  if (typeof value === 'string' && !isReportedAmount(value)) return null;
  try {
    const minor = reportedToMinor(value, currency);
    return minor <= MAX_MINOR ? minor : null;
  } catch (error) {
    if (error instanceof TooMuchMoney) return null;
    throw error;
  }
}
