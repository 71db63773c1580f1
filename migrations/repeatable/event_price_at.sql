-- The id of the version of the price of a kind of events under a campaign (null: without one) at an instant: the campaign's, otherwise the store's. Before the first price
-- of the store, the first one applies: the kind is newer than the click.
CREATE OR REPLACE FUNCTION event_price_at(p_kind bigint, p_campaign bigint, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.id FROM (
    (SELECT * FROM event_prices WHERE event_kind_id = p_kind AND campaign_id = p_campaign AND valid_from <= p_at ORDER BY valid_from DESC, id DESC LIMIT 1)
    UNION ALL
    (SELECT * FROM event_prices WHERE event_kind_id = p_kind AND campaign_id IS NULL
      ORDER BY CASE WHEN valid_from <= p_at THEN valid_from END DESC NULLS LAST, valid_from, id DESC LIMIT 1)
  ) p WHERE p.cpl_minor IS NOT NULL ORDER BY p.campaign_id IS NULL LIMIT 1
$$;

-- What a store pays for an event with this price. Where an administrator has set no cost, fixed amounts of orders and of events have the same margins
-- (`price_margins`), the larger one of both sources, so that a kind of events does not avoid the margin.
CREATE OR REPLACE FUNCTION event_cost(p_price bigint, p_campaign bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(p.invoice_cpl_minor, (SELECT max(fixed_cost(p.cpl_minor, m.campaign_cpo_minor, m.campaign_cpo_ratio))
    FROM price_margins(p.store_id, p_campaign) m)) FROM event_prices p WHERE p.id = p_price
$$;
