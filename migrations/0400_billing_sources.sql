-- Billing systems that report the subscriptions of stores by signed webhooks. src/modules/orders/billing-sources.
-- sealed_secret: signs the webhooks, encrypted by the vault; the previous one is also accepted until previous_valid_until.
-- trial_kind_id, start_kind_id: the kinds of events that a trial, and a subscription that has begun, are; null: they are no events.
-- last_refusal: the latest reason why an event had no effect.
CREATE TABLE billing_sources (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  source text NOT NULL CHECK (source IN ('stripe', 'paddle')),
  sealed_secret bytea NOT NULL,
  sealed_previous bytea,
  previous_valid_until timestamptz,
  trial_kind_id bigint REFERENCES event_kinds (id),
  start_kind_id bigint REFERENCES event_kinds (id),
  connected_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_event text,
  last_event_at timestamptz,
  last_refusal text,
  last_refused_at timestamptz,
  UNIQUE (store_id, source),
  CHECK ((sealed_previous IS NULL) = (previous_valid_until IS NULL)),
  CHECK ((last_event IS NULL) = (last_event_at IS NULL)),
  CHECK ((last_refusal IS NULL) = (last_refused_at IS NULL))
);
CREATE INDEX billing_sources_trial_kind ON billing_sources (trial_kind_id) WHERE trial_kind_id IS NOT NULL;
CREATE INDEX billing_sources_start_kind ON billing_sources (start_kind_id) WHERE start_kind_id IS NOT NULL;

-- What the events of a billing source have said of each of its records: the latest state, so that events may arrive in any order and repeatedly. Orders and
-- their refunds follow from it.
-- kind: `sale`: an invoice that was paid. `payment`: which sale a payment paid. `checkout`: the click that led to a subscription. `subscription`: its trial
-- (happened_at) and its begin (started_at). `refund`, `dispute`, `credit`: one repayment. `refunded`: the sum of the refunds of a charge.
-- stated_at, rank: which of two states is the later one. customer_hash: as orders.customer_hash. amount_minor: of a sale without tax, paid_minor: what was paid
-- with tax; of the others, what was repaid with tax. counts: whether a repayment is in force. is_settled: the orders follow what the record says. refusal: why
-- they could not.
CREATE TABLE billing_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id bigint NOT NULL REFERENCES billing_sources (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('sale', 'payment', 'checkout', 'subscription', 'refund', 'refunded', 'dispute', 'credit')),
  record_id text NOT NULL,
  stated_at timestamptz NOT NULL,
  rank smallint NOT NULL,
  sale_id text,
  payment_id text,
  subscription_id text,
  customer_hash bytea,
  click_id uuid,
  happened_at timestamptz,
  started_at timestamptz,
  amount_minor bigint,
  paid_minor bigint,
  currency char(3),
  counts boolean NOT NULL,
  heard_at timestamptz NOT NULL,
  is_settled boolean NOT NULL DEFAULT false,
  refusal text,
  UNIQUE (source_id, kind, record_id),
  CHECK (kind <> 'sale' OR (amount_minor > 0 AND paid_minor > 0 AND currency IS NOT NULL AND happened_at IS NOT NULL AND sale_id = record_id)),
  CHECK ((amount_minor IS NULL) = (currency IS NULL))
);
CREATE INDEX billing_records_sale ON billing_records (source_id, sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX billing_records_payment ON billing_records (source_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX billing_records_subscription ON billing_records (source_id, subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX billing_records_waiting ON billing_records (source_id, heard_at) WHERE NOT is_settled;
CREATE INDEX billing_records_age ON billing_records (stated_at);
