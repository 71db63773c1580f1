import type { Calendar } from '../../platform/calendar.ts';
import type { PaymentProvider } from '../../platform/payment-provider/provider.ts';
import type { Company } from './company.ts';
import type { FileWork } from './file-work.ts';

/** The dependencies of the payments' routes. */
export interface PaymentDeps {
  paymentProvider: PaymentProvider;
  /** Who runs this platform, as invoices name it. */
  company: Company;
  /** Says which day, and so which month, it is. */
  calendar: Calendar;
  /** Makes and reads files of invoices. */
  files: FileWork;
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
  publicUrl: string;
  /** Days after the due date on which stores are reminded; empty: never. */
  dunningDays: readonly number[];
}
