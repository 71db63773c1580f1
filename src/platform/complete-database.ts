import { installJobTables } from './jobs/tables.ts';
import { type ConvertedCurrency, recordCurrencies } from './recorded-currencies.ts';

/**
 * Completes a database whose migrations were applied: the tables of jobs, and the decimals of currencies. Call it in one process at a time, as
 * `whileLocked` of `migrate`.
 * @param url `postgres://` address
 * @param writtenWith the stated decimals of stored amounts, by currency
 * @throws CurrenciesRefused when stored amounts would be read with other decimals than they were written with
 */
export async function completeDatabase(
  url: string,
  writtenWith?: ReadonlyMap<string, number>,
): Promise<ConvertedCurrency[]> {
  await installJobTables(url);
  return recordCurrencies(url, writtenWith);
}
