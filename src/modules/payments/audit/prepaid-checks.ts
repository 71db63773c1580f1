import { sql } from 'drizzle-orm';
import { type Check, roundedBy } from './checks.ts';

/** Prepaid balances and credit notes against the ledger and their invoices. */
export const PREPAID: readonly Check[] = [
  {
    title: 'Prepaid balances equal the ledger and are not negative',
    examined: sql`SELECT count(*) FROM store_credit`,
    faults: sql`
      SELECT 'store ' || store_id || ': kept ' || coalesce(c.prepaid_minor, 0) || ', booked ' || coalesce(e.minor, 0) AS fault
      FROM store_credit c FULL JOIN (
        SELECT e.store_id, sum(e.amount_minor) AS minor, bool_and(e.currency = s.currency) AS is_own
        FROM ledger_entries e JOIN stores s ON s.id = e.store_id WHERE e.account = 'prepaid' GROUP BY e.store_id
      ) e USING (store_id)
      WHERE coalesce(c.prepaid_minor, 0) <> coalesce(e.minor, 0) OR e.minor < 0 OR NOT e.is_own`,
  },
  {
    title: 'Prepayments are booked in full on the accounts prepaid and bank',
    examined: sql`SELECT count(*) FROM prepayments`,
    faults: sql`
      SELECT 'prepayment ' || coalesce(p.id::text, e.origin_id) || ': ' || coalesce(p.amount_minor, 0) || ', booked ' || coalesce(e.minor, 0) AS fault
      FROM prepayments p FULL JOIN (
        SELECT e.origin_id, e.store_id, e.currency, sum(e.amount_minor) AS minor, sum(b.amount_minor) AS bank
        FROM single_entries e LEFT JOIN single_entries b ON b.booking = e.booking AND b.account = 'bank'
        WHERE e.origin_kind = 'prepayment' AND e.account = 'prepaid' GROUP BY e.origin_id, e.store_id, e.currency
      ) e ON e.origin_id = p.id::text
      WHERE (p.store_id, p.currency, p.amount_minor, -p.amount_minor) IS DISTINCT FROM (e.store_id, e.currency, e.minor, e.bank)`,
  },
  {
    title: 'Credit notes do not exceed their invoices, have the same VAT rate, and are settled',
    examined: sql`SELECT count(*) FROM invoices WHERE credits_id IS NOT NULL`,
    faults: sql`
      SELECT 'invoice ' || i.number || ': ' || i.net_minor || ', credited ' || -n.net AS fault FROM invoices i JOIN (
        SELECT credits_id, sum(net_minor) AS net, sum(vat_minor) AS vat, sum(offset_minor) AS offset_minor, bool_and(offset_minor + prepaid_minor = total_minor)
          AS is_settled, min(store_id) AS store_id, min(currency) AS currency, min(vat_rate_ppm) AS rate, max(vat_rate_ppm) AS max_rate, min(vat_note) AS note,
          max(vat_note) AS max_note
        FROM invoices WHERE credits_id IS NOT NULL GROUP BY credits_id
      ) n ON n.credits_id = i.id ${roundedBy(sql`i.currency`)}
      WHERE i.credits_id IS NOT NULL OR i.net_minor + n.net < 0 OR abs(n.vat + vat_of(-n.net::bigint, i.vat_rate_ppm)) >= unit.minor OR i.offset_minor <> -n.offset_minor
        OR NOT n.is_settled OR (i.store_id, i.currency, i.vat_rate_ppm, i.vat_rate_ppm, i.vat_note, i.vat_note)
          <> (n.store_id, n.currency, n.rate, n.max_rate, n.note, n.max_note)
      UNION ALL
      SELECT 'invoice ' || i.number || ': set off ' || i.offset_minor || ' without a credit note' FROM invoices i
      WHERE i.offset_minor > 0 AND NOT EXISTS (SELECT FROM invoices n WHERE n.credits_id = i.id)`,
  },
];
