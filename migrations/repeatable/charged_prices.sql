-- What a store pays for a price with this margin, if no cost is set with it. A price of 0 costs nothing; null: there is no price.
CREATE OR REPLACE FUNCTION charged_price(p_price numeric, p_margin numeric, p_max numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_price > 0 THEN greatest(p_price, least(p_price + p_margin, p_max)) WHEN p_price = 0 THEN 0 END
$$;

-- The prices of a store and of one of its campaigns (null: only those of the store), with those of all participants. `invoice_cpc_minor`,
-- `invoice_cpa` and `invoice_cpo_minor` are what the store pays; where the price is not set, what an administrator has set alone, or null. owner: 0 a participant, 1 the campaign, 2 the store.
CREATE OR REPLACE FUNCTION charged_prices(p_store bigint, p_campaign bigint)
RETURNS TABLE (owner int, participant_id bigint, source smallint, cpc_minor bigint, invoice_cpc_minor bigint, cpa numeric, invoice_cpa numeric,
  user_share numeric, agency_share numeric, cpo_minor bigint, invoice_cpo_minor bigint, cpo_mode text, minimum_order_minor bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT o.owner, p.participant_id, p.source, p.cpc_minor,
    coalesce(p.invoice_cpc_minor, charged_price(p.cpc_minor,
      CASE o.owner WHEN 0 THEN m.campaign_cpc_minor WHEN 1 THEN m.store_cpc_minor ELSE 0 END, 100000)::bigint),
    p.cpa,
    coalesce(p.invoice_cpa, charged_price(p.cpa, CASE o.owner WHEN 0 THEN m.campaign_cpa WHEN 1 THEN m.store_cpa ELSE 0 END, 1)),
    p.user_share, p.agency_share, p.cpo_minor,
    coalesce(p.invoice_cpo_minor, CASE o.owner WHEN 0 THEN fixed_cost(p.cpo_minor, m.campaign_cpo_minor, m.campaign_cpo_ratio)
      WHEN 1 THEN fixed_cost(p.cpo_minor, m.store_cpo_minor, m.campaign_cpo_ratio) ELSE fixed_cost(p.cpo_minor, 0, m.store_cpo_ratio) END),
    p.cpo_mode, p.minimum_order_minor
  FROM prices p JOIN price_margins(p_store, p_campaign) m ON m.source = p.source
  CROSS JOIN LATERAL (SELECT CASE WHEN p.participant_id IS NOT NULL THEN 0 WHEN p.campaign_id IS NOT NULL THEN 1 ELSE 2 END AS owner) o
  WHERE p.store_id = p_store AND (p.campaign_id IS NULL OR p.campaign_id = p_campaign)
$$;
