-- The rules of a campaign at an instant; null if it had none.
CREATE OR REPLACE FUNCTION commission_rules_at(p_campaign bigint, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT r.id FROM commission_rules r WHERE r.campaign_id = p_campaign AND r.created_at <= p_at AND (r.ended_at IS NULL OR p_at < r.ended_at)
  ORDER BY r.version DESC LIMIT 1
$$;
