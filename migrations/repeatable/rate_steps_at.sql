-- The version of a campaign's steps at an instant; null if its rates did not rise.
CREATE OR REPLACE FUNCTION rate_steps_at(p_campaign bigint, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN r.steps <> '[]' THEN r.id END FROM rate_steps r WHERE r.campaign_id = p_campaign AND r.created_at <= p_at ORDER BY r.version DESC LIMIT 1
$$;

-- The version by which an order would be priced: that of its click, otherwise that of its own time.
CREATE OR REPLACE FUNCTION rate_steps_of(o orders) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT rate_steps_at(o.campaign_id, CASE o.attribution WHEN 'click' THEN click_time(o.click_id) ELSE o.order_at END)
$$;
