-- Returns the lowest non-zero cost of a click under a campaign; null if clicks are free. With less budget left than that, the campaign is used up.
CREATE OR REPLACE FUNCTION cheapest_click(campaign bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT least(
    (SELECT min(nullif(e.invoice_cpc_minor, 0)) FROM campaigns o CROSS JOIN effective_prices(o.store_id, o.id, NULL) e WHERE o.id = campaign),
    (SELECT min(nullif(c.invoice_cpc_minor, 0)) FROM campaigns o CROSS JOIN charged_prices(o.store_id, o.id) c WHERE o.id = campaign AND c.owner = 0))
$$;
