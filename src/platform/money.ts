import Big from 'big.js';
import { CURRENCY_DECIMALS } from './currencies.ts';
import { currencyFormat } from './currency-decimals.ts';
import { knownLocale } from './locale.ts';

/** An amount in whole minor units (öre, cents, yen) of an ISO 4217 currency. */
export interface Money {
  minor: bigint | number;
  currency: string;
}

/** The amount is not a decimal number, has more decimals than its currency, or the currency does not exist. */
export class InvalidMoney extends Error {}

/** The amount exceeds 2^53-1 minor units; larger numbers are not exact. */
export class TooMuchMoney extends InvalidMoney {}

const DECIMAL = /^-?\d{1,18}(\.\d+)?$/;

/** Whether a text is a decimal number such as `12.5`. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/**
 * Returns the number of decimals of a currency in ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD.
 * @throws InvalidMoney for a code that is not a currency
 */
export function minorDigits(currency: string): number {
  const digits = CURRENCY_DECIMALS.get(currency);
  if (digits === undefined) throw new InvalidMoney(`${currency} is not a currency code`);
  return digits;
}

/** Formats the amount for the Money object: `{minor: 1250, EUR}` is `12.50`, `{minor: 1250, JPY}` is `1250`. Exact. */
export function toDecimalString({ minor, currency }: Money): string {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor)) throw new TooMuchMoney(`${minor} is not exact`);
  const digits = minorDigits(currency);
  const units = BigInt(minor);
  const figures = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  return `${units < 0n ? '-' : ''}${whole}${digits > 0 ? `.${figures.slice(-digits)}` : ''}`;
}

/** Returns the Money object of the API: a decimal string with the currency's number of decimals. */
export function moneyObject(money: Money): { amount: string; currency: string } {
  return { amount: toDecimalString(money), currency: money.currency };
}

/**
 * Parses a decimal string such as `12.5` to minor units. Exact: nothing is rounded.
 * @throws InvalidMoney when the text is not a decimal number, has more decimals than the currency, or exceeds 2^53-1
 * units
 */
export function fromDecimalString(amount: string, currency: string): number {
  const digits = minorDigits(currency);
  if (!isDecimal(amount)) throw new InvalidMoney(`${amount} is not a decimal number`);
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length > digits) throw new InvalidMoney(`${currency} has ${digits} digits after the point`);
  return safe(BigInt(whole + fraction.padEnd(digits, '0')));
}

/**
 * Converts an amount that somebody else reports (a store, another platform) to minor units, rounded half away from zero: their systems calculate with more
 * decimals than the currency has (docs/domain.md, "Money").
 * @param amount major units; as a text, a decimal number such as `12.505`
 * @throws InvalidMoney when the text is not a decimal number, or the amount exceeds 2^53-1 minor units
 */
export function reportedToMinor(amount: Big | string, currency: string): number {
  const digits = minorDigits(currency);
  if (typeof amount === 'string' && !isDecimal(amount)) throw new InvalidMoney(`${amount} is not a decimal number`);
  const minor = new Big(amount).times(new Big(10).pow(digits)).round(0, Big.roundHalfUp);
  return safe(BigInt(minor.toFixed(0)));
}

/**
 * Converts a number of major units (`max_money`, `one_time_payment`) to minor units. The number's shortest decimal
 * form counts, so 0.07 EUR is 7.
 * @throws InvalidMoney when the amount has more decimals than the currency
 */
export function majorToMinor(major: number, currency: string): number {
  if (!Number.isFinite(major)) throw new InvalidMoney(`${major} is not an amount`);
  const minor = new Big(major).times(new Big(10).pow(minorDigits(currency)));
  if (!minor.eq(minor.round(0)))
    throw new InvalidMoney(`${currency} has ${minorDigits(currency)} digits after the point`);
  return safe(BigInt(minor.toFixed(0)));
}

/**
 * Adds amounts in minor units.
 * @throws TooMuchMoney if the sum exceeds 2^53-1 and would not be exact
 */
export function addMinor(...amounts: readonly number[]): number {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new TooMuchMoney(`${sum} minor units are too many`);
  return sum;
}

/** Returns major units as a number, for API fields of type number. */
export function minorToMajor(money: Money): number {
  return Number(toDecimalString(money));
}

/**
 * Formats the amount for readers, as in the legacy `_formatted` fields: `12,50 kr` in sv-SE, `€12.50` in en-IE. Uses
 * ordinary spaces, because callers compare and store these texts.
 */
export function formatMoney(money: Money, locale: string): string {
  // Intl accepts a decimal string exactly. A number would be rounded above 2^53.
  return plainSpaces(format(locale, money.currency).format(toDecimalString(money) as Intl.StringNumericLiteral));
}

/** The format of a market's currency. `isBefore`: the symbol precedes the number. */
export interface CurrencyDescription {
  code: string;
  name: string;
  symbol: string;
  /** Minor units per major unit: 100 for EUR. */
  subunit: number;
  isBefore: boolean;
}

/** Describes a currency in a locale. */
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

/** Formatters are cached: creating one takes some 50 µs, and lists need one per row. */
function format(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(knownLocale(locale), currencyFormat(currency));
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
