-- The ledger as double entry: each posting debits one role of the chart of accounts and credits another with an amount in minor units, negative for what is
-- reversed. This is the only place where entries are mapped to accounts. What the platform keeps has no posting: it is revenue less costs.
CREATE OR REPLACE VIEW accounting_postings AS
  SELECT e.id AS entry_id, e.month, e.at, CASE WHEN e.origin_kind = 'paid' AND e.account = 'store' OR e.origin_kind = 'prepayment' THEN 'received'
      WHEN e.origin_kind = 'prepaid' THEN 'prepaid' WHEN e.part = 'payment' THEN 'paid_out'
      WHEN e.origin_kind = 'credit_note' OR n.id IS NOT NULL THEN 'credit_note' ELSE 'closing' END AS kind,
    p.debit, p.credit, e.currency, p.minor AS amount_minor
  FROM ledger_entries e LEFT JOIN invoice_lines l ON l.id = e.invoice_line_id LEFT JOIN invoices i ON i.id = l.invoice_id
  LEFT JOIN invoices n ON e.origin_kind = 'vat' AND n.credits_id IS NOT NULL AND n.id::text = e.origin_id
  CROSS JOIN LATERAL (SELECT CASE e.account WHEN 'client' THEN 'payables_agencies' ELSE 'payables_creators' END AS payables) a
  CROSS JOIN LATERAL (
    SELECT 'receivables' AS debit, CASE i.vat_note WHEN 'reverse_charge' THEN 'revenue_eu' WHEN 'outside_eu' THEN 'revenue_outside_eu'
      ELSE 'revenue_domestic' END AS credit, -e.amount_minor AS minor WHERE e.part = 'cost'
    UNION ALL
    SELECT CASE i.vat_note WHEN 'domestic' THEN 'costs_domestic' WHEN 'reverse_charge' THEN 'costs_eu' WHEN 'outside_eu_supplier' THEN 'costs_outside_eu'
      ELSE 'costs_untaxed' END, a.payables, e.amount_minor WHERE e.part IN ('user', 'client')
    UNION ALL
    SELECT 'receivables', 'output_vat', -e.amount_minor WHERE e.part = 'vat' AND e.account = 'store'
    UNION ALL
    SELECT 'input_vat', a.payables, e.amount_minor WHERE e.part = 'vat' AND e.account IN ('creator', 'client')
    UNION ALL
    SELECT CASE e.origin_kind WHEN 'prepaid' THEN 'prepayments' ELSE 'bank' END, 'receivables', e.amount_minor WHERE e.part = 'payment' AND e.account = 'store'
    UNION ALL
    SELECT 'bank', 'prepayments', e.amount_minor WHERE e.part = 'payment' AND e.account = 'prepaid' AND e.origin_kind = 'prepayment'
    UNION ALL
    SELECT a.payables, 'bank', -e.amount_minor WHERE e.part = 'payment' AND e.account IN ('creator', 'client')
  ) p;
