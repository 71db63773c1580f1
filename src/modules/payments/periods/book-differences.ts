import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Closing, IssuedInvoice } from './issue-invoices.ts';

/**
 * Books the differences that `issueInvoices` has put on invoices. Each difference is a booking of the store's cost, the parts of
 * the creator and the agency, and the rest of the platform. The VAT of each invoice is another booking: the store owes it to the
 * platform, which owes it to the tax authority, or the platform owes it to the payee and reclaims it.
 */
export async function bookDifferences(
  tx: Database,
  closing: Closing,
  invoices: readonly IssuedInvoice[],
): Promise<void> {
  const at = closing.at.toISOString();
  const month = closing.month.first;
  await tx.execute(sql`
    INSERT INTO ledger_entries (booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor, quantity, origin_kind,
      origin_id, invoice_line_id)
    SELECT e.booking, ${at}, ${month}, e.account, e.part, d.store_id, d.agency_id, d.user_id, d.currency, e.amount_minor, e.quantity,
      d.origin_kind, d.origin_id, e.line_id
    FROM differences d JOIN (
      SELECT p.booking, p.account, p.part, p.amount_minor, p.quantity, il.id AS line_id
      FROM parts p JOIN lines l ON l.account = p.account AND l.party = p.party AND l.currency = p.currency AND l.kind = p.kind AND l.vat_rate_ppm = p.vat_rate_ppm AND l.vat_note = p.vat_note
        AND l.about = p.about AND l.adjusts IS NOT DISTINCT FROM p.adjusts
      JOIN invoice_lines il ON il.invoice_id = l.invoice_id AND il.position = l.position
      UNION ALL
      SELECT booking, 'platform', 'platform', cost_minor - user_minor - agency_minor, 0, NULL FROM differences
      WHERE cost_minor <> user_minor + agency_minor
    ) e ON e.booking = d.booking ORDER BY e.booking, e.account`);
  const taxed = invoices.filter(({ vatMinor }) => vatMinor !== 0).map(({ id }) => id);
  await tx.execute(sql`
    INSERT INTO ledger_entries (booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor,
      origin_kind, origin_id)
    SELECT i.booking, ${at}, ${month}, e.account, 'vat', i.store_id, i.agency_id, i.user_id, i.currency, e.amount, 'vat', i.id::text
    FROM (SELECT nextval('bookings') AS booking, * FROM invoices WHERE id = ANY (${sql.param(taxed)}::bigint[])) i
    CROSS JOIN LATERAL (VALUES (i.kind, CASE i.kind WHEN 'store' THEN -i.vat_minor ELSE i.vat_minor END),
      ('vat', CASE i.kind WHEN 'store' THEN i.vat_minor ELSE -i.vat_minor END)) AS e (account, amount)`);
}
