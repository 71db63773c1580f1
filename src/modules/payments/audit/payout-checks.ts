import { sql } from 'drizzle-orm';
import type { Check } from './checks.ts';

/** Payout runs against the ledger, and their files against their payouts. */
export const PAYOUTS: readonly Check[] = [
  {
    title: 'Payouts are booked as they were paid and returned, on the payee’s account and the bank’s',
    examined: sql`SELECT count(*) FROM payouts`,
    faults: sql`
      SELECT 'payout ' || coalesce(p.id::text, e.origin_id) || ': ' || coalesce(p.status, 'missing') || ' of ' || coalesce(p.amount_minor, 0)
        || ', booked ' || coalesce(e.payee, 0) || ' and ' || coalesce(e.bank, 0) AS fault
      FROM payouts p FULL JOIN (
        SELECT e.origin_id, e.currency, e.user_id, e.agency_id, sum(-e.amount_minor) FILTER (WHERE e.account <> 'bank') AS payee,
          sum(b.amount_minor) AS bank, count(*) AS entries, min(e.account) AS account
        FROM single_entries e LEFT JOIN single_entries b ON b.booking = e.booking AND b.account = 'bank'
        WHERE e.origin_kind = 'payout' AND e.account <> 'bank' GROUP BY e.origin_id, e.currency, e.user_id, e.agency_id
      ) e ON e.origin_id = p.id::text
      WHERE CASE WHEN p.status IN ('paid', 'returned') THEN
          (p.account, p.currency, p.user_id, p.agency_id, CASE p.status WHEN 'paid' THEN p.amount_minor ELSE 0 END,
            CASE p.status WHEN 'paid' THEN p.amount_minor ELSE 0 END, CASE p.status WHEN 'paid' THEN 1 ELSE 2 END)
          IS DISTINCT FROM (e.account, e.currency, e.user_id, e.agency_id, e.payee, e.bank, e.entries)
        ELSE p.id IS NULL OR e.origin_id IS NOT NULL END`,
  },
  {
    title: 'Payouts have the account and the currency of their run and payee',
    examined: sql`SELECT count(*) FROM payouts`,
    faults: sql`
      SELECT 'payout ' || p.id AS fault FROM payouts p JOIN payout_runs r ON r.id = p.run_id JOIN payout_accounts a ON a.id = p.payout_account_id
      JOIN payees e ON e.id = a.payee_id
      WHERE p.currency <> r.currency OR (p.user_id, p.agency_id) IS DISTINCT FROM (e.user_id, e.agency_id)
        OR a.currency IS NOT NULL AND a.currency <> p.currency`,
  },
  {
    title: 'Files of payout runs state their payouts, each once',
    examined: sql`SELECT count(*) FROM payout_files`,
    faults: sql`
      SELECT 'file ' || f.id || ': says ' || f.payouts || ' payouts of ' || f.total_minor || ', has ' || count(p.id) || ' of '
        || coalesce(sum(p.amount_minor), 0) AS fault
      FROM payout_files f LEFT JOIN payouts p ON p.file_id = f.id AND p.run_id = f.run_id
      GROUP BY f.id HAVING (f.payouts, f.total_minor) IS DISTINCT FROM (count(p.id), sum(p.amount_minor))
      UNION ALL
      SELECT 'payout ' || p.id || ' is ' || p.status || ' and in ' || CASE WHEN p.file_id IS NULL THEN 'no file' ELSE 'a file' END
      FROM payouts p JOIN payout_runs r ON r.id = p.run_id
      WHERE (p.file_id IS NULL) <> (r.exported_at IS NULL OR p.status = 'dropped')`,
  },
  {
    title: 'Transfers of Stripe are of payouts to accounts there, and were sent if and only if the payout was paid',
    examined: sql`SELECT count(*) FROM payout_transfers`,
    faults: sql`
      SELECT 'payout ' || p.id || ': ' || p.status || ', transfer ' || coalesce(t.status, 'missing') AS fault
      FROM payouts p JOIN payout_accounts a ON a.id = p.payout_account_id LEFT JOIN payout_transfers t ON t.payout_id = p.id
      WHERE CASE WHEN a.method <> 'stripe' THEN t.payout_id IS NOT NULL
        ELSE (t.payout_id IS NULL) <> (p.file_id IS NULL) OR (t.status = 'sent') <> (p.status IN ('paid', 'returned')) END`,
  },
  {
    title: 'Invoices that a payment at Stripe pays are paid, with its amount',
    examined: sql`SELECT count(*) FROM payment_links`,
    faults: sql`
      SELECT 'payment link ' || l.id || ': ' || l.amount_minor || ' ' || l.currency || ', invoice ' || i.number || ': '
        || i.total_minor - i.offset_minor - i.prepaid_minor || ' ' || i.currency || CASE WHEN i.paid_at IS NULL THEN ', open' ELSE '' END AS fault
      FROM payment_links l JOIN invoices i ON i.id = l.invoice_id
      WHERE l.is_booked AND (i.paid_at IS NULL OR (l.amount_minor, l.currency) <> (i.total_minor - i.offset_minor - i.prepaid_minor, i.currency))`,
  },
  {
    title: 'Runs that needed approval were approved by another administrator before their export',
    examined: sql`SELECT count(*) FROM payout_runs`,
    faults: sql`SELECT 'run ' || id AS fault FROM payout_runs
      WHERE exported_at IS NOT NULL AND needs_approval AND (approved_by IS NULL OR approved_by = created_by OR approved_at > exported_at)`,
  },
];
