import { fromDecimalString } from './money.ts';

/** A Money object that has passed its schema. */
export interface AmountInput {
  amount: string;
  currency: string;
}

/**
 * Converts an amount of a body to minor units. Null and undefined remain.
 * @param errors receives the fault of an amount in another currency, or above the maximum (minor units), below `path`
 */
export function amountInput<Given extends AmountInput | null | undefined>(
  given: Given,
  { currency, path, max, errors }: { currency: string; path: string; max: number; errors: Record<string, string[]> },
): number | Exclude<Given, AmountInput> {
  if (given === null || given === undefined) return given as Exclude<Given, AmountInput>;
  if (given.currency !== currency) {
    errors[`${path}.currency`] = [`must be ${currency}, the store’s currency`];
    return 0;
  }
  const minor = fromDecimalString(given.amount, currency);
  if (minor > max) errors[`${path}.amount`] = [`must be at most ${max} minor units`];
  return minor;
}
