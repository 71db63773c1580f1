import type { BankMovement } from '../../../platform/bank-files/bank-report.ts';

/** A movement with its amount in minor units; null: the bank did not state it, or the currency has fewer decimals. */
export interface Movement extends Omit<BankMovement, 'amount'> {
  amountMinor: number | null;
  /** Identifies the movement; equal for the same movement in another file. */
  key: Buffer;
}
