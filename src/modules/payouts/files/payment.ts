import type { AccountDetails } from '../payout-accounts/account-details.ts';

/** A payment as a file states it. */
export interface Payment {
  endToEndId: string;
  amountMinor: number;
  to: AccountDetails;
  /** Street, postal code, city and country of the payee. */
  address: { street: string; postalCode: string; city: string; country: string };
}

/** The common data of a payment file. */
export interface PaymentBatch {
  /** The id of the file; at most 33 characters. */
  messageId: string;
  currency: string;
  createdAt: Date;
  /** The day on which the bank is to pay, `YYYY-MM-DD`. */
  executeOn: string;
  /** The account that is charged, and its holder. */
  debtor: { name: string; iban: string; bic: string | null };
}
