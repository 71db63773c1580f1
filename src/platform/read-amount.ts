import { InvalidMoney, minorDigits, reportedToMinor, TooMuchMoney } from './money.ts';

/** The sign between the units and the decimals. The other character separates thousands. */
export type DecimalMark = '.' | ',';

/** A number with an optional currency before or after it: `1,234.50`, `1 234,50 kr`, `-$5.00`, `EUR 3`, `.50`, `5.00-`; NFKC has made all spaces plain ones. */
const AMOUNT =
  /^(?<sign>[-+−]?)\s*(?<before>(?:\p{L}{1,3}\.?)?\p{Sc}?)\s*(?<inner>[-+−]?)\s*(?<digits>[.,]?\d[\d.,'’ ]*?)\s*(?<trailing>[-−]?)\s*(?<after>\p{Sc}?\p{L}{0,3}\.?\p{Sc}?)$/u;
/** In characters. */
const MAX_LENGTH = 200;
/** An amount in parentheses is negative, as in accounting. */
const PARENTHESES = /^(?<before>[^()]*)\((?<inside>[^()]*)\)(?<after>[^()]*)$/;

/** The amount has one separator, which could be that of thousands or that of decimals: `1,234`. */
export class AmbiguousAmount extends InvalidMoney {}

/** An amount as it was written. */
export interface WrittenAmount {
  isNegative: boolean;
  /** Digits with their separators. */
  digits: string;
  /** What is written before or after the number: a code, an abbreviation or a symbol of a currency; empty where there is none. */
  unit: string;
}

/**
 * Splits an amount as people and programs write it into its parts.
 * @returns null for a text that is no amount, or names a currency before and after the number
 */
export function splitAmount(text: string): WrittenAmount | null {
  // Matching takes longer than linear time, and no amount is longer.
  if (text.length > MAX_LENGTH) return null;
  const plain = text.normalize('NFKC').trim();
  const enclosed = PARENTHESES.exec(plain)?.groups;
  const found = AMOUNT.exec(
    enclosed === undefined ? plain : `${enclosed.before}${enclosed.inside}${enclosed.after}`,
  )?.groups;
  if (found === undefined) return null;
  const { sign = '', before = '', inner = '', digits = '', trailing = '', after = '' } = found;
  const signs = [sign, inner, trailing].filter((one) => one !== '');
  if (signs.length > 1 || (signs.length === 1 && enclosed !== undefined) || (before !== '' && after !== ''))
    return null;
  const isNegative = enclosed !== undefined || (signs.length === 1 && signs[0] !== '+');
  return { isNegative, digits: digits.replace(/['’ ]/g, ''), unit: before || after };
}

/**
 * Reads an amount as an export writes it. Without a known decimal mark, a number that could be read in two ways is refused: `1,234` is either.
 * @param mark null: follows from the number
 * @returns minor units of the currency, rounded by `reportedToMinor`
 * @throws InvalidMoney, as the end of a sentence that begins with the column
 */
export function readAmount(text: string, currency: string, mark: DecimalMark | null): number {
  const found = splitAmount(text);
  if (found === null) throw new InvalidMoney('must be an amount such as 12.50');
  const { digits, isNegative } = found;
  const decimalMark = mark ?? markOf(digits, minorDigits(currency));
  const thousands = decimalMark === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...more] = digits.split(decimalMark);
  const isGrouped = new RegExp(
    `^\\d{1,3}(?:[${thousands}]\\d{3})+$|^\\d{1,2}(?:[${thousands}]\\d{2})+[${thousands}]\\d{3}$`,
  ).test(whole);
  const isPlain = whole === '' ? fraction !== '' : /^\d+$/.test(whole);
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isGrouped || isPlain))
    throw new InvalidMoney('must be an amount such as 1234.50 or 1,234.50');
  const units = whole === '' ? '0' : whole.replaceAll(thousands, '');
  try {
    return reportedToMinor(`${isNegative ? '-' : ''}${units}${fraction === '' ? '' : `.${fraction}`}`, currency);
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
  if (digits.length - digits.indexOf(last) !== 4 || digits.startsWith(last) || digits.startsWith('0')) return last;
  if (decimals === 0) return other;
  // A currency with three decimals prints all of them.
  if (decimals === 3 && last === '.') return last;
  throw new AmbiguousAmount('can be read as thousands or as decimals; say which with `decimals`');
}
