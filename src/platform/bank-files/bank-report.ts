/** The content of a bank report, independent of the format. */
export interface BankReport {
  kind: 'camt.053' | 'camt.054' | 'pain.002';
  messageId: string;
  /** Movements of the account; empty for a pain.002. */
  movements: BankMovement[];
  /** Statuses of payments; empty for a statement. */
  statuses: PaymentStatus[];
}

/** A booked movement of the account. */
export interface BankMovement {
  direction: 'in' | 'out';
  /** Decimal, as the bank writes it; null if the bank states only the sum of several payments. */
  amount: string | null;
  currency: string;
  /** `YYYY-MM-DD` */
  day: string;
  endToEndId: string | null;
  /** The payer's text, and structured references. */
  reference: string;
  /** The other party. */
  party: string;
  /** The bank's own id of the movement. */
  bankReference: string | null;
  /** For the return of an earlier payment: the code of the reason. */
  returnReason: string | null;
}

/** A status of one payment, of a block of payments, or of a whole file. */
export interface PaymentStatus {
  /** The message id of the file to which the status refers. */
  originalMessageId: string;
  /** Null if the status applies to the whole file. */
  originalBlockId: string | null;
  /** Null if the status applies to the whole block. */
  endToEndId: string | null;
  /** `RJCT`, `ACSP`, … */
  status: string;
  reason: string;
}

/** The file is not a readable report. The message is a phrase that follows the name of the file. */
export class UnreadableReport extends Error {}

/** Maximum number of movements and statuses in one file. */
export const MAX_REPORT_ENTRIES = 10_000;
