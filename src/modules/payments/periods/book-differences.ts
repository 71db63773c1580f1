import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { BOOKINGS, placeParts, planForSets } from './differences.ts';
import type { Closing, IssuedInvoice } from './issue-invoices.ts';

/**
 * Books the differences that `issueInvoices` has put on invoices. Each difference is a booking of the store's cost, the parts of
 * the creator and the agency, and the rest of the platform. The VAT of each invoice is another booking: the store owes it to the
 * platform, which owes it to the tax authority, or the platform owes it to the payee and reclaims it.
 * @returns the number of bookings
 */
export async function bookDifferences(
  tx: Database,
  closing: Closing,
  invoices: readonly IssuedInvoice[],
): Promise<number> {
  const at = closing.at.toISOString();
  const month = closing.month.first;
  await placeParts(tx);
  await planForSets(tx, true);
  const { rowCount: bookings } = await tx.execute(sql`
    INSERT INTO closing_bookings (booking, at, month, origin_kind, origin_id, store_id, user_id, agency_id, currency, quantity, cost_minor, user_minor,
      agency_minor, user_account, cost_line_id, user_line_id, client_line_id)
    SELECT nextval('bookings'), ${at}, ${month}, b.origin_kind, b.origin_id, b.store_id, b.user_id, b.agency_id, b.currency, b.quantity, b.cost_minor, b.user_minor,
      b.agency_minor, b.user_account, b.cost_line_id, b.user_line_id, b.client_line_id
    FROM (${BOOKINGS}) b`);
  await planForSets(tx, false);
  const taxed = invoices.filter(({ vatMinor }) => vatMinor !== 0).map(({ id }) => id);
  const { rowCount: ofVat } = await tx.execute(sql`
    INSERT INTO single_entries (booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor,
      origin_kind, origin_id)
    SELECT i.booking, ${at}, ${month}, e.account, 'vat', i.store_id, i.agency_id, i.user_id, i.currency, e.amount, 'vat', i.id::text
    FROM (SELECT nextval('bookings') AS booking, * FROM invoices WHERE id = ANY (${sql.param(taxed)}::bigint[])) i
    CROSS JOIN LATERAL (VALUES (i.kind, CASE i.kind WHEN 'store' THEN -i.vat_minor ELSE i.vat_minor END),
      ('vat', CASE i.kind WHEN 'store' THEN i.vat_minor ELSE -i.vat_minor END)) AS e (account, amount)`);
  return (bookings ?? 0) + (ofVat ?? 0) / 2;
}
