-- The least that a click under a campaign costs, when it costs anything: with less than that left its money is used up. Null: clicks are free.
CREATE OR REPLACE FUNCTION cheapest_click(campaign bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (SELECT min(nullif(coalesce(p.invoice_cpc_minor, p.cpc_minor), 0)) FROM prices p WHERE p.campaign_id = campaign)
$$;
