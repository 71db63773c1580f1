-- The order in which the reports of an order were last stated: a store may report an earlier value again. The number counts within an order.
ALTER TABLE order_reports ADD COLUMN stated bigint;
UPDATE order_reports SET stated = id;
ALTER TABLE order_reports ALTER COLUMN stated SET NOT NULL;

-- What an approved order was worth and cost when it was approved, in minor units of its store's currency: later reports may correct it up to these amounts.
-- Null: it has not been corrected since.
ALTER TABLE orders ADD COLUMN approved_minor bigint, ADD COLUMN approved_cost_minor bigint,
  ADD CONSTRAINT orders_approved_check CHECK ((approved_minor IS NULL) = (approved_cost_minor IS NULL) AND approved_minor >= 0 AND approved_cost_minor >= 0);
