-- What is not paid out (holds), what is paid out before its store has paid (releases), and what is taken back (voids).

-- While a hold is not released, nothing that came of the store or creator is payable, nor anything to the agency. Everything is still recorded.
CREATE TABLE payout_holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint REFERENCES stores,
  user_id bigint REFERENCES users,
  agency_id bigint REFERENCES agencies,
  reason text NOT NULL,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  released_by bigint REFERENCES users,
  released_at timestamptz,
  release_reason text,
  CHECK (num_nonnulls(store_id, user_id, agency_id) = 1),
  CHECK ((released_at IS NULL) = (release_reason IS NULL))
);
CREATE UNIQUE INDEX payout_holds_current ON payout_holds (store_id, user_id, agency_id) NULLS NOT DISTINCT WHERE released_at IS NULL;

-- An administrator lets what a store's invoice carries be paid out before the invoice is paid.
ALTER TABLE invoices
  ADD COLUMN released_at timestamptz,
  ADD COLUMN released_by bigint REFERENCES users,
  ADD CHECK (released_at IS NULL OR kind = 'store');

-- An act that takes back clicks, orders or one-time payments, and what it took back, as it was. The act can be undone as a whole.
CREATE TABLE voids (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('clicks', 'orders', 'one_time_payments')),
  reason text NOT NULL,
  filter jsonb NOT NULL,
  fingerprint text NOT NULL,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  undone_by bigint REFERENCES users,
  undone_at timestamptz,
  undo_reason text,
  CHECK ((undone_at IS NULL) = (undo_reason IS NULL))
);

CREATE TABLE void_items (
  void_id bigint NOT NULL REFERENCES voids,
  -- Of the thing itself: a click's id, the row of an order, or that of a one-time payment.
  item text NOT NULL,
  store_id bigint NOT NULL REFERENCES stores,
  user_id bigint NOT NULL REFERENCES users,
  agency_id bigint,
  campaign_id bigint,
  day date NOT NULL,
  currency char(3) NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  -- Of a click.
  link_id bigint,
  source smallint,
  -- The status that an order had.
  status_before text,
  PRIMARY KEY (void_id, item)
);
CREATE INDEX void_items_link ON void_items (link_id, day) WHERE link_id IS NOT NULL;

ALTER TABLE one_time_payments ADD COLUMN void_id bigint REFERENCES voids;

-- What creators' work earned, and what has been paid to whom.
CREATE INDEX ledger_entries_user ON ledger_entries (user_id) WHERE part IN ('user', 'client');
CREATE INDEX ledger_entries_paid ON ledger_entries (account, user_id, agency_id) WHERE part = 'payment';
