-- What banks report: statements and notifications (camt.053, camt.054), and the status of payment files (pain.002).

CREATE TABLE bank_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the content: a file is read once.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  kind text NOT NULL CHECK (kind IN ('camt.053', 'camt.054', 'pain.002')),
  message_id text NOT NULL,
  uploaded_by bigint NOT NULL REFERENCES users,
  uploaded_at timestamptz NOT NULL
);

-- What a file reports of one payment, and what became of it.
CREATE TABLE bank_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_id bigint NOT NULL REFERENCES bank_files,
  -- Equal for the same payment in another file. Null in a pain.002.
  entry_key bytea,
  -- `in` and `out` of our account; `status`: a report of a payment file.
  direction text NOT NULL CHECK (direction IN ('in', 'out', 'status')),
  amount_minor bigint,
  currency char(3),
  day date,
  end_to_end_id text,
  reference text NOT NULL,
  party text NOT NULL,
  -- `paid`, `returned`, `rejected`: of a payout. `paid_unexpectedly`: the bank paid one that was cancelled, dropped or rejected. `invoice_paid`.
  -- `known`: reported before. `noted`: a status that changes nothing. `unmatched` and `dismissed`: nothing was found.
  outcome text NOT NULL
    CHECK (outcome IN ('paid', 'paid_unexpectedly', 'returned', 'rejected', 'invoice_paid', 'known', 'noted', 'unmatched', 'dismissed')),
  reason text,
  payout_id bigint REFERENCES payouts,
  resolved_by bigint REFERENCES users,
  resolved_at timestamptz,
  resolve_reason text,
  CHECK ((outcome = 'dismissed') <= (resolved_at IS NOT NULL AND resolve_reason IS NOT NULL))
);
CREATE INDEX bank_entries_key ON bank_entries (entry_key) WHERE entry_key IS NOT NULL;
CREATE INDEX bank_entries_open ON bank_entries (id) WHERE outcome IN ('unmatched', 'paid_unexpectedly');
CREATE INDEX bank_entries_file ON bank_entries (file_id, id);

-- The invoices of stores that a payment has paid.
CREATE TABLE bank_entry_invoices (
  bank_entry_id bigint NOT NULL REFERENCES bank_entries,
  invoice_id bigint NOT NULL REFERENCES invoices,
  PRIMARY KEY (bank_entry_id, invoice_id)
);
CREATE INDEX bank_entry_invoices_invoice ON bank_entry_invoices (invoice_id);
CREATE INDEX invoices_open_of_stores ON invoices (currency, total_minor) WHERE kind = 'store' AND paid_at IS NULL;
