import { InvalidInput } from '../../../platform/errors/errors.ts';
import type { LineRefund } from './refund.ts';

interface LineRefundBody<Amount> {
  line: number;
  quantity?: number;
  amount?: Amount;
}

/**
 * Reads the refunds of lines from a body.
 * @param minorOf converts an amount to minor units of the reported currency; throws InvalidInput naming the given field
 * @throws InvalidInput naming `refunded_lines`
 */
export function readLineRefunds<Amount>(
  lines: readonly LineRefundBody<Amount>[] | undefined,
  minorOf: (field: string, amount: Amount) => number,
): LineRefund[] | undefined {
  return lines?.map(({ line, quantity, amount }, index) => {
    const path = `refunded_lines.${index}`;
    if (amount !== undefined && quantity === undefined) return { line, amountMinor: minorOf(`${path}.amount`, amount) };
    if (amount === undefined && quantity !== undefined) return { line, quantity };
    throw new InvalidInput({ [`${path}.quantity`]: ['either quantity or amount must be given'] });
  });
}
