export const REPORT_KINDS = ['camt.052', 'camt.053', 'camt.054', 'pain.002'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The content of a file of a bank, independent of the format. */
export interface BankReport {
  /** The kind of the first report. */
  kind: ReportKind;
  /** The message id of the first report. */
  messageId: string;
  /** Each statement of an account, and each status report, in the order of the file. One of them never reports a payment twice. */
  parts: ReportPart[];
}

/** One statement of an account, or one report of statuses. */
export interface ReportPart {
  movements: BankMovement[];
  statuses: PaymentStatus[];
}

/** A decimal number as the bank writes it, and its currency. */
export interface StatedAmount {
  amount: string;
  currency: string;
}

/** A booked movement of the account. */
export interface BankMovement {
  direction: 'in' | 'out';
  /**
   * What moved on the account, decimal; null if the bank states only the sum of several payments, or no valid amount. An amount of
   * several payments of an entry is that of the payment.
   */
  amount: string | null;
  /** Of the account. Empty if the bank states no valid one. */
  currency: string;
  /** The amount of the entry, also where it contains several payments. */
  entryAmount: string | null;
  /** Other amounts that the bank states for the payment: instructed, and of the transaction; also in other currencies. */
  stated: StatedAmount[];
  /** Charges of the bank within the entry, in the currency of the account. */
  charges: string[];
  /** The day of the booking, otherwise the value day; `YYYY-MM-DD`. */
  day: string | null;
  /** The value day, if the bank states it. */
  valueDay: string | null;
  /** IBAN or number of the account; null if the bank does not state it. */
  account: string | null;
  /** Identifies the statement: ids of the message and of the statement. */
  statement: string;
  endToEndId: string | null;
  /** The payer's text, and structured references. */
  reference: string;
  /** The other party. */
  party: string;
  /**
   * The bank's references of the movement, each with its kind: `entry:` of the entry, `detail:` of the payment, `uetr:` and `tx:` of
   * the payment in the whole chain of banks. Placeholders are left out.
   */
  bankReferences: string[];
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
