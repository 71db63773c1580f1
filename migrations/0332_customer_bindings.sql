-- Customers of stores who are bound to the creator of their first attributed order: the creator earns from later orders without a click or a code, at the rates
-- of the version of the programme that was in force then. ends_at: when its months are over; null: never. ended_at: earlier, by a decision or because another
-- creator has won the customer after all orders with traces of this one were denied.
-- A customer has at most one binding that has not ended early, also after its months are over: a customer is won once. `bind-customer.ts` begins a binding
-- no earlier than former ones have ended, so that nobody is bound to two creators at any time.
CREATE TABLE customer_bindings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  customer_hash bytea NOT NULL CHECK (length(customer_hash) = 32),
  user_id bigint NOT NULL REFERENCES users (id),
  link_id bigint NOT NULL REFERENCES links (id),
  campaign_id bigint REFERENCES campaigns (id),
  programme_id bigint NOT NULL REFERENCES customer_programmes (id),
  first_order_id bigint NOT NULL REFERENCES orders (id),
  begins_at timestamptz NOT NULL,
  ends_at timestamptz CHECK (ends_at > begins_at),
  ended_at timestamptz CHECK (ended_at >= begins_at),
  ended_reason text CHECK (ended_reason IN ('orders_denied', 'by_store', 'forgotten')),
  ended_note text CHECK (ended_note <> ''),
  ended_by bigint REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);
CREATE UNIQUE INDEX customer_bindings_open ON customer_bindings (store_id, customer_hash) WHERE ended_at IS NULL;
CREATE INDEX customer_bindings_customer ON customer_bindings (store_id, customer_hash, begins_at);
CREATE INDEX customer_bindings_store ON customer_bindings (store_id, id);
CREATE INDEX customer_bindings_user ON customer_bindings (user_id, id);
CREATE INDEX customer_bindings_link ON customer_bindings (link_id);
CREATE INDEX customer_bindings_campaign ON customer_bindings (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX customer_bindings_programme ON customer_bindings (programme_id);
CREATE INDEX customer_bindings_order ON customer_bindings (first_order_id);
CREATE INDEX customer_bindings_ender ON customer_bindings (ended_by) WHERE ended_by IS NOT NULL;

-- `customer`: the order has no click and no code that counts, and follows the binding of its customer.
-- customer_programme_id, customer_since: the version by whose rates the order is priced, and the begin of the binding from which its months count.
ALTER TABLE orders DROP CONSTRAINT orders_attribution_check,
  ADD CONSTRAINT orders_attribution_check CHECK (attribution IN ('click', 'voucher', 'customer', 'manual', 'none')),
  ADD COLUMN customer_programme_id bigint REFERENCES customer_programmes (id),
  ADD COLUMN customer_since timestamptz,
  ADD CONSTRAINT orders_customer_programme_check CHECK ((customer_programme_id IS NULL) = (customer_since IS NULL)
    AND (attribution <> 'customer' OR customer_programme_id IS NOT NULL));
CREATE INDEX orders_customer_programme ON orders (customer_programme_id) WHERE customer_programme_id IS NOT NULL;
