-- Prepaid money that a store has reserved for one campaign, so that what creators earn in it is paid. src/modules/campaigns/guarantees, docs/promises.md.
CREATE TABLE guarantees (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  -- The campaign's.
  store_id bigint NOT NULL REFERENCES stores,
  -- The costs and promised sums of the campaign that are covered, without VAT, from the beginning on. It never falls.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- The costs and promised sums of the campaign since the beginning; negative after older ones have been cancelled.
  used_minor bigint NOT NULL DEFAULT 0,
  -- Those before the beginning.
  earlier_minor bigint NOT NULL,
  -- The last day on which creators are promised the cover, in the time zone.
  until date NOT NULL,
  time_zone text NOT NULL,
  -- The days after which orders decide themselves at the latest.
  approval_days smallint NOT NULL CHECK (approval_days BETWEEN 1 AND 90),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When what is left became part of the free balance again; null: it is reserved.
  released_at timestamptz,
  -- Why the administration has ended it at once; null: it has not.
  ended_reason text CHECK (ended_reason <> ''),
  left_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN released_at IS NULL THEN amount_minor - least(greatest(used_minor, 0), amount_minor) ELSE 0 END) STORED,
  CHECK (ended_reason IS NULL OR released_at IS NOT NULL)
);
CREATE UNIQUE INDEX guarantees_campaign ON guarantees (campaign_id) WHERE released_at IS NULL;
CREATE INDEX guarantees_of_campaign ON guarantees (campaign_id, id);
CREATE INDEX guarantees_store ON guarantees (store_id) WHERE released_at IS NULL;
CREATE INDEX guarantees_of_store ON guarantees (store_id);
CREATE INDEX guarantees_author ON guarantees (created_by);

ALTER TABLE store_credit
  -- Whether a campaign of the store has a guarantee: only prepaid money counts for its limit.
  ADD COLUMN is_guaranteed boolean NOT NULL DEFAULT false,
  -- What is left of all guarantees of the store.
  ADD COLUMN reserved_minor bigint NOT NULL DEFAULT 0 CHECK (reserved_minor >= 0);

-- When the latest payment of an open or paid invoice was reversed; null: never. Reserved money does not pay it.
ALTER TABLE invoices ADD COLUMN taken_back_at timestamptz;

-- They get more arguments.
DROP FUNCTION IF EXISTS add_store_exposure(bigint, bigint, bigint, boolean);
DROP FUNCTION IF EXISTS choose_terms(int[], boolean[], int[], int[], int[], int[], int[], bigint[], bigint[], bigint[], bigint[], int[], bigint[]);
DROP FUNCTION IF EXISTS quote_terms(bigint[], int[], int[], int[], int[], int[], int[], bigint[], bigint[], bigint[], bigint[], bigint[]);
