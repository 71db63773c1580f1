-- The rules of a store (p_campaign null) or of a campaign at an instant: the version that applied then. Without any version, they have never changed.
CREATE OR REPLACE FUNCTION order_rules_at(p_store bigint, p_campaign bigint, p_at timestamptz)
RETURNS TABLE (version_id bigint, version int, valid_from timestamptz, attribution text, window_days smallint, approval_days smallint)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT x.id, x.version, x.valid_from, x.attribution, x.window_days, x.approval_days FROM (
    (SELECT 1 AS place, v.id, v.version, v.valid_from, v.attribution, v.window_days, v.approval_days FROM order_rule_versions v
      WHERE v.campaign_id IS NULL AND v.store_id = p_store AND p_campaign IS NULL AND v.valid_from <= p_at ORDER BY v.version DESC LIMIT 1)
    UNION ALL
    (SELECT 1, v.id, v.version, v.valid_from, v.attribution, v.window_days, v.approval_days FROM order_rule_versions v
      WHERE v.campaign_id = p_campaign AND v.valid_from <= p_at ORDER BY v.version DESC LIMIT 1)
    UNION ALL
    (SELECT 2, NULL, 1, '-infinity', c.attribution, c.window_days, c.approval_days FROM current_order_rules(p_store, p_campaign) c)
  ) x ORDER BY x.place LIMIT 1
$$;
