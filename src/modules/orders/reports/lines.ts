import Big from 'big.js';
import { type SQL, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../platform/money.ts';
import { isReportedAmount, signedMinor } from './amounts.ts';

/** The maximum number of lines of one order. */
export const MAX_LINES = 200;

/** A line as a store reports it. Amounts are decimal numbers of the order's currency. */
export interface GivenLine {
  sku: string;
  category: string | null;
  quantity: number;
  /** Price of one piece. */
  price: string;
  /** Discount on the whole line. */
  discount: string | null;
}

/** A line of a report, as it is stored. */
export interface ReportedLine {
  sku: string;
  category: string | null;
  quantity: number;
  /** In minor units of the reported currency: price × quantity less the discount. */
  value_minor: number;
}

/** A line of an order, as it is stored. Rates in millionths; the database computes them from the order's terms (`priced_lines`). */
export interface OrderLine extends ReportedLine {
  /** Refund of this line, in minor units of the reported currency. */
  refunded_minor: number;
  /** The number of refunded pieces; null: the refund was reported as an amount. */
  refunded_quantity: number | null;
  /** The position of the rule of the campaign that sets its rate; null: it has the order rate of its terms. */
  rule: number | null;
  cpa_ppm: number;
  invoice_cpa_ppm: number;
}

/**
 * Validates lines and computes their values, each rounded as `reportedToMinor` does. The values must add up to the value of the order; otherwise
 * the commission by line would not be the commission of the order.
 * @param order the value of the order; null: the sum of the lines
 * @param errors receives the errors, by field
 */
export function readLines(
  lines: readonly GivenLine[],
  order: { valueMinor: number | null; currency: string },
  errors: Record<string, string[]>,
): ReportedLine[] {
  const read = lines.map((line, index) => readLine(line, { path: `lines.${index}`, currency: order.currency, errors }));
  if (Object.keys(errors).some((field) => field.startsWith('lines.'))) return read;
  const sumMinor = read.reduce((sum, line) => sum + line.value_minor, 0);
  if (order.valueMinor !== null && sumMinor !== order.valueMinor) {
    const words = (minor: number) => toDecimalString({ minor, currency: order.currency });
    errors.lines = [
      `must add up to order_value: the lines are worth ${words(sumMinor)}, the order ${words(order.valueMinor)}`,
    ];
  }
  if (sumMinor < 0) errors.lines = ['must not be worth less than 0 together'];
  return errors.lines === undefined ? withoutNegatives(read) : read;
}

/**
 * Distributes what lines with a negative value (gift cards, discounts as lines) take off over the other lines, in proportion to their values. The
 * sum remains, and no line has a negative commission.
 */
function withoutNegatives(lines: readonly ReportedLine[]): ReportedLine[] {
  const positiveMinor = lines.reduce((sum, { value_minor: minor }) => sum + Math.max(minor, 0), 0);
  const takenMinor = lines.reduce((sum, { value_minor: minor }) => sum - Math.min(minor, 0), 0);
  if (takenMinor === 0) return [...lines];
  let beforeMinor = 0;
  const leftUpTo = (minor: number) =>
    new Big(minor)
      .times(positiveMinor - takenMinor)
      .div(positiveMinor)
      .round(0, Big.roundHalfUp)
      .toNumber();
  return lines.map((line) => {
    const minor = Math.max(line.value_minor, 0);
    const leftMinor = minor === 0 ? 0 : leftUpTo(beforeMinor + minor) - leftUpTo(beforeMinor);
    beforeMinor += minor;
    return { ...line, value_minor: leftMinor };
  });
}

function readLine(
  { sku, category, quantity, price, discount }: GivenLine,
  { path, currency, errors }: { path: string; currency: string; errors: Record<string, string[]> },
): ReportedLine {
  const line = { sku, category, quantity, value_minor: 0 };
  if (sku === '') errors[`${path}.sku`] = ['must not be empty'];
  const wrong = Object.entries({ price, discount: discount ?? '0' }).filter(([, amount]) => !isReportedAmount(amount));
  for (const [field] of wrong) errors[`${path}.${field}`] = ['must be a decimal number such as 129.50'];
  if (wrong.length > 0) return line;
  const value = new Big(price).times(quantity).minus(discount ?? '0');
  const minor = signedMinor(value, currency);
  if (minor === null) errors[`${path}.price`] = ['must be at most a billion for the line'];
  return { ...line, value_minor: minor ?? 0 };
}

/** The lines of a reported order, without refunds, as a parameter of a statement. The database adds the rates. */
export function linesValue(lines: readonly ReportedLine[] | null): SQL {
  const fresh = lines?.map((line) => ({ ...line, refunded_minor: 0, refunded_quantity: null }));
  return sql`${fresh === undefined ? null : JSON.stringify(fresh)}::jsonb`;
}

/** Whether two lists describe the same lines, regardless of refunds. */
export function hasSameLines(one: readonly ReportedLine[] | null, other: readonly ReportedLine[] | null): boolean {
  const key = (lines: readonly ReportedLine[] | null) =>
    JSON.stringify(lines?.map(({ sku, category, quantity, value_minor }) => [sku, category, quantity, value_minor]));
  return key(one) === key(other);
}

/** The sum of the refunds of the lines, in minor units of the reported currency. */
export const refundedOfLines = (lines: readonly OrderLine[] | null): number =>
  (lines ?? []).reduce((sum, line) => sum + line.refunded_minor, 0);
