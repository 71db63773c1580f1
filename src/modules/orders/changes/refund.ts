import Big from 'big.js';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { type OrderLine, refundedOfLines } from '../reports/lines.ts';
import type { OrderRow } from '../reports/order-row.ts';
import type { Warning } from '../reports/warnings.ts';

/** The whole refund of one line: a number of pieces, or an amount in minor units of the reported currency. */
export type LineRefund = { line: number } & ({ quantity: number } | { amountMinor: number });

/** A change of refunds. Omitted fields are unchanged. */
export interface RefundChange {
  /** The sum of all refunds, in minor units of the reported currency. Repeating it has no effect. */
  refundedMinor?: number | undefined;
  /** Refunds of single lines. Lines that are not named keep theirs. */
  refundedLines?: readonly LineRefund[] | undefined;
}

/** The refunds of an order after a change. */
export interface Refund {
  /** All refunds together, in minor units of the reported currency. */
  refundedMinor: number;
  /** Null: the lines are unchanged, or there are none. */
  lines: readonly OrderLine[] | null;
  /** The changed lines for the history, as `line: minor units`. */
  changed: string;
}

type RefundedOrder = Pick<OrderRow, 'originalMinor' | 'originalCurrency' | 'originalRefundedMinor' | 'lines'>;

/**
 * Computes the refunds of an order after a change. The sum of all refunds consists of the refunds of lines and a rest that
 * concerns no line. Unless the sum is given, the rest remains, limited by the value of the order. A refund beyond what is possible counts as far as it goes.
 * @param warnings receives what was limited
 * @returns null if nothing changes
 * @throws InvalidInput naming `refunded_lines` for lines that the order does not have
 */
export function refundAfter(
  order: RefundedOrder,
  { refundedMinor: given, refundedLines }: RefundChange,
  warnings: Warning[],
): Refund | null {
  const { originalMinor, originalCurrency: currency, originalRefundedMinor: before } = order;
  const lines = refundedLines === undefined ? order.lines : refundLines(order, refundedLines, warnings);
  const ofLines = refundedOfLines(lines);
  const rest = before - refundedOfLines(order.lines);
  const refundedMinor = Math.max(ofLines, Math.min(given ?? ofLines + rest, originalMinor));
  const words = (minor: number) => `${toDecimalString({ minor, currency })} ${currency}`;
  const limited = (message: string) =>
    warnings.push({ field: 'refunded', message: `${message}; so much was recorded` });
  if (given !== undefined && given > originalMinor)
    limited(`must be at most ${words(originalMinor)}, what the order was worth`);
  if (given !== undefined && given < ofLines) limited(`must be at least ${words(ofLines)}, the refunds of its lines`);
  const changed = (lines ?? []).flatMap((line, index) =>
    line.refunded_minor === order.lines![index]!.refunded_minor ? [] : `${index + 1}: ${line.refunded_minor}`,
  );
  if (refundedMinor === before && changed.length === 0) return null;
  return { refundedMinor, lines: changed.length === 0 ? null : lines, changed: changed.join(', ') };
}

function refundLines(order: RefundedOrder, refunds: readonly LineRefund[], warnings: Warning[]): readonly OrderLine[] {
  const { lines, originalCurrency: currency } = order;
  if (lines === null) throw new InvalidInput({ refunded_lines: ['must not be given: the order has no lines'] });
  const errors: Record<string, string[]> = {};
  const after = [...lines];
  const named = new Set<number>();
  for (const [index, refund] of refunds.entries()) {
    const path = `refunded_lines.${index}`;
    const line = lines[refund.line - 1];
    if (line === undefined)
      errors[`${path}.line`] = [`must be the number of a line of the order, 1 to ${lines.length}`];
    else if (named.has(refund.line)) errors[`${path}.line`] = ['must not be named twice'];
    else
      after[refund.line - 1] = {
        ...line,
        ...refundOfLine(line, limitedTo(line, refund, { path, currency, warnings })),
      };
    named.add(refund.line);
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return after;
}

/** A refund of a line, at most of all its pieces or its whole value. @param warnings receives what was limited */
function limitedTo(
  line: OrderLine,
  refund: LineRefund,
  { path, currency, warnings }: { path: string; currency: string; warnings: Warning[] },
): LineRefund {
  if ('quantity' in refund) {
    if (refund.quantity <= line.quantity) return refund;
    const message = `must be at most ${line.quantity}, the quantity of the line; so much was recorded`;
    warnings.push({ field: `${path}.quantity`, message });
    return { ...refund, quantity: line.quantity };
  }
  if (refund.amountMinor <= line.value_minor) return refund;
  const most = `${toDecimalString({ minor: line.value_minor, currency })} ${currency}`;
  warnings.push({
    field: `${path}.amount`,
    message: `must be at most ${most}, the value of the line; so much was recorded`,
  });
  return { ...refund, amountMinor: line.value_minor };
}

/** Pieces are refunded in proportion to the value of their line, rounded half up: all pieces are the full value. */
function refundOfLine(line: OrderLine, refund: LineRefund): Pick<OrderLine, 'refunded_minor' | 'refunded_quantity'> {
  if ('amountMinor' in refund) return { refunded_minor: refund.amountMinor, refunded_quantity: null };
  const minor = new Big(line.value_minor).times(refund.quantity).div(line.quantity).round(0, Big.roundHalfUp);
  return { refunded_minor: minor.toNumber(), refunded_quantity: refund.quantity };
}
