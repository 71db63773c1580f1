-- The rules of a store (p_campaign null) or of a campaign as they are now. A campaign's values are null where those of the store apply.
CREATE OR REPLACE FUNCTION current_order_rules(p_store bigint, p_campaign bigint)
RETURNS TABLE (attribution text, window_days smallint, approval_days smallint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT coalesce(r.attribution, 'click_first'), s.attribution_window_days::smallint, r.approval_days
  FROM stores s LEFT JOIN order_rules r ON r.store_id = s.id WHERE s.id = p_store AND p_campaign IS NULL
  UNION ALL
  SELECT o.attribution, o.attribution_window_days, o.approval_days FROM campaigns o WHERE o.id = p_campaign
$$;
