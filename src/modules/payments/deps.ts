import type { Calendar } from '../../platform/calendar.ts';
import type { PaymentProvider } from '../../platform/payment-provider/provider.ts';
import type { Company } from './company.ts';
import type { FileWork } from './file-work.ts';

/** The dependencies of the payments' routes. */
export interface PaymentDeps {
  paymentProvider: PaymentProvider;
  /** The operator, as named on invoices. */
  company: Company;
  /** Determines the current day and month. */
  calendar: Calendar;
  /** Creates and reads files of invoices. */
  files: FileWork;
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
  publicUrl: string;
  /** Days after the due date on which stores are reminded; empty: no reminders. */
  dunningDays: readonly number[];
}
