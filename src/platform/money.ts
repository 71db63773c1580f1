import Big from 'big.js';
import { knownLocale } from './locale.ts';

/** An amount in whole minor units (öre, cents, yen) of an ISO 4217 currency. */
export interface Money {
  minor: bigint | number;
  currency: string;
}

/** The amount is no decimal number, has more digits than its currency, or the currency does not exist. */
export class InvalidMoney extends Error {}

/** The amount is past 2^53-1 minor units, where numbers are no longer exact. */
export class TooMuchMoney extends InvalidMoney {}

const KNOWN = new Set(Intl.supportedValuesOf('currency'));
const DECIMAL = /^-?\d{1,18}(\.\d+)?$/;
const digitsByCurrency = new Map<string, number>();

/** Whether a text is a decimal number such as `12.5`. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** Whether a code is a currency's. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

/**
 * How many digits the minor unit has: 2 for EUR, 0 for JPY, 3 for KWD.
 * @throws InvalidMoney for a code that is not a currency.
 */
export function minorDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  if (!isCurrency(currency)) throw new InvalidMoney(`${currency} is not a currency code`);
  const digits = format('en', currency).resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

/** The amount as the Money object prints it: `{minor: 1250, EUR}` is `12.50`, `{minor: 1250, JPY}` is `1250`. Exact. */
export function toDecimalString({ minor, currency }: Money): string {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor)) throw new TooMuchMoney(`${minor} is not exact`);
  const digits = minorDigits(currency);
  const units = BigInt(minor);
  const figures = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  return `${units < 0n ? '-' : ''}${whole}${digits > 0 ? `.${figures.slice(-digits)}` : ''}`;
}

/** The Money object of the interface: a decimal string with the currency's own number of digits. */
export function moneyObject(money: Money): { amount: string; currency: string } {
  return { amount: toDecimalString(money), currency: money.currency };
}

/**
 * Minor units of a decimal string such as `12.5`. Exact: nothing is rounded.
 * @throws InvalidMoney when the text is no decimal number, has more digits than the currency, or is past 2^53-1 units.
 */
export function fromDecimalString(amount: string, currency: string): number {
  const digits = minorDigits(currency);
  if (!isDecimal(amount)) throw new InvalidMoney(`${amount} is not a decimal number`);
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length > digits) throw new InvalidMoney(`${currency} has ${digits} digits after the point`);
  return safe(BigInt(whole + fraction.padEnd(digits, '0')));
}

/**
 * Minor units of a number of major units (`max_money`, `one_time_payment`). The number's shortest decimal form counts, so
 * 0.07 EUR is 7.
 * @throws InvalidMoney when the currency has no such small part.
 */
export function majorToMinor(major: number, currency: string): number {
  if (!Number.isFinite(major)) throw new InvalidMoney(`${major} is not an amount`);
  const minor = new Big(major).times(new Big(10).pow(minorDigits(currency)));
  if (!minor.eq(minor.round(0)))
    throw new InvalidMoney(`${currency} has ${minorDigits(currency)} digits after the point`);
  return safe(BigInt(minor.toFixed(0)));
}

/** Major units as a number, for the fields that the interface gives as one. */
export function minorToMajor(money: Money): number {
  return Number(toDecimalString(money));
}

/**
 * The amount for people, as the legacy `_formatted` fields carry it: `12,50 kr` in sv-SE, `€12.50` in en-IE. Spaces are
 * plain ones, since these texts are compared and stored by callers.
 */
export function formatMoney(money: Money, locale: string): string {
  // Intl takes a decimal string exactly; a number would round past 2^53.
  return plainSpaces(format(locale, money.currency).format(toDecimalString(money) as Intl.StringNumericLiteral));
}

/** How a market writes its currency. `isBefore`: the symbol stands before the number. */
export interface CurrencyDescription {
  code: string;
  name: string;
  symbol: string;
  /** Minor units in one major unit: 100 for EUR. */
  subunit: number;
  isBefore: boolean;
}

/** Describes a currency in the words of a locale. */
export function describeCurrency(currency: string, locale: string): CurrencyDescription {
  const subunit = 10 ** minorDigits(currency);
  const parts = format(locale, currency).formatToParts(1);
  const symbolAt = parts.findIndex((part) => part.type === 'currency');
  return {
    code: currency,
    name: new Intl.DisplayNames(knownLocale(locale), { type: 'currency' }).of(currency) ?? currency,
    symbol: parts[symbolAt]?.value ?? currency,
    subunit,
    isBefore: symbolAt < parts.findIndex((part) => part.type === 'integer'),
  };
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formatters take some 50 µs to make and are wanted for each row of a list. */
function format(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency });
    if (formats.size > 1_000) formats.clear();
    formats.set(key, made);
  }
  return made;
}

function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

function safe(minor: bigint): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new TooMuchMoney(`${minor} minor units are too many`);
  return value;
}
