import { isCurrency } from '../../../platform/currencies.ts';
import { currencyOfUnit, isUnitOf } from '../../../platform/currency-units.ts';
import { InvalidMoney } from '../../../platform/money.ts';
import { readAmount, splitAmount } from '../../../platform/read-amount.ts';
import { MAX_MINOR, reportedMinor } from './amounts.ts';

/**
 * Reads a value as a page prints it: with separators of thousands, and with a currency before or after it. A value with two meanings, such as `1,234`, is
 * not read. A unit beside the value must mean the currency of the order; without one it may name it.
 * @param currency as the report names it; null: the unit's, or the store's
 * @returns minor units; null if it has no meaning, or two
 */
export function readPrinted(
  text: string,
  { currency, storeCurrency }: { currency: string | null; storeCurrency: string },
): { minor: number | null; currency: string } {
  // Scripts print numbers with a point and any number of decimals.
  const plain = text.trim().replace(/^(\d+)[.,]$/, '$1');
  const found = splitAmount(plain);
  const unit = found?.unit ?? '';
  const meant = currency ?? (unit === '' ? storeCurrency : (currencyOfUnit(unit, storeCurrency) ?? storeCurrency));
  if (/^\d+(?:\.\d+)?$/.test(plain)) return { minor: reportedMinor(plain, meant), currency: meant };
  const refused = { minor: null, currency: meant };
  if (found === null || found.isNegative || !isCurrency(meant)) return refused;
  if (unit !== '' && !isUnitOf(unit, meant)) return refused;
  try {
    const minor = readAmount(plain, meant, null);
    return { minor: minor <= MAX_MINOR ? minor : null, currency: meant };
  } catch (error) {
    if (error instanceof InvalidMoney) return refused;
    throw error;
  }
}
