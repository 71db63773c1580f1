import { isCurrency } from '../currencies.ts';
import { fromDecimalString, InvalidMoney, isDecimal } from '../money.ts';
import { isPublicName } from '../text/public-name.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const OFFSET = /(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const EMAIL_LOCAL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+)*$/iu;
const HOST_LABEL = /^[a-z0-9\u0080-\u{10ffff}](?:[a-z0-9\u0080-\u{10ffff}-]{0,61}[a-z0-9\u0080-\u{10ffff}])?$/iu;

/** Whether the text is an existing day, YYYY-MM-DD. PostgreSQL has no year 0. */
function isDay(text: string): boolean {
  const parts = DAY.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  // Day 0 of the next month is the last day of this one. Date.UTC would read the years 0 to 99 as 19xx; setUTCFullYear
  // does not.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return day <= last.getUTCDate();
}

/** A day, or a day and a time separated by a space or T, with or without seconds and offset. */
function isMoment(text: string): boolean {
  if (text.length === 10) return isDay(text);
  const clock = text.slice(11);
  const isWritten = isDay(text.slice(0, 10)) && /^[ T]/.test(text.slice(10)) && isClock(clock.replace(OFFSET, ''));
  return isWritten && (!OFFSET.test(clock) || isInOurYears(new Date(text.replace(' ', 'T'))));
}

/** An offset can move the last evening of the year 9999 into the year 10000, which does not fit four digits. */
function isInOurYears(instant: Date): boolean {
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999;
}

/** RFC 3339: a day, T, a time with seconds, and an offset or Z. */
function isDateTime(text: string): boolean {
  const clock = text.slice(11);
  return /^[Tt]/.test(text.slice(10)) && isMoment(text.replace('t', 'T')) && OFFSET.test(clock) && clock[5] === ':';
}

function isClock(text: string): boolean {
  const parts = CLOCK.exec(text);
  return parts !== null && Number(parts[1]) < 24 && Number(parts[2]) < 60 && Number(parts[3] ?? 0) < 60;
}

/** Whether the text is one mailbox `local@domain.tld` of at most 254 characters, without quoted or bracketed forms. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const labels = domain.split('.');
  return (
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    EMAIL_LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label))
  );
}

/** Whether the text contains more than spaces, line breaks and invisible marks. */
const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** A single line with a visible character and without bidirectional control characters. */
function isName(text: string): boolean {
  return isVisible(text) && !/[\p{Cc}\p{Zl}\p{Zp}\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u.test(text);
}

const NO_CONTACT = 'must be a name, without web addresses, e-mail addresses and phone numbers';

/** An absolute http or https address. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Whether `{amount, currency}` is an amount of an existing currency. The schema checks other shapes.
 * @param kind `exact`: the currency must be able to express it; `reported`: its reader decides about the amount
 */
export function isMoney(value: unknown, kind: 'exact' | 'reported'): boolean {
  const { amount, currency } = value as { amount?: unknown; currency?: unknown };
  if (typeof currency !== 'string') return true;
  if (kind === 'reported') return isCurrency(currency);
  if (typeof amount !== 'string' || !isDecimal(amount)) return true;
  try {
    fromDecimalString(amount, currency);
    return true;
  } catch (error) {
    if (error instanceof InvalidMoney) return false;
    throw error;
  }
}

interface Format {
  test: (text: string) => boolean;
  /** The error message for a text that does not match the format. */
  says: string;
  /**
   * For custom formats, which tools do not know: the pattern in the OpenAPI document. Every text of the format
   * matches it.
   */
  pattern?: string;
}

/** The formats that schemas may use. */
export const FORMATS: Record<string, Format> = {
  date: { test: isDay, says: 'must be a day that exists, as YYYY-MM-DD' },
  moment: {
    test: isMoment,
    says: 'must be a day that exists, as YYYY-MM-DD, or a time of one, as YYYY-MM-DDTHH:MM:SS',
    pattern:
      '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$',
  },
  'moment-or-empty': {
    test: (text) => text === '' || isMoment(text),
    says: 'must be a day that exists, as YYYY-MM-DD, a time of one, as YYYY-MM-DD HH:MM:SS, or empty',
    pattern:
      '^([0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?)?$',
  },
  'date-time': { test: isDateTime, says: 'must be a time as in 2030-01-31T12:00:00Z' },
  email: { test: isEmail, says: 'must be an e-mail address' },
  name: { test: isName, says: 'must be on one line, with something to be seen', pattern: '\\S' },
  'public-name': { test: (text) => isName(text) && isPublicName(text), says: NO_CONTACT, pattern: '\\S' },
  words: { test: isVisible, says: 'must say something', pattern: '\\S' },
  uri: { test: isWebAddress, says: 'must be a web address that begins with http:// or https://' },
};
