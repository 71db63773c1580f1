-- Money out: what is owed, what has been booked of it, and the invoices that say so.

-- Nothing has been booked so far, so the ledger can be made anew, and invoices (the demo's alone had any) are issued by closing their month.
DROP TABLE ledger_entries;
DELETE FROM invoice_lines;
DELETE FROM invoices;
DELETE FROM payment_periods WHERE closed_at IS NULL;

-- Which number was the last of a kind and year: numbers have no gaps, for the row is locked until the closing that takes them is committed.
CREATE TABLE invoice_numbers (
  kind text NOT NULL CHECK (kind IN ('store', 'client', 'creator')),
  year integer NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (kind, year)
);

ALTER TABLE invoices
  ADD COLUMN issued_on date NOT NULL DEFAULT CURRENT_DATE,
  ADD COLUMN locale text NOT NULL DEFAULT 'en_GB',
  ADD COLUMN vat_rate_ppm integer NOT NULL DEFAULT 0 CHECK (vat_rate_ppm BETWEEN 0 AND 1000000),
  ADD COLUMN vat_note text NOT NULL DEFAULT 'not_applicable'
    CHECK (vat_note IN ('domestic', 'reverse_charge', 'outside_eu', 'not_applicable'));
UPDATE invoices SET issued_on = created_at::date;
-- What is taken back is taken back with the VAT that it had: where that differs from today's, it has an invoice of its own.
ALTER TABLE invoices
  DROP CONSTRAINT invoices_kind_month_currency_store_id_agency_id_user_id_key,
  ADD UNIQUE NULLS NOT DISTINCT (kind, month, currency, store_id, agency_id, user_id, vat_rate_ppm, vat_note);
CREATE UNIQUE INDEX invoices_ax_id ON invoices (ax_id) WHERE ax_id IS NOT NULL;

-- A line of clicks and orders names its campaign or store, and the earlier month that it adjusts.
ALTER TABLE invoice_lines ADD COLUMN adjusts date;

-- A participant's agreed sum is owed once; a payment is a matter of the agency that the creator belonged to when it was made.
ALTER TABLE one_time_payments
  ADD COLUMN agency_id bigint REFERENCES agencies,
  ADD CONSTRAINT one_time_payments_participant UNIQUE (participant_id);
UPDATE one_time_payments t SET agency_id = u.agency_id FROM users u WHERE u.id = t.user_id;

ALTER TABLE payment_system_configs
  ADD COLUMN ignored_lock boolean NOT NULL DEFAULT false,
  ADD CHECK (num_nonnulls(agency_id, user_id) = 1),
  ADD CHECK (system BETWEEN 0 AND 2);

CREATE SEQUENCE bookings;

-- The ledger. What we owe is positive, what is owed to us negative; the entries of a booking sum to zero. Rows are added, never changed:
-- what has become different since is booked as the difference.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking bigint NOT NULL,
  at timestamptz NOT NULL,
  -- The period that it was booked in.
  month date NOT NULL REFERENCES payment_periods,
  account text NOT NULL CHECK (account IN ('store', 'client', 'creator', 'platform', 'vat', 'bank')),
  -- Which part of what was booked: an agency that pays its creators itself has their part on its own account.
  part text NOT NULL CHECK (part IN ('cost', 'user', 'client', 'platform', 'vat', 'payment')),
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  currency char(3) NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  -- Clicks or orders.
  quantity bigint NOT NULL DEFAULT 0,
  -- What it came of: `clicks` link:day:campaign:agency, `commission` an order, `one_time` a one-time payment, `vat` and `paid` an invoice.
  origin_kind text NOT NULL CHECK (origin_kind IN ('clicks', 'commission', 'one_time', 'vat', 'paid')),
  origin_id text NOT NULL,
  -- The line of the invoice that says so.
  invoice_line_id bigint REFERENCES invoice_lines,
  CHECK (account = ANY (CASE part WHEN 'cost' THEN ARRAY['store'] WHEN 'user' THEN ARRAY['creator', 'client'] WHEN 'client' THEN ARRAY['client']
    WHEN 'platform' THEN ARRAY['platform'] WHEN 'vat' THEN ARRAY['store', 'vat'] ELSE ARRAY['store', 'client', 'creator', 'bank'] END)),
  CHECK ((account = 'store') <= (store_id IS NOT NULL)),
  CHECK ((account = 'client') <= (agency_id IS NOT NULL)),
  CHECK ((account = 'creator') <= (user_id IS NOT NULL))
);
CREATE INDEX ledger_entries_booking ON ledger_entries (booking);
CREATE INDEX ledger_entries_origin ON ledger_entries (origin_kind, origin_id);
CREATE INDEX ledger_entries_month ON ledger_entries (month, account);
CREATE INDEX ledger_entries_line ON ledger_entries (invoice_line_id) WHERE invoice_line_id IS NOT NULL;
