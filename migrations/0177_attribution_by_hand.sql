-- `manual`: a member of the store or an administrator has attributed the order to a creator.
ALTER TABLE orders DROP CONSTRAINT orders_attribution_check,
  ADD CONSTRAINT orders_attribution_check CHECK (attribution IN ('click', 'voucher', 'manual', 'none'));

-- Attributions of orders by hand. former_user_id: the creator who had the order before; null: nobody. Both creators read the reason.
CREATE TABLE order_attributions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_row_id bigint NOT NULL REFERENCES orders (id),
  user_id bigint NOT NULL REFERENCES users (id),
  former_user_id bigint REFERENCES users (id),
  reason text NOT NULL,
  actor_id bigint NOT NULL REFERENCES users (id),
  at timestamptz NOT NULL
);
CREATE INDEX order_attributions_order ON order_attributions (order_row_id, id);
CREATE INDEX order_attributions_user ON order_attributions (user_id);
CREATE INDEX order_attributions_former ON order_attributions (former_user_id) WHERE former_user_id IS NOT NULL;
CREATE INDEX order_attributions_actor ON order_attributions (actor_id);

-- Orders that name a code that belonged to nobody: a code that is registered later offers them to the store.
CREATE INDEX orders_unknown_voucher ON orders (store_id, id) WHERE unattributed_reason = 'unknown_voucher' AND status <> 'denied';
