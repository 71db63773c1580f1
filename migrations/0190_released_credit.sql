-- An undecided order that no longer counts against its store's credit (migrations/repeatable/order_credit.sql).
ALTER TABLE orders ADD COLUMN credit_released boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT orders_credit_released_check CHECK (NOT credit_released OR status = 'pending');
-- The undecided orders that may be released, by the time of their first report.
CREATE INDEX orders_release ON orders (created_at, id) WHERE status = 'pending' AND link_id IS NOT NULL AND decide_by IS NULL AND NOT credit_released;
