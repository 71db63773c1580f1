import Big from 'big.js';
import { reportedToMinor, TooMuchMoney } from '../../../platform/money.ts';

/** A billion units of a currency with two decimals, so that sums of many orders are exact in any currency. */
export const MAX_MINOR = 1e11;

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,30})?$/;
const EXPONENT = /^[+-]?\d{1,40}(?:\.\d{1,60})?e[+-]?\d{1,3}$/i;

/**
 * The decimal form of an amount as programs send it: a number of JSON, or a text. Programs calculate with floats, so an exponent is read, and decimals
 * beyond the thirtieth are dropped.
 */
export function plainAmount(given: number | string): string {
  const text = String(given).trim();
  return EXPONENT.test(text) ? new Big(text).round(30).toFixed() : text;
}

/** Whether a text is a decimal number of major units. It may have a sign. */
export const isReportedAmount = (text: string): boolean => DECIMAL.test(text);

/**
 * Converts a reported amount to minor units, rounded by `reportedToMinor`. Less than half a minor unit, of either sign, is 0.
 * @returns null if it is invalid, negative or too large
 */
export function reportedMinor(value: Big | string, currency: string): number | null {
  const minor = signedMinor(value, currency);
  return minor === null || minor < 0 ? null : minor;
}

/**
 * As `reportedMinor`, for refunds, which are limited to the value of their order: an amount that is too large is `MAX_MINOR`.
 * @returns null if it is invalid or negative
 */
export function refundedMinor(value: string, currency: string): number | null {
  if (!/^\d{1,64}(?:\.\d{1,64})?$/.test(value)) return reportedMinor(value, currency);
  return reportedMinor(value, currency) ?? MAX_MINOR;
}

/** As `reportedMinor`, for amounts that may be negative. */
export function signedMinor(value: Big | string, currency: string): number | null {
  if (typeof value === 'string' && !isReportedAmount(value)) return null;
  try {
    const minor = reportedToMinor(value, currency) || 0;
    return Math.abs(minor) <= MAX_MINOR ? minor : null;
  } catch (error) {
    if (error instanceof TooMuchMoney) return null;
    throw error;
  }
}
