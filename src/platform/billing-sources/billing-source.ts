import type { IncomingHttpHeaders } from 'node:http';

/** The kinds of records of a billing source (migrations/0400_billing_sources.sql). */
type RecordKind = 'sale' | 'payment' | 'checkout' | 'subscription' | 'refund' | 'refunded' | 'dispute' | 'credit';

/** An amount in minor units of an ISO 4217 currency. */
export interface BilledAmount {
  minor: number;
  currency: string;
}

/** The state of one record of a billing source, as an event tells it. Omitted fields are unknown. */
export interface BillingRecord {
  kind: RecordKind;
  /** The source's id; of a `payment`, that of the payment. */
  id: string;
  /** Of two states with the same time, the higher rank is the later one; 0 by default. */
  rank?: number;
  /** The sale that it belongs to. */
  sale?: string | null;
  payment?: string | null;
  subscription?: string | null;
  /** The source's id of the customer. */
  customer?: string | null;
  /** A text that may contain the id of a click. */
  click?: string | null;
  /** When a sale was paid, or the trial of a subscription began. */
  at?: Date | null;
  /** When a subscription began after its trial, or without one. */
  startedAt?: Date | null;
  /** The value of a sale without tax, or what was repaid with tax. */
  amount?: BilledAmount;
  /** What was paid for a sale, with tax, in minor units of the same currency. */
  paidMinor?: number;
  /** Whether a repayment is in force; true by default. */
  counts?: boolean;
}

/** An event of a billing source. */
export interface BillingEvent {
  /** The source's name of its kind: `invoice.paid`. */
  kind: string;
  /** When it happened. */
  at: Date;
  /** Whether no real money is concerned. */
  isTest: boolean;
  /** What it says; empty if it does not concern orders. */
  records: BillingRecord[];
  /** What cannot be used, by field of a report of an order. */
  errors: Record<string, string[]>;
}

/** A system that bills subscriptions and reports what happens by signed webhooks. */
export interface BillingSource {
  /** The kinds of events that the store selects there. */
  readonly events: readonly string[];
  /**
   * Whether one of the secrets has signed the body lately.
   * @param by.at the time of arrival, from which the age of the signature is measured; null: it may have any age
   */
  isSigned(body: Buffer, headers: IncomingHttpHeaders, by: { secrets: readonly string[]; at: Date | null }): boolean;
  /** Reads the body of a signed event; null if it is none. */
  read(body: Buffer): BillingEvent | null;
}
