import { InvalidMoney, minorDigits, reportedToMinor, TooMuchMoney } from '../../../platform/money.ts';

/** The sign between the units and the decimals. The other character separates thousands. */
export type DecimalMark = '.' | ',';

/** A number with an optional currency before or after it: `1,234.50`, `1 234,50 kr`, `-$5.00`, `EUR 3`. */
const AMOUNT = /^([-−]?)\s*\p{L}{0,3}\p{Sc}?\s*([-−]?)(\d[\d.,'’ ]*?)\s*\p{Sc}?\p{L}{0,3}\.?\p{Sc}?$/u;

/**
 * Reads an amount as an export writes it. Without a known decimal mark, a number that could be read in two ways is refused: `1,234` is either.
 * @param mark null: follows from the number
 * @returns minor units of the currency, rounded by `reportedToMinor`
 * @throws InvalidMoney, as the end of a sentence that begins with the column
 */
export function readAmount(text: string, currency: string, mark: DecimalMark | null): number {
  const found = AMOUNT.exec(text.normalize('NFKC').trim());
  if (found === null) throw new InvalidMoney('must be an amount such as 12.50');
  const digits = found[3]!.replace(/['’ ]/g, '');
  const decimalMark = mark ?? markOf(digits, minorDigits(currency));
  const thousands = decimalMark === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...more] = digits.split(decimalMark);
  const isGrouped = new RegExp(`^\\d{1,3}(?:[${thousands}]\\d{3})+$`).test(whole);
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isGrouped || /^\d+$/.test(whole)))
    throw new InvalidMoney('must be an amount such as 1234.50 or 1,234.50');
  const sign = found[1] === '' && found[2] === '' ? '' : '-';
  const units = whole.replaceAll(thousands, '');
  try {
    return reportedToMinor(`${sign}${units}${fraction === '' ? '' : `.${fraction}`}`, currency);
  } catch (error) {
    if (error instanceof TooMuchMoney || units.length > 18) throw new InvalidMoney('is too large');
    throw error;
  }
}

/** @throws InvalidMoney if the number can be read in two ways */
function markOf(digits: string, decimals: number): DecimalMark {
  const marks = digits.replace(/\d/g, '');
  if (marks === '') return '.';
  const last = marks.at(-1) as DecimalMark;
  const other = last === '.' ? ',' : '.';
  if (marks.length > 1) return last === marks.at(-2) ? other : last;
  if (digits.length - digits.indexOf(last) !== 4) return last;
  if (decimals === 0) return other;
  throw new InvalidMoney('can be read as thousands or as decimals; say which with `decimals`');
}
