import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Company } from '../company.ts';
import { paymentCode } from './payment-code.ts';

/** An invoice that a store has to pay. */
export interface UnpaidInvoice {
  id: number;
  number: string;
  /** `YYYY-MM` */
  month: string;
  currency: string;
  /** `YYYY-MM-DD` */
  dueOn: string;
  isOverdue: boolean;
  /** What is left to pay, after credit notes and payments from the prepaid balance. */
  openMinor: number;
}

/** Reads the unpaid invoices of a store, the earliest due day first. An invoice is overdue from the day after it. */
export async function readUnpaidInvoices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  calendar: Calendar,
  storeId: number,
): Promise<UnpaidInvoice[]> {
  const today = calendar.dayOf(now().getTime());
  const { rows } = await db.execute<UnpaidInvoice & Record<string, unknown>>(sql`
    SELECT id, number, to_char(month, 'YYYY-MM') AS month, currency, payment_date AS "dueOn", payment_date < ${today}::date AS "isOverdue",
      open_minor AS "openMinor"
    FROM invoices WHERE kind = 'store' AND store_id = ${storeId} AND paid_at IS NULL AND open_minor > 0 ORDER BY payment_date, id`);
  return rows;
}

/**
 * The text of the QR code that banking apps pay an unpaid invoice with.
 * @returns null if there is none for the invoice's currency, or the company's account has no IBAN
 */
export function codeOfInvoice(company: Company, { currency, openMinor, number }: UnpaidInvoice): string | null {
  if (company.account === undefined) return null;
  return paymentCode({ name: company.name, account: company.account, currency, minor: openMinor, reference: number });
}

/** Reads the QR code of an unpaid invoice of a store. @throws NotFound if the store has no such unpaid invoice, or it has no code */
export async function readPaymentCode(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar, company }: { calendar: Calendar; company: Company },
  { storeId, invoiceId }: { storeId: number; invoiceId: number },
): Promise<string> {
  const invoices = await readUnpaidInvoices(ctx, calendar, storeId);
  const invoice = invoices.find(({ id }) => id === invoiceId);
  if (invoice === undefined) throw new NotFound('invoice');
  const code = codeOfInvoice(company, invoice);
  if (code === null) throw new NotFound('payment code');
  return code;
}
