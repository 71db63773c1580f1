-- Returns the lowest non-zero cost of a click under a campaign; null if clicks are free. With less budget left than that, the campaign is used up.
CREATE OR REPLACE FUNCTION cheapest_click(campaign bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (SELECT min(nullif(coalesce(p.invoice_cpc_minor, p.cpc_minor), 0)) FROM prices p WHERE p.campaign_id = campaign)
$$;
