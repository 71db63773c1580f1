-- Whether nobody has to decide an order: it is approved at decide_by unless somebody decides earlier. Disputed, unconfirmed and over-value orders have no
-- creator and wait for a person. So do orders of suspended creators, and of stores that may not decide.
CREATE OR REPLACE FUNCTION order_decides_itself(o orders, s stores, u users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.status = 'pending' AND o.link_id IS NOT NULL AND o.decide_by IS NOT NULL AND u.suspended_at IS NULL AND store_may_spend(s)
$$;
