-- Gifts that the store has requested as orders in its shop. A plugin of the shop creates and reports them. Reports of a sale with the number of such an
-- order are refused, so that nobody earns with a gift.
CREATE TABLE gift_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant_id bigint NOT NULL UNIQUE REFERENCES participants ON DELETE CASCADE,
  store_id bigint NOT NULL REFERENCES stores,
  status text NOT NULL CHECK (status IN ('requested', 'created', 'sent', 'delivered', 'failed')),
  shop_order text CHECK (length(shop_order) BETWEEN 1 AND 128),
  failure text NOT NULL DEFAULT '',
  requested_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (shop_order IS NOT NULL OR status IN ('requested', 'failed'))
);
CREATE UNIQUE INDEX gift_orders_shop_order ON gift_orders (store_id, shop_order) WHERE shop_order IS NOT NULL;
CREATE INDEX gift_orders_store ON gift_orders (store_id, id);

ALTER TABLE store_keys DROP CONSTRAINT store_keys_scopes_check;
ALTER TABLE store_keys ADD CONSTRAINT store_keys_scopes_check
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,orders,campaigns,webhooks,gifts}'::text[]);
