import { digitsOf, inMajor } from './formats.ts';

/** An amount of money as the API has it: a decimal text in major units, and an ISO 4217 code. */
export interface Amount {
  amount: string;
  currency: string;
}

/** Minor units as an amount of the API: 12345 SEK is 123.45 SEK. */
export const amountOf = (minor: number, currency: string): Amount => ({ amount: inMajor(minor, currency), currency });

/** Adds amounts of one currency in minor units, so that no rounding errors arise. */
export function sumOf(amounts: readonly Amount[], currency: string): Amount {
  const digits = digitsOf(currency);
  const minor = amounts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 10 ** digits), 0);
  return { amount: (minor / 10 ** digits).toFixed(digits), currency };
}
