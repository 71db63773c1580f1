-- A store also pays for what customers do before or instead of an order: leads, trials, installations. An event is an order of a kind (`orders.event_kind_id`;
-- null: an order), so that attribution, decisions, credit, the ledger and invoices are the same. src/modules/orders/kinds.
-- pays_value: an event may state a value, and pays the part of it that its terms pay for orders, beside the fixed amount. pages_count: reports of pages count, as
-- far as those of orders do. window_days, approval_days: null: those of the store. once_days: events of one customer within these days are paid once; null: each.
-- max_of_creator, max_of_month: the most events that are paid for one calendar month, for one creator and together; null: any number.
CREATE TABLE event_kinds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9_]{0,39}$' AND code <> 'order'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  pays_value boolean NOT NULL DEFAULT false,
  pages_count boolean NOT NULL DEFAULT false,
  window_days smallint CHECK (window_days BETWEEN 1 AND 365),
  approval_days smallint CHECK (approval_days BETWEEN 1 AND 90),
  once_days smallint CHECK (once_days BETWEEN 1 AND 366),
  max_of_creator integer CHECK (max_of_creator BETWEEN 1 AND 100000),
  max_of_month integer CHECK (max_of_month BETWEEN 1 AND 100000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  UNIQUE (store_id, code)
);

-- Versions of the price of a kind, of the store (campaign_id null) and of its campaigns, in minor units of the store. An event has the version that was in force
-- at its click (`event_price_at`). cpl_minor: null in a campaign: the store's price applies again. invoice_cpl_minor: null: the price with the store's margin.
CREATE TABLE event_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_kind_id bigint NOT NULL REFERENCES event_kinds (id),
  store_id bigint NOT NULL REFERENCES stores (id),
  campaign_id bigint REFERENCES campaigns (id),
  cpl_minor bigint CHECK (cpl_minor BETWEEN 0 AND 1000000000),
  invoice_cpl_minor bigint CHECK (invoice_cpl_minor BETWEEN 0 AND 10000000000),
  valid_from timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT event_prices_of_store_check CHECK (cpl_minor IS NOT NULL OR campaign_id IS NOT NULL),
  CONSTRAINT event_prices_cost_check CHECK (invoice_cpl_minor >= cpl_minor)
);
CREATE INDEX event_prices_kind ON event_prices (event_kind_id, campaign_id, valid_from, id);
CREATE INDEX event_prices_campaign ON event_prices (campaign_id) WHERE campaign_id IS NOT NULL;

-- event_price_id: the version of its price. own_window_days: the attribution window of its kind when it was reported. customer_hash: a keyed hash of the store's
-- reference of the customer. follows_id: the earlier event whose click or code it has.
ALTER TABLE orders
  ADD COLUMN event_kind_id bigint REFERENCES event_kinds (id),
  ADD COLUMN event_price_id bigint REFERENCES event_prices (id),
  ADD COLUMN own_window_days smallint,
  ADD COLUMN customer_hash bytea CONSTRAINT orders_customer_hash_check CHECK (length(customer_hash) = 32),
  ADD COLUMN follows_id bigint REFERENCES orders (id),
  ADD CONSTRAINT orders_event_check CHECK (event_kind_id IS NOT NULL AND lines IS NULL AND commission_rules_id IS NULL
    OR event_kind_id IS NULL AND event_price_id IS NULL AND own_window_days IS NULL AND customer_hash IS NULL AND follows_id IS NULL),
  DROP CONSTRAINT orders_store_id_order_id_key,
  ADD CONSTRAINT orders_number_key UNIQUE NULLS NOT DISTINCT (store_id, order_id, event_kind_id);
CREATE INDEX orders_events_counted ON orders (event_kind_id, day, user_id)
  WHERE event_kind_id IS NOT NULL AND link_id IS NOT NULL AND status <> 'denied';
CREATE INDEX orders_events_of_customer ON orders (event_kind_id, customer_hash) WHERE customer_hash IS NOT NULL;
CREATE INDEX orders_events ON orders (store_id, day, id) WHERE event_kind_id IS NOT NULL;
CREATE INDEX orders_follows ON orders (follows_id) WHERE follows_id IS NOT NULL;
