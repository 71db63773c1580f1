import { proportion } from '../../../platform/billing-sources/proportion.ts';

/** A repayment of a sale, or the sum of the refunds of a charge; amounts with tax, in minor units. */
export interface Repayment {
  kind: 'refund' | 'refunded' | 'dispute' | 'credit';
  amountMinor: number;
  /** Whether it is in force. */
  counts: boolean;
  statedAt: Date;
}

/** A sale, in minor units of its currency. */
interface Sale {
  /** Without tax. */
  amountMinor: number;
  /** With tax. */
  paidMinor: number;
}

/**
 * Computes what of a sale has been refunded, without tax. Charges state the sum of their refunds, and refunds state themselves; the larger of the two counts, less
 * refunds that failed after the charge was stated. Disputed amounts and repayments outside of the source are added. Everything together is at most the sale.
 * @returns minor units, in proportion to the tax, rounded half up
 */
export function repaidOf({ amountMinor, paidMinor }: Sale, repayments: readonly Repayment[]): number {
  const sumOf = (some: readonly Repayment[]) => some.reduce((sum, one) => sum + one.amountMinor, 0);
  const ofKind = (kind: Repayment['kind']) => repayments.filter((one) => one.kind === kind);
  const refunds = ofKind('refund');
  const totals = ofKind('refunded');
  const statedAt = Math.max(...totals.map((one) => one.statedAt.getTime()), 0);
  const failedSince = refunds.filter((one) => !one.counts && one.statedAt.getTime() >= statedAt);
  const refunded = Math.max(sumOf(totals) - sumOf(failedSince), sumOf(refunds.filter(({ counts }) => counts)));
  const others = [...ofKind('dispute'), ...ofKind('credit')].filter(({ counts }) => counts);
  const repaid = Math.min(refunded + sumOf(others), paidMinor);
  return proportion(amountMinor, repaid, paidMinor);
}
