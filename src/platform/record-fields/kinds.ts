import { sql } from 'drizzle-orm';
import { type Calendar, dayOfMoment, endOfDay, instantOfMoment, startOfDay } from '../calendar.ts';
import { legacyFlag, legacyTime } from '../legacy-values.ts';
import { majorToMinor, minorToMajor } from '../money.ts';
import type { AmountKind, FieldKind } from './field.ts';

const same = { read: <Value>(value: Value): Value => value, show: <Value>(value: Value): Value => value };
const parameter = (value: unknown) => sql`${value}`;

/** A value with the same form in both generations and in the database. */
function plain<Kept>(cell: FieldKind<Kept>['cell']): FieldKind<Kept> {
  return { fromColumn: (value) => value as Kept, toColumn: parameter, v2: same, legacy: same, cell };
}

export const TEXT = plain<string>('text');
export const WHOLE = plain<number>('number');
/** An id or null. */
export const REFERENCE = plain<number | null>('number');

/** One of several words. */
export const choice = <Word extends string>(): FieldKind<Word> => plain<Word>('text');

/** One of several words, or null. */
export const optionalChoice = <Word extends string>(): FieldKind<Word | null> => plain<Word | null>('text');

/** A text or null. The legacy API writes null as an empty text. */
export const TEXT_OR_NONE: FieldKind<string | null> = {
  ...plain<string | null>('text'),
  legacy: { ...same, show: (kept) => kept ?? '' },
};

export const FLAG: FieldKind<boolean> = {
  ...plain<boolean>('truth'),
  legacy: { read: (flag: 0 | 1) => flag === 1, show: legacyFlag },
};

/** A fraction of one or null. The legacy API writes null as 0. */
export const FRACTION: FieldKind<number | null> = {
  ...plain<number | null>('number'),
  fromColumn: (value) => (value === null ? null : Number(value)),
  legacy: { ...same, show: (kept) => kept ?? 0 },
};

/** A maximum; null for no limit, which the legacy API writes as 0. */
export const LIMIT: FieldKind<number | null> = {
  ...plain<number | null>('number'),
  legacy: { read: zeroIsNone, show: (kept) => kept ?? 0 },
};

/** An amount or null: stored in minor units, and written and shown in major units of the record's currency. */
export const AMOUNT: AmountKind = {
  ...plain<number | null>(null),
  isAmount: true,
  v2: {
    read: (major: number | null, { currency }) => (major === null ? null : majorToMinor(major, currency)),
    show: (minor, { currency }) => (minor === null ? null : minorToMajor({ minor, currency })),
  },
  legacy: {
    read: (major: number | null, { currency }) => (zeroIsNone(major) === null ? null : majorToMinor(major!, currency)),
    show: (minor, { currency }) => minorToMajor({ minor: minor ?? 0, currency }),
  },
};

/** An instant that no request can set, or null. */
export const INSTANT: FieldKind<Date | null> = {
  fromColumn: (value) => (value === null ? null : new Date(value as string)),
  toColumn: (instant) => sql`${instant?.toISOString() ?? null}::timestamptz`,
  v2: { read: (text: string | null) => (text === null ? null : new Date(text)), show: isoOf },
  legacy: { read: (text: string) => (text === '' ? null : new Date(`${text.replace(' ', 'T')}Z`)), show: printed },
  cell: 'time',
};

/** The start of a period, or null. A day begins in the platform's time zone; a time without a zone is UTC. */
export const START: FieldKind<Date | null> = {
  ...INSTANT,
  v2: {
    read: (text: string | null, { calendar }) => (text === null ? null : instantOfMoment(calendar, text)),
    show: isoOf,
    form: (start, { calendar }) => (start === null ? null : startText(start, calendar)),
  },
  legacy: {
    read: (text: string | null, { calendar }) => (isNone(text) ? null : instantOfMoment(calendar, text!)),
    show: printed,
  },
};

/** The last instant of a period's last day in the platform's time zone, or null. */
export const END: FieldKind<Date | null> = {
  ...INSTANT,
  v2: {
    read: lastInstant,
    show: isoOf,
    form: (end, { calendar }) => (end === null ? null : calendar.dayOf(end.getTime())),
  },
  // A time, as the record shows it, is read as its day.
  legacy: {
    read: (text: string | null, { calendar }) =>
      isNone(text) ? null : lastInstant(dayOfMoment(calendar, text!), { calendar }),
    show: printed,
  },
};

/** The legacy API writes null as an empty text. */
const isNone = (text: string | null): boolean => text === null || text === '';

/** Distinct texts in the given order. */
export const TEXTS: FieldKind<readonly string[]> = {
  ...plain<readonly string[]>(null),
  toColumn: (texts) => sql`${sql.param([...texts])}::text[]`,
  v2: { read: (texts: string[]) => [...new Set(texts)], show: (texts) => texts },
  legacy: { read: (texts: string[]) => [...new Set(texts)], show: (texts) => texts },
};

function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}

function printed(instant: Date | null): string {
  return instant === null ? '' : legacyTime(instant);
}

function zeroIsNone(number: number | null): number | null {
  return number === 0 ? null : number;
}

function lastInstant(day: string | null, { calendar }: { calendar: Calendar }): Date | null {
  return day === null ? null : endOfDay(calendar, day);
}

/** A day if the instant is the beginning of a day, else the instant in UTC. */
function startText(start: Date, calendar: Calendar): string {
  const day = calendar.dayOf(start.getTime());
  return startOfDay(calendar, day).getTime() === start.getTime() ? day : legacyTime(start);
}
