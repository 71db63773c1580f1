-- The identity of a movement in bank reports: what distinguishes two payments, and recognises one payment in two reports
-- (src/modules/payouts/bank-files/identity.ts).
DROP INDEX bank_entries_key;
ALTER TABLE bank_entries
  DROP COLUMN entry_key,
  -- IBAN or number of the account. Null: not stated, as in entries of earlier versions.
  ADD COLUMN account text,
  -- Ids of the message and of the statement. Null: a pain.002, or an entry of an earlier version.
  ADD COLUMN statement text,
  ADD COLUMN value_day date,
  -- The bank's references, each with its kind.
  ADD COLUMN bank_references text[] NOT NULL DEFAULT '{}',
  -- The amount of the whole entry, of which this payment may be a part.
  ADD COLUMN entry_minor bigint,
  -- Other amounts that the bank states for the payment: [{"amountMinor": 1, "currency": "EUR"}].
  ADD COLUMN stated jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN charges_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN return_reason text,
  -- The entry of the same payment (`known`), or of what may be the same payment (`doubtful`).
  ADD COLUMN same_as_id bigint REFERENCES bank_entries;
ALTER TABLE bank_entries DROP CONSTRAINT bank_entries_outcome_check;
ALTER TABLE bank_entries ADD CONSTRAINT bank_entries_outcome_check CHECK (outcome IN
  ('paid', 'paid_unexpectedly', 'returned', 'rejected', 'invoice_paid', 'prepaid', 'known', 'doubtful', 'noted', 'unmatched', 'dismissed'));
ALTER TABLE bank_entries ADD CHECK ((outcome = 'doubtful') <= (same_as_id IS NOT NULL));
CREATE INDEX bank_entries_amount ON bank_entries (amount_minor, currency, day) WHERE direction <> 'status';
CREATE INDEX bank_entries_references ON bank_entries USING gin (bank_references);
CREATE INDEX bank_entries_payout ON bank_entries (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX bank_entries_same ON bank_entries (same_as_id) WHERE same_as_id IS NOT NULL;
DROP INDEX bank_entries_open;
CREATE INDEX bank_entries_open ON bank_entries (id) WHERE outcome IN ('unmatched', 'doubtful', 'paid_unexpectedly');
ALTER TABLE bank_files DROP CONSTRAINT bank_files_kind_check;
ALTER TABLE bank_files ADD CONSTRAINT bank_files_kind_check CHECK (kind IN ('camt.052', 'camt.053', 'camt.054', 'pain.002'));

-- Why a bank cannot pay to an account. Accounts that were saved before are checked when the next run is prepared, because their details
-- are encrypted.
ALTER TABLE payout_accounts
  ADD COLUMN fault text CHECK (fault IN ('bic_missing', 'holder_not_latin')),
  ADD COLUMN is_checked boolean NOT NULL DEFAULT false;
ALTER TABLE payout_accounts ALTER COLUMN is_checked SET DEFAULT true;
CREATE INDEX payout_accounts_unchecked ON payout_accounts (id) WHERE NOT is_checked;

-- The block of a payment file that contains the payout, as a status report names it.
ALTER TABLE payouts ADD COLUMN file_block text;
UPDATE payouts p SET file_block = f.message_id || CASE WHEN a.method = 'iban' AND p.currency = 'EUR' THEN '-S' ELSE '-X' END
FROM payout_files f, payout_accounts a WHERE f.id = p.file_id AND f.kind = 'bank' AND a.id = p.payout_account_id;
