-- Orders have a keyed hash of the store's reference of their customer, as events do. Each store has a key of its own, encrypted by the vault: without it, nobody
-- can compute the hash of a reference, so that the hashes of a store whose key is erased say nothing.
CREATE TABLE customer_keys (
  store_id bigint PRIMARY KEY REFERENCES stores (id),
  sealed_key bytea NOT NULL,
  created_at timestamptz NOT NULL
);

ALTER TABLE orders
  DROP CONSTRAINT orders_event_check,
  ADD CONSTRAINT orders_event_check CHECK (event_kind_id IS NOT NULL AND lines IS NULL AND commission_rules_id IS NULL
    OR event_kind_id IS NULL AND event_price_id IS NULL AND own_window_days IS NULL AND follows_id IS NULL);
CREATE INDEX orders_of_customer ON orders (store_id, customer_hash, id) WHERE customer_hash IS NOT NULL;
