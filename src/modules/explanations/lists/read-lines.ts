import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { LineFacts } from '../explain-line.ts';

/** An invoice or a statement, as the page of its lines shows it; amounts in minor units. */
export type InvoiceFacts = Pick<
  LineFacts,
  | 'invoiceId'
  | 'number'
  | 'invoiceKind'
  | 'month'
  | 'currency'
  | 'netMinor'
  | 'vatMinor'
  | 'vatRatePpm'
  | 'isPaid'
  | 'storeId'
  | 'agencyId'
  | 'userId'
  | 'currentAgencyId'
> & { totalMinor: number };

/** A line of an invoice or a statement. */
export type InvoiceLine = Pick<LineFacts, 'position' | 'kind' | 'about' | 'quantity' | 'amountMinor' | 'adjusts'>;

/** Reads an invoice by its id; null when there is none. */
export async function readInvoiceFacts(db: Database, id: number): Promise<InvoiceFacts | null> {
  const { rows } = await db.execute<InvoiceFacts & Record<string, unknown>>(sql`
    SELECT i.id AS "invoiceId", i.number, i.kind AS "invoiceKind", to_char(i.month, 'YYYY-MM') AS month, i.currency, i.net_minor AS "netMinor",
      i.vat_minor AS "vatMinor", i.vat_rate_ppm AS "vatRatePpm", i.total_minor AS "totalMinor", i.paid_at IS NOT NULL AS "isPaid",
      i.store_id AS "storeId", i.agency_id AS "agencyId", i.user_id AS "userId", u.agency_id AS "currentAgencyId"
    FROM invoices i LEFT JOIN users u ON u.id = i.user_id WHERE i.id = ${id}`);
  return rows[0] ?? null;
}

/**
 * Reads one page of an invoice's lines, in order. @param after the position of the last line of the previous page; 0 for the
 * first page
 */
export async function listInvoiceLines(
  { db }: Pick<Context, 'db'>,
  { invoiceId, after, size }: { invoiceId: number; after: number; size: number },
): Promise<InvoiceLine[]> {
  const { rows } = await db.execute<InvoiceLine & Record<string, unknown>>(sql`
    SELECT position, kind, description AS about, quantity, amount_minor AS "amountMinor", to_char(adjusts, 'YYYY-MM') AS adjusts
    FROM invoice_lines WHERE invoice_id = ${invoiceId} AND position > ${after} ORDER BY position LIMIT ${size}`);
  return rows;
}
