import { InvalidPayload } from './payloads.ts';

/** The number of decimals of a currency: 2 for EUR, 0 for JPY. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Converts a decimal text to minor units. Exact: Shopify may write more decimals than the currency has, but they are zeros.
 * @throws InvalidPayload
 */
export function toMinor(amount: string, digits: number): number {
  const [whole = '', fraction = ''] = amount.split('.');
  if (!/^0*$/.test(fraction.slice(digits))) throw new InvalidPayload(`${amount} has more decimals than its currency.`);
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}

/** Converts minor units, which are not negative, to a decimal text. */
export function toDecimal(minor: number, digits: number): string {
  const figures = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? figures : `${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}
