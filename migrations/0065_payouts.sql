-- Whom money is paid out to, where to, and the runs that pay it.

-- The legal identity of a creator or an agency, as statements and payment files name it.
CREATE TABLE payees (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint UNIQUE REFERENCES users,
  agency_id bigint UNIQUE REFERENCES agencies,
  kind text NOT NULL CHECK (kind IN ('person', 'company')),
  legal_name text NOT NULL,
  street text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  country char(2) NOT NULL,
  vat_number text,
  -- `registered`: charges VAT. `exempt`: a small business that its country exempts. `none`: no taxable person.
  vat_status text NOT NULL CHECK (vat_status IN ('registered', 'exempt', 'none')),
  -- Fields of a country's tax forms, by their names there.
  tax_fields jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(user_id, agency_id) = 1),
  CHECK ((vat_status = 'registered') <= (vat_number IS NOT NULL)),
  CHECK ((kind = 'person') <= (vat_status = 'none'))
);

-- Consent to self-billing: that the platform issues statements in the payee's name. A new version of the text needs a new consent.
CREATE TABLE payee_consents (
  payee_id bigint NOT NULL REFERENCES payees ON DELETE CASCADE,
  version text NOT NULL,
  given_by bigint NOT NULL REFERENCES users,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (payee_id, version)
);

-- Accounts are replaced, never changed: a payout names the account that it went to.
CREATE TABLE payout_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payee_id bigint NOT NULL REFERENCES payees,
  method text NOT NULL CHECK (method IN ('iban', 'bankgiro', 'plusgiro', 'uk', 'us', 'paypal', 'wise')),
  -- Null: for every currency that has no account of its own.
  currency char(3),
  -- What may be shown of it.
  masked text NOT NULL,
  -- The account itself, encrypted (platform/secrets/vault.ts); null: erased with its owner.
  sealed bytea,
  -- Equal for equal accounts, and worth nothing without the key.
  fingerprint bytea NOT NULL,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- Nothing is paid to it before.
  usable_from timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX payout_accounts_current ON payout_accounts (payee_id, currency) NULLS NOT DISTINCT WHERE removed_at IS NULL;
CREATE INDEX payout_accounts_same ON payout_accounts (fingerprint) WHERE removed_at IS NULL;

-- The least that is paid out in a currency: of an agency and its creators, or (without one) of all.
CREATE TABLE payout_minimums (
  currency char(3) NOT NULL,
  agency_id bigint REFERENCES agencies,
  minimum_minor bigint NOT NULL CHECK (minimum_minor >= 0),
  updated_by bigint REFERENCES users,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (currency, agency_id)
);

CREATE TABLE payout_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency char(3) NOT NULL,
  -- Hold periods that ended by this day are over.
  cut_off date NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'approved', 'exported', 'cancelled')),
  -- In minor units of EUR, for the limit on what one administrator may release; null: there was no exchange rate.
  eur_minor bigint,
  needs_approval boolean NOT NULL,
  -- Of the payment file, chosen at export.
  format text CHECK (format IN ('pain.001.001.03', 'pain.001.001.09')),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  approved_by bigint REFERENCES users,
  approved_at timestamptz,
  exported_by bigint REFERENCES users,
  exported_at timestamptz,
  cancelled_by bigint REFERENCES users,
  cancelled_at timestamptz,
  cancel_reason text,
  CHECK (approved_by <> created_by),
  CHECK ((status = 'approved') <= (approved_at IS NOT NULL)),
  CHECK ((status = 'exported') <= (exported_at IS NOT NULL AND format IS NOT NULL AND (NOT needs_approval OR approved_at IS NOT NULL))),
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL AND cancel_reason IS NOT NULL))
);
CREATE INDEX payout_runs_created ON payout_runs (created_by, created_at);

-- A file of a run that was exported. It exists once, and is the same however often it is fetched.
CREATE TABLE payout_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES payout_runs,
  kind text NOT NULL CHECK (kind IN ('bank', 'paypal', 'wise')),
  name text NOT NULL,
  media_type text NOT NULL,
  message_id text NOT NULL UNIQUE,
  payouts integer NOT NULL CHECK (payouts > 0),
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  -- Of the content before encryption.
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  sealed bytea NOT NULL,
  UNIQUE (run_id, kind)
);

-- What one payee is paid by a run.
CREATE TABLE payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES payout_runs,
  -- The account of the ledger: `creator` user_id, `client` agency_id.
  account text NOT NULL CHECK (account IN ('creator', 'client')),
  user_id bigint REFERENCES users,
  agency_id bigint REFERENCES agencies,
  payout_account_id bigint NOT NULL REFERENCES payout_accounts,
  currency char(3) NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- Names the payment in files and in what banks report.
  end_to_end_id text NOT NULL UNIQUE DEFAULT 'TR' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)),
  -- `in_run`: reserved. `dropped`: no longer payable when the run was exported. `rejected`: refused by the bank before it was paid.
  -- `paid` and `returned` are booked.
  status text NOT NULL DEFAULT 'in_run' CHECK (status IN ('in_run', 'dropped', 'cancelled', 'rejected', 'paid', 'returned')),
  reason text,
  file_id bigint REFERENCES payout_files,
  -- The days on which the bank paid it and took it back.
  paid_on date,
  returned_on date,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (run_id, account, user_id, agency_id),
  CHECK (CASE account WHEN 'creator' THEN user_id IS NOT NULL AND agency_id IS NULL ELSE agency_id IS NOT NULL AND user_id IS NULL END),
  CHECK ((status IN ('paid', 'returned')) = (paid_on IS NOT NULL)),
  CHECK ((status = 'returned') = (returned_on IS NOT NULL))
);
CREATE INDEX payouts_user ON payouts (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX payouts_agency ON payouts (agency_id, id) WHERE agency_id IS NOT NULL;
CREATE INDEX payouts_reserved ON payouts (currency, account) WHERE status = 'in_run';

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_origin_kind_check;
-- `payout`: a payout by its id, or the reversal of one that was returned.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_origin_kind_check
  CHECK (origin_kind IN ('clicks', 'commission', 'one_time', 'vat', 'paid', 'payout'));
