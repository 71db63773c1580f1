import { decimalsOf } from '../../../src/platform/currency-decimals.ts';

/** Decimals of prices and discounts of a line beyond those of the currency: Shopify has prices of single pieces that the currency cannot express. */
export const LINE_DECIMALS = 4;

/** The number of decimals of a currency: 2 for EUR, 0 for JPY. Tributary refuses a code that does not exist. */
export const digitsOf = decimalsOf;

/**
 * Converts a decimal text to units of a number of decimals, rounded half away from zero: Shopify may write more decimals than the currency has, and Tributary
 * rounds in the same way.
 * @param amount a decimal number, such as `-12.505`
 */
export function toMinor(amount: string, digits: number): number {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const minor =
    Number(whole + fraction.slice(0, digits).padEnd(digits, '0')) + (fraction.charAt(digits) >= '5' ? 1 : 0);
  return amount.startsWith('-') && minor > 0 ? -minor : minor;
}

/** Converts units of a number of decimals, which are not negative, to a decimal text. */
export function toDecimal(minor: number, digits: number): string {
  const figures = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? figures : `${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}

/** Converts an amount of a line to a decimal text without zeros beyond the decimals of its currency. */
export function toLineDecimal(units: number, digits: number): string {
  const text = toDecimal(units, digits + LINE_DECIMALS);
  const extra = text.slice(-LINE_DECIMALS).replace(/0+$/, '');
  return (text.slice(0, -LINE_DECIMALS) + extra).replace(/\.$/, '');
}
