-- The value of which an order pays a part, in the store's currency: its value less refunds. Null: nothing is owed for it, also no fixed amount, because it is not
-- attributed, denied, or refunded completely.
CREATE OR REPLACE FUNCTION order_base(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN o.link_id IS NOT NULL AND o.status <> 'denied' AND (o.refunded_minor < o.value_minor OR o.value_minor = 0)
    THEN o.value_minor - o.refunded_minor END
$$;
