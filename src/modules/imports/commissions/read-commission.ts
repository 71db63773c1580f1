import { isCurrency } from '../../../platform/currencies.ts';
import { FORMATS } from '../../../platform/http/formats.ts';
import { InvalidMoney } from '../../../platform/money.ts';
import { type DecimalMark, readAmount } from '../../../platform/read-amount.ts';
import type { CommissionField } from '../table/formats.ts';

export const STATUSES = ['pending', 'approved', 'declined', 'paid', 'unknown'] as const;
type CommissionStatus = (typeof STATUSES)[number];

/** A commission of another platform. It is history: none of its amount is owed by this platform. */
export interface Commission {
  /** Its id on the other platform. */
  externalId: string;
  earnedAt: Date;
  currency: string;
  commissionMinor: number;
  saleMinor: number | null;
  status: CommissionStatus;
  orderReference: string | null;
  /** The program of a creator, or the partner of a store. */
  partner: string | null;
}

/** An error in a field of a row. The message continues a sentence that begins with the column. */
interface CommissionFault {
  field: CommissionField;
  message: string;
}

export type ReadCommission = { commission: Commission; fault: null } | { commission: null; fault: CommissionFault };

const LONGEST = 200;
const FIRST_YEAR = 1990;
const DAY_MS = 86_400_000;
/** The terms of all platforms for a status. */
const WORDS: Record<CommissionStatus, readonly string[]> = {
  pending: ['pending', 'open', 'hold', 'onhold', '0', 'p', 'unverified'],
  approved: ['approved', 'confirmed', 'accepted', 'validated', 'due', 'processed', '1', 'a'],
  declined: [
    'declined',
    'rejected',
    'denied',
    'deleted',
    'voided',
    'void',
    '2',
    'd',
    'canceled',
    'cancelled',
    'refunded',
    'fraud',
    'duplicate',
    'bonusrejected',
  ],
  paid: ['paid', '3'],
  unknown: [''],
};

class Invalid extends Error {
  readonly field: CommissionField;
  constructor(field: CommissionField, message: string) {
    super(message);
    this.field = field;
  }
}

/** The options for reading the rows of a file. */
export interface Reading {
  /** Currency of rows without one. */
  currency: string | undefined;
  /** Null: determined for each number. */
  mark: DecimalMark | null;
  now: Date;
}

/** Reads a row. Times without an offset are UTC. */
export function readCommission(
  values: Partial<Record<CommissionField, string>>,
  { currency, mark, now }: Reading,
): ReadCommission {
  try {
    const code = readCurrency(values.currency, currency);
    const commission = {
      externalId: required('id', values.id),
      earnedAt: readTime(values.date ?? '', now),
      currency: code,
      commissionMinor: amountOf('commission', values.commission, { code, mark }),
      saleMinor: (values.sale ?? '') === '' ? null : amountOf('sale', values.sale, { code, mark }),
      status: readStatus(values.status ?? ''),
      orderReference: optional('order', values.order),
      partner: optional('partner', values.partner),
    };
    return { commission, fault: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { commission: null, fault: { field: error.field, message: error.message } };
  }
}

function required(field: CommissionField, text = ''): string {
  const value = optional(field, text);
  if (value === null) throw new Invalid(field, 'is empty');
  return value;
}

function optional(field: CommissionField, text = ''): string | null {
  if (text === '') return null;
  if (text.length > LONGEST) throw new Invalid(field, `must have at most ${LONGEST} characters`);
  if (!FORMATS['name']!.test(text)) throw new Invalid(field, 'must be on one line, without control characters');
  return text;
}

function readCurrency(text: string | undefined, fallback: string | undefined): string {
  const code = (text ?? '') === '' ? fallback : text!.toUpperCase();
  if (code === undefined) throw new Invalid('currency', 'is empty; name the currency of such rows with `currency`');
  if (!isCurrency(code)) throw new Invalid('currency', 'must be a currency code such as EUR');
  return code;
}

function readTime(text: string, now: Date): Date {
  const written = text.replace(/ ?UTC$/, 'Z');
  if (!FORMATS['moment']!.test(written))
    throw new Invalid('date', 'must be a day or a time such as 2030-01-31 or 2030-01-31 14:05:00');
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/i.test(written.slice(10));
  const time = written.length === 10 ? 'T00:00:00' : `T${written.slice(11)}`;
  const at = new Date(`${written.slice(0, 10)}${time}${hasOffset ? '' : 'Z'}`);
  if (at.getUTCFullYear() < FIRST_YEAR) throw new Invalid('date', `must not be before ${FIRST_YEAR}`);
  // A day of tolerance, because other time zones may be ahead of UTC.
  if (at.getTime() > now.getTime() + DAY_MS) throw new Invalid('date', 'must not be in the future');
  return at;
}

function amountOf(
  field: CommissionField,
  text: string | undefined,
  { code, mark }: { code: string; mark: DecimalMark | null },
): number {
  try {
    return readAmount(text ?? '', code, mark);
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    throw new Invalid(field, error.message);
  }
}

function readStatus(text: string): CommissionStatus {
  const word = text.toLowerCase().replace(/[\s_-]/g, '');
  const found = STATUSES.find((status) => WORDS[status].includes(word));
  if (found === undefined) throw new Invalid('status', `must be a status such as pending, approved, declined or paid`);
  return found;
}
