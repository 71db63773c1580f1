-- A closing inserts a million entries. What it pays for each of them, and for each party, becomes less.

-- The view self_billed_payees replaces it: a function is called for each row, a view is joined.
DROP FUNCTION IF EXISTS self_billed_payee(text, bigint);

-- A closing inserts a million entries, and a foreign key is checked for one row after the other, which took longer than everything else. The triggers of
-- ledger_references.sql check the same for all rows of a statement at once.
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_agency_id_fkey,
  DROP CONSTRAINT ledger_entries_invoice_line_id_fkey,
  DROP CONSTRAINT ledger_entries_month_fkey,
  DROP CONSTRAINT ledger_entries_store_id_fkey,
  DROP CONSTRAINT ledger_entries_user_id_fkey;

-- What a closing pays for each entry. Entries of a month lie together, so ranges of pages find them; a key without repetitions is appended faster.
DROP INDEX ledger_entries_month;
CREATE INDEX ledger_entries_month ON ledger_entries USING brin (month) WITH (pages_per_range = 32);
DROP INDEX ledger_entries_booking;
CREATE INDEX ledger_entries_booking ON ledger_entries (booking, id);
