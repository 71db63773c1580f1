import type { Static } from 'typebox';
import { entryCheck } from '../../../platform/http/input.ts';
import { CUSTOMERS, type Customer } from '../../campaigns/index.ts';
import { plainAmount } from './amounts.ts';
import { MAX_CODE, readCodes } from './codes.ts';
import { type GivenLine, MAX_LINES } from './lines.ts';
import type { OrderReport } from './read-report.ts';
import type { BatchEntries } from './record-batch.ts';
import { MAX_REFERENCE, OrderReportBody } from './schemas.ts';
import type { Warning } from './warnings.ts';

type Body = Static<typeof OrderReportBody>;

type BodyReport = Omit<OrderReport, 'storeId' | 'channel' | 'actorId'>;

/**
 * Converts the body of a request to a report. Texts are trimmed. Optional details that cannot be used are dropped and named in `warnings`. The reference of a
 * customer is not part of it (`storesReport`).
 */
export function reportFromBody(body: Body): BodyReport {
  const warnings: Warning[] = [];
  return {
    orderId: String(body.order_id).trim(),
    value: plainAmount(body.order_value),
    currency: body.currency?.trim().toUpperCase() || null,
    orderAt: timeOf(body.order_at, warnings),
    clickId: textOf('tclid', body.tclid, warnings),
    voucherCode: readCodes(body, warnings),
    lines: linesOf(body.lines, warnings),
    customer: customerOf(body.customer, warnings),
    warnings,
  };
}

/**
 * Converts the body of a report of a store's plugin or server. The reference of the customer leaves this function only as a keyed hash.
 * @param hashOf hashes references of the store
 */
export async function storesReport(body: Body, hashOf: (reference: string) => Promise<Buffer>): Promise<BodyReport> {
  const { warnings = [], ...report } = reportFromBody(body);
  const noted = [...warnings];
  const customerHash = await readReference('customer_reference', body.customer_reference, { hashOf, warnings: noted });
  return { ...report, customerHash, warnings: noted };
}

/** The keyed hash of a reported reference of a customer; null if there is none that can be used, which is a warning. */
export async function readReference(
  field: string,
  given: unknown,
  { hashOf, warnings }: { hashOf: (reference: string) => Promise<Buffer>; warnings: Warning[] },
): Promise<Buffer | null> {
  const reference = textOf(field, given, warnings);
  if (reference === null) return null;
  if ([...reference].length <= MAX_REFERENCE) return hashOf(reference);
  warnings.push({ field, message: `must be at most ${MAX_REFERENCE} characters; dropped` });
  return null;
}

function textOf(field: string, given: unknown, warnings: Warning[]): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' || typeof given === 'number') return String(given).trim() || null;
  warnings.push({ field, message: 'must be text; dropped' });
  return null;
}

/** A time with an offset, as `dateTime` describes it. */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

function timeOf(given: unknown, warnings: Warning[]): Date | null {
  if (given === undefined || given === null || given === '') return null;
  const at = typeof given === 'string' && TIME.test(given.trim()) ? new Date(given.trim()) : null;
  if (at !== null && !Number.isNaN(at.getTime())) return at;
  const message = 'must be a time with an offset, such as 2026-03-10T12:00:00Z; the time of the report was taken';
  warnings.push({ field: 'order_at', message });
  return null;
}

function customerOf(given: unknown, warnings: Warning[]): Customer | null {
  if (given === undefined || given === null || given === '') return null;
  const found = typeof given === 'string' ? CUSTOMERS.find((one) => one === given.trim().toLowerCase()) : undefined;
  if (found === undefined)
    warnings.push({ field: 'customer', message: `must be one of ${CUSTOMERS.join(', ')}; dropped` });
  return found ?? null;
}

/** Lines are dropped as a whole: the rates of some lines would not be those of the order. */
function linesOf(given: unknown, warnings: Warning[]): GivenLine[] | null {
  if (given === undefined || given === null) return null;
  const drop = (field: string, message: string) => {
    warnings.push({ field, message: `${message}; the order was recorded without lines` });
    return null;
  };
  if (!Array.isArray(given)) return drop('lines', 'must be a list');
  if (given.length > MAX_LINES) return drop('lines', `must be at most ${MAX_LINES}`);
  const lines: GivenLine[] = [];
  for (const [index, one] of given.entries()) {
    const line = lineOf(one);
    if (typeof line === 'string')
      return drop(line === '' ? `lines.${index}` : `lines.${index}.${line}`, 'cannot be used');
    lines.push(line);
  }
  return lines;
}

const checkEntry = entryCheck(OrderReportBody, 'order');

/** The reports of orders of a batch. @param hashOf hashes references of customers of the store */
export const orderEntries = (hashOf: (reference: string) => Promise<Buffer>): BatchEntries => ({
  check: checkEntry,
  numberField: 'order_id',
  read: (entry) => storesReport(entry as Body, hashOf),
  refersToOthers: () => false,
});

const isAmount = (given: unknown): given is number | string => typeof given === 'number' || typeof given === 'string';
const cut = (text: string, max: number) => [...text].slice(0, max).join('');

/** One piece if nothing is stated; NaN if it is no number. Some shops write all numbers as text. */
function piecesOf(given: unknown): number {
  if (given === undefined || given === null || given === '') return 1;
  return isAmount(given) ? Number(given) : Number.NaN;
}

/** @returns the line, or the name of the field that cannot be used */
function lineOf(given: unknown): GivenLine | string {
  if (typeof given !== 'object' || given === null) return '';
  const { sku, category, quantity, price, discount } = given as Record<string, unknown>;
  if (!isAmount(sku) || String(sku).trim() === '') return 'sku';
  const pieces = piecesOf(quantity);
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > 1_000_000) return 'quantity';
  if (!isAmount(price)) return 'price';
  const hasDiscount = discount !== undefined && discount !== null && discount !== '';
  if (hasDiscount && !isAmount(discount)) return 'discount';
  return {
    sku: cut(String(sku).trim(), 2 * MAX_CODE),
    category: typeof category === 'string' ? cut(category.trim(), 255) || null : null,
    quantity: pieces,
    price: plainAmount(price),
    discount: hasDiscount ? plainAmount(discount as number | string) : null,
  };
}

/** Converts a line of a validated body in the same way. */
export const lineFromBody = (line: {
  sku: string;
  category?: string | undefined;
  quantity?: number | undefined;
  price: number | string;
  discount?: number | string | undefined;
}): GivenLine => lineOf(line) as GivenLine;
