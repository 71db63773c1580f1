-- How a store pays, at the provider that is configured. What it set up at another one rests, and holds again when that one comes back.
CREATE TABLE payment_setups (
  store_id bigint NOT NULL REFERENCES stores,
  provider text NOT NULL CHECK (provider IN ('manual', 'stripe')),
  -- The store as the provider knows it, and the key under which it was asked to make it: asked twice, it makes one.
  customer_id text,
  customer_key uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What the store set up, by the provider's own id, and since when it holds here. Null: nothing.
  setup_id text,
  set_at timestamptz,
  -- What is charged, by the provider's id, and what of it may be shown.
  method_id text,
  method jsonb,
  -- Counts what the provider has told. Whoever asks it writes the answer only if nobody has written a later one meanwhile.
  revision bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, provider),
  CHECK ((setup_id IS NULL) = (set_at IS NULL)),
  CHECK ((method_id IS NULL) = (method IS NULL) AND (method_id IS NULL OR setup_id IS NOT NULL))
);
CREATE UNIQUE INDEX payment_setups_customer ON payment_setups (provider, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_setups_method ON payment_setups (provider, method_id) WHERE method_id IS NOT NULL;

INSERT INTO payment_setups (store_id, provider, setup_id, set_at)
SELECT id, 'manual', payment_setup_id, coalesce(payment_setup_at, updated_at) FROM stores WHERE payment_setup_id IS NOT NULL;
ALTER TABLE stores DROP COLUMN payment_setup_id, DROP COLUMN payment_setup_at;

-- Events of the provider that have been heard, so that each is heard once. The provider repeats one for days at most; rows of past months go.
CREATE TABLE payment_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  heard_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_heard ON payment_events (heard_at);
