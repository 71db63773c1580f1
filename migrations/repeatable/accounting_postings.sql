-- The ledger as double entry: each posting debits one role of the chart of accounts and credits another with an amount in minor units, negative for what is
-- reversed. This is the only place where entries are mapped to accounts. An entry has one posting or none: what the platform keeps is revenue less costs, and
-- the entries of the bank, of VAT and of a balance from which an invoice is paid are the other side of the entries of the parties.
CREATE OR REPLACE VIEW accounting_postings AS
  SELECT e.id AS entry_id, e.month, e.at, CASE WHEN e.origin_kind = 'paid' AND e.account = 'store' OR e.origin_kind = 'prepayment' THEN 'received'
      WHEN e.origin_kind = 'prepaid' THEN 'prepaid' WHEN e.part = 'payment' THEN 'paid_out'
      WHEN e.origin_kind = 'credit_note' OR n.id IS NOT NULL THEN 'credit_note' ELSE 'closing' END AS kind,
    CASE
      WHEN e.part = 'cost' OR e.part = 'vat' AND e.account = 'store' THEN 'receivables'
      WHEN e.part = 'vat' THEN 'input_vat'
      WHEN e.part = 'payment' AND e.account = 'store' THEN CASE e.origin_kind WHEN 'prepaid' THEN 'prepayments' ELSE 'bank' END
      WHEN e.part = 'payment' AND e.account = 'prepaid' THEN 'bank'
      WHEN e.part = 'payment' THEN a.payables
      ELSE CASE i.vat_note WHEN 'domestic' THEN 'costs_domestic' WHEN 'reverse_charge' THEN 'costs_eu' WHEN 'outside_eu_supplier' THEN 'costs_outside_eu'
        ELSE 'costs_untaxed' END
    END AS debit,
    CASE
      WHEN e.part = 'cost' THEN CASE i.vat_note WHEN 'reverse_charge' THEN 'revenue_eu' WHEN 'outside_eu' THEN 'revenue_outside_eu' ELSE 'revenue_domestic' END
      WHEN e.part = 'vat' AND e.account = 'store' THEN 'output_vat'
      WHEN e.part = 'payment' THEN CASE e.account WHEN 'store' THEN 'receivables' WHEN 'prepaid' THEN 'prepayments' ELSE 'bank' END
      ELSE a.payables
    END AS credit,
    e.currency,
    -- Debits of parties are negative in the ledger; payments of stores and into their balances are entries of the account that is credited.
    CASE WHEN e.part = 'payment' AND e.account IN ('store', 'prepaid') OR e.part <> 'payment' AND e.account <> 'store' THEN e.amount_minor
      ELSE -e.amount_minor END AS amount_minor
  FROM ledger_entries e LEFT JOIN invoice_lines l ON l.id = e.invoice_line_id LEFT JOIN invoices i ON i.id = l.invoice_id
  LEFT JOIN invoices n ON e.origin_kind = 'vat' AND n.credits_id IS NOT NULL AND n.id::text = e.origin_id
  CROSS JOIN LATERAL (SELECT CASE e.account WHEN 'client' THEN 'payables_agencies' ELSE 'payables_creators' END AS payables) a
  WHERE e.account IN ('store', 'client', 'creator') OR e.account = 'prepaid' AND e.origin_kind = 'prepayment';
