-- What decided the price of a click is kept with it, and rows can be read in the order of their commits.

-- Candidate terms of clicks, each distinct list once. The id is derived from the content, so a process knows it without asking.
CREATE TABLE click_terms (
  id bigint PRIMARY KEY,
  terms jsonb NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE clicks
  -- The candidates that the click had; null: it had none, or was recorded by an earlier version.
  ADD COLUMN click_terms_id bigint,
  -- Of each candidate that was passed over because of a cap, in order, and of the store's credit: see choose_terms.
  ADD COLUMN passed_over text,
  -- The transaction that wrote the click or last changed it, for exports.
  ADD COLUMN recorded_in bigint NOT NULL DEFAULT 0;
ALTER TABLE clicks ALTER COLUMN recorded_in SET DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX clicks_recorded_in ON clicks USING brin (recorded_in) WITH (pages_per_range = 16);

ALTER TABLE orders ADD COLUMN recorded_in bigint NOT NULL DEFAULT 0;
ALTER TABLE orders ALTER COLUMN recorded_in SET DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX orders_recorded_in ON orders (recorded_in, id);

ALTER TABLE ledger_entries ADD COLUMN recorded_in bigint NOT NULL DEFAULT 0;
ALTER TABLE ledger_entries ALTER COLUMN recorded_in SET DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX ledger_entries_recorded_in ON ledger_entries (recorded_in, id);

-- Numbers of transactions mean something to one database server alone: a restored database has an identity of its own, and cursors name theirs.
CREATE TABLE export_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  identity uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO export_identity DEFAULT VALUES;

-- Both have other arguments or results now (migrations/repeatable).
DROP FUNCTION IF EXISTS record_clicks(pg_snapshot, uuid[], bigint[], bigint[], bigint[], bigint[], text[], date[], uuid[], smallint[], smallint[], int[],
  uuid[], int[], int[], smallint[], bigint[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[],
  bigint[], bigint[], bigint[], bigint[], bigint[], boolean, boolean);
DROP FUNCTION IF EXISTS choose_terms(int[], boolean[], int[], int[], int[], int[], int[], bigint[], bigint[], bigint[], bigint[], int[], bigint[]);

-- Whether one thing was voided.
CREATE INDEX void_items_item ON void_items (item);
