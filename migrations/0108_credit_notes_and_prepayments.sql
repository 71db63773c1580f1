-- Credit notes against invoices of stores, and amounts that stores pay ahead.

-- A credit note is an invoice of a store with negative amounts that names the invoice which it credits. It has a number series of its own, and belongs to
-- the month in which it is issued.
ALTER TABLE invoices
  ADD COLUMN credits_id bigint REFERENCES invoices,
  -- What an invoice and its credit notes set off against each other, with VAT; negative on the credit note.
  ADD COLUMN offset_minor bigint NOT NULL DEFAULT 0,
  -- What was paid from the store's prepaid balance, with VAT; negative on a credit note whose amount was added to it.
  ADD COLUMN prepaid_minor bigint NOT NULL DEFAULT 0,
  -- Credited by more than the platform kept of it: what it carries becomes payable only by a release.
  ADD COLUMN needs_release boolean NOT NULL DEFAULT false,
  ADD CHECK (credits_id IS NULL OR kind = 'store' AND total_minor < 0 AND paid_at IS NOT NULL),
  ADD CHECK (kind = 'store' OR (offset_minor, prepaid_minor) = (0, 0)),
  ADD CHECK (CASE WHEN total_minor < 0 THEN offset_minor <= 0 AND prepaid_minor <= 0 AND offset_minor + prepaid_minor >= total_minor
    ELSE offset_minor >= 0 AND prepaid_minor >= 0 AND offset_minor + prepaid_minor <= total_minor END);
ALTER TABLE invoices
  -- What is still to be paid.
  ADD COLUMN open_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN paid_at IS NULL THEN total_minor - offset_minor - prepaid_minor ELSE 0 END) STORED,
  -- The part of the net amount that no longer counts as incurred (store_credit). A credit note counts at the invoice that it credits.
  ADD COLUMN covered_net_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN credits_id IS NOT NULL THEN 0 WHEN paid_at IS NOT NULL THEN net_minor
    WHEN total_minor > 0 THEN floor(net_minor::numeric * (offset_minor + prepaid_minor) / total_minor)::bigint ELSE 0 END) STORED;
ALTER TABLE invoices DROP CONSTRAINT invoices_kind_month_currency_store_id_agency_id_user_id_vat_key;
CREATE UNIQUE INDEX invoices_of_month ON invoices (kind, month, currency, store_id, agency_id, user_id, vat_rate_ppm, vat_note) NULLS NOT DISTINCT
  WHERE credits_id IS NULL;
CREATE INDEX invoices_credits ON invoices (credits_id) WHERE credits_id IS NOT NULL;
DROP INDEX invoices_open_of_stores;
CREATE INDEX invoices_open_of_stores ON invoices (currency, open_minor) WHERE kind = 'store' AND paid_at IS NULL;
ALTER TABLE invoice_numbers DROP CONSTRAINT invoice_numbers_kind_check;
ALTER TABLE invoice_numbers ADD CONSTRAINT invoice_numbers_kind_check CHECK (kind IN ('store', 'client', 'creator', 'credit_note'));

-- Amounts that stores pay ahead are on an account of their own. `credit_note`: what a credit note takes back. `prepayment`: money in and out of the
-- balance. `prepaid`: an invoice that is paid from the balance, or a credit note that is added to it.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check
  CHECK (account IN ('store', 'client', 'creator', 'platform', 'vat', 'bank', 'prepaid'));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_check CHECK (account = ANY (CASE part WHEN 'cost' THEN ARRAY['store']
  WHEN 'user' THEN ARRAY['creator', 'client'] WHEN 'client' THEN ARRAY['client'] WHEN 'platform' THEN ARRAY['platform']
  WHEN 'vat' THEN ARRAY['store', 'creator', 'client', 'vat'] ELSE ARRAY['store', 'client', 'creator', 'bank', 'prepaid'] END));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check1;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_check1 CHECK ((account IN ('store', 'prepaid')) <= (store_id IS NOT NULL));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_origin_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_origin_kind_check
  CHECK (origin_kind IN ('clicks', 'commission', 'one_time', 'vat', 'paid', 'payout', 'credit_note', 'prepayment', 'prepaid'));
CREATE INDEX ledger_entries_prepaid ON ledger_entries (store_id, id) WHERE account = 'prepaid';

-- Money that a store has paid ahead, or that was paid back to it.
CREATE TABLE prepayments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  currency char(3) NOT NULL,
  -- Negative: paid back.
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  -- The day of the payment.
  day date NOT NULL,
  reason text,
  -- Null: a report of a bank.
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  CHECK (amount_minor > 0 OR reason IS NOT NULL AND created_by IS NOT NULL)
);
CREATE INDEX prepayments_store ON prepayments (store_id, id);

-- The balance counts towards limit_minor, without the VAT that the store's invoices will charge at this rate (migrations/repeatable/credit_limits.sql).
ALTER TABLE store_credit
  ADD COLUMN prepaid_minor bigint NOT NULL DEFAULT 0 CHECK (prepaid_minor >= 0),
  ADD COLUMN prepaid_vat_ppm integer NOT NULL DEFAULT 0 CHECK (prepaid_vat_ppm >= 0);

-- An incoming payment that named a store's reference was added to the balance of this store.
ALTER TABLE bank_entries ADD COLUMN store_id bigint REFERENCES stores;
ALTER TABLE bank_entries DROP CONSTRAINT bank_entries_outcome_check;
ALTER TABLE bank_entries ADD CONSTRAINT bank_entries_outcome_check CHECK (outcome IN
  ('paid', 'paid_unexpectedly', 'returned', 'rejected', 'invoice_paid', 'prepaid', 'known', 'noted', 'unmatched', 'dismissed'));
ALTER TABLE bank_entries ADD CHECK ((outcome = 'prepaid') = (store_id IS NOT NULL));
