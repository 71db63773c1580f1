-- Reports that contradict an order after it was decided are kept and shown; they change nothing by themselves.
ALTER TABLE orders ADD COLUMN contradicted_at timestamptz;
CREATE INDEX orders_contradicted ON orders (store_id, day, id) WHERE contradicted_at IS NOT NULL;

-- The day on which the store was last notified of such reports, apart from disputes: either mail is sent once a day.
ALTER TABLE order_rules ADD COLUMN contradiction_mailed_on date;
