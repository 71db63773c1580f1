import type { Calendar } from '../../platform/calendar.ts';
import type { PaymentProvider } from '../../platform/payment-provider/provider.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Company, FileWork } from '../payments/index.ts';

/** The payout settings of this installation. */
export interface PayoutSettings {
  /** Days for which nothing is paid to an account that was added or replaced. */
  accountDelayDays: number;
  /** Whole euros that one administrator may pay out in 24 hours without the approval of a second one. */
  approvalAboveEur: number;
  /** The base of the addresses of the register of VAT numbers; null: numbers are not checked. */
  vies: { url: string } | null;
  /** The account from which payouts are made; null: bank files cannot be created. */
  debtor: { iban: string; bic: string | null } | null;
}

/** Dependencies of the routes of payouts. */
export interface PayoutDeps {
  payouts: PayoutSettings;
  vault: Vault;
  calendar: Calendar;
  /** Reads files of banks. */
  files: FileWork;
  company: Company;
  /** Sends transfers to connected accounts, if it is Stripe. */
  paymentProvider: PaymentProvider;
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
}
