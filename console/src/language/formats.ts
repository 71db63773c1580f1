import { currencyFormat, decimalsOf } from '../../../src/platform/currency-decimals.ts';
import { useReader } from './language.tsx';
import type { Reader } from './languages.ts';
import { remember } from './remember.ts';

/** Formats of the reader, in the language of the texts. Amounts name their currency once, as no other currency is named in the language. */
export interface Formats {
  /** Minor units: 12345 SEK is 123,45 kr. */
  money(minor: number, currency: string): string;
  /** A decimal text or major units: "123.45". */
  moneyOf(major: string | number, currency: string): string;
  /** Compact format for figures and axes: 12 tn kr. Takes minor units. */
  shortMoney(minor: number, currency: string): string;
  number(value: number): string;
  /** Decimal separator of numbers in fields. */
  decimal: string;
  shortNumber(value: number): string;
  /** 0.123 is 12.3 %. */
  percent(share: number): string;
  /** Share of a payment with two digits: 0.0675 is 6.75 %. */
  sharePaid(share: number): string;
  /** A calendar day (`2026-11-22`) or the day of a time. */
  day(value: string): string;
  /** The short name of a day's weekday. */
  weekday(value: string): string;
  /** A calendar day without its year. */
  shortDay(value: string): string;
  /** Compact range of days: 1–22 Nov; with the year if it is not the current one. */
  days(range: { from: string; to: string }): string;
  /** `2026-11` is November 2026. */
  month(value: string): string;
  time(value: string): string;
  /** 3 hours ago, in 2 days. */
  relative(value: string, now?: Date): string;
}

/** Creates a value when it is first needed. */
function lazily<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/** Decimal digits of a currency: 2 of EUR, 0 of JPY. */
export const digitsOf = decimalsOf;

/** Minor units as a plain decimal, for files: 12345 SEK is 123.45. */
export const inMajor = (minor: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
};

/** Parses a time of either API generation: ISO 8601, or `YYYY-MM-DD HH:MM:SS` in UTC. A date is a local day. */
function readTime(value: string): Date {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return new Date(`${value}T00:00:00`);
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Creates the formats of a reader. */
function formatsOf({ locale }: Reader): Formats {
  const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
  const inCurrency = remember((currency: string) => new Intl.NumberFormat(locale, currencyFormat(currency)));
  const inShortCurrency = remember(
    (currency: string) =>
      new Intl.NumberFormat(locale, {
        ...currencyFormat(currency),
        ...compact,
        minimumFractionDigits: Math.min(digitsOf(currency), 1),
      }),
  );
  const inNumbers = lazily(() => new Intl.NumberFormat(locale));
  const decimal = lazily(
    () =>
      inNumbers()
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  );
  const inCompact = lazily(() => new Intl.NumberFormat(locale, compact));
  const inPercent = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
  const inShares = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }));
  const inWords = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const dates = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale, options));
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = dates(options);
    return (value: string) => format().format(readTime(value));
  };
  const days = dates({ day: 'numeric', month: 'short' });
  const daysAndYear = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const inMonths = written({ month: 'long', year: 'numeric' });
  const major = (minor: number, currency: string) => minor / 10 ** digitsOf(currency);
  return {
    money: (minor, currency) => inCurrency(currency).format(major(minor, currency)),
    moneyOf: (value, currency) => inCurrency(currency).format(Number(value)),
    shortMoney: (minor, currency) => {
      const value = major(minor, currency);
      return (Math.abs(value) < 1000 ? inCurrency : inShortCurrency)(currency).format(value);
    },
    number: (value) => inNumbers().format(value),
    get decimal() {
      return decimal();
    },
    shortNumber: (value) => inCompact().format(value),
    percent: (share) => inPercent().format(share),
    sharePaid: (share) => inShares().format(share),
    day: (value) => daysAndYear().format(readTime(value)),
    weekday: written({ weekday: 'short' }),
    shortDay: (value) => days().format(readTime(value)),
    days: ({ from, to }) => {
      const isThisYear = [from, to].every((day) => readTime(day).getFullYear() === new Date().getFullYear());
      return (isThisYear ? days : daysAndYear)().formatRange(readTime(from), readTime(to));
    },
    month: (value) => inMonths(`${value.slice(0, 7)}-01`),
    time: written({ dateStyle: 'medium', timeStyle: 'short' }),
    relative: (value, now = new Date()) => {
      const seconds = (readTime(value).getTime() - now.getTime()) / 1000;
      const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1];
      return inWords().format(Math.round(seconds / size), unit);
    },
  };
}

/** The formats by reader. Only tests have more than one. */
const kept = new WeakMap<Reader, Formats>();

/** The reader's formats. */
export function useFormats(): Formats {
  const reader = useReader();
  const formats = kept.get(reader) ?? formatsOf(reader);
  kept.set(reader, formats);
  return formats;
}
