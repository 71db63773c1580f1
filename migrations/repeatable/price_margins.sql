-- The margins with which a store's prices are charged where no cost is set with them, by source: `store_…` for the prices of its campaigns, and
-- `campaign_…` for the own prices of the participants of one. The margin of a store is the difference between its own price and that price's cost. A larger
-- margin that an administrator has set for a campaign applies to its participants, too. src/modules/clicks/terms-price.ts computes the same.
-- Fixed amounts have a margin of their own (`…_cpo_minor`), which remains if the store removes its price. Where none is set, the margin of orders applies, also
-- to the store's own price and to the price of the campaign whose margin it is: `…_cpo_ratio` is the ratio of the margin to the commission, to six decimals.
-- `fixed_cost` charges a price with both.
CREATE OR REPLACE FUNCTION price_margins(p_store bigint, p_campaign bigint)
RETURNS TABLE (source smallint, store_cpc_minor bigint, store_cpa numeric, store_cpo_minor bigint, store_cpo_ratio numeric, campaign_cpc_minor bigint,
  campaign_cpa numeric, campaign_cpo_minor bigint, campaign_cpo_ratio numeric)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 2 AS $$
  SELECT v.source, greatest(sc.margin, 0), greatest(so.margin, 0), greatest(sf.margin, 0), greatest(sr.ratio, 0), greatest(sc.margin, cc.margin, 0),
    greatest(so.margin, co.margin, 0), greatest(sf.margin, cf.margin, 0), greatest(sr.ratio, cr.ratio, 0)
  FROM (VALUES (0::smallint), (1::smallint)) AS v (source)
  LEFT JOIN LATERAL (SELECT p.invoice_cpc_minor - p.cpc_minor AS margin FROM prices p
    WHERE p.store_id = p_store AND p.campaign_id IS NULL AND p.source IN (0, v.source) AND p.cpc_minor IS NOT NULL ORDER BY p.source DESC LIMIT 1) sc ON true
  LEFT JOIN LATERAL (SELECT p.invoice_cpa - p.cpa AS margin, coalesce(p.margin_cpa, p.cpa) AS base FROM prices p
    WHERE p.store_id = p_store AND p.campaign_id IS NULL AND p.source IN (0, v.source) AND p.cpa IS NOT NULL ORDER BY p.source DESC LIMIT 1) so ON true
  LEFT JOIN LATERAL (SELECT p.invoice_cpc_minor - p.cpc_minor AS margin FROM prices p
    WHERE p.campaign_id = p_campaign AND p.participant_id IS NULL AND p.source IN (0, v.source) AND p.cpc_minor IS NOT NULL ORDER BY p.source DESC LIMIT 1) cc
    ON true
  LEFT JOIN LATERAL (SELECT p.invoice_cpa - p.cpa AS margin, coalesce(p.margin_cpa, p.cpa) AS base FROM prices p
    WHERE p.campaign_id = p_campaign AND p.participant_id IS NULL AND p.source IN (0, v.source) AND p.cpa IS NOT NULL ORDER BY p.source DESC LIMIT 1) co
    ON true
  LEFT JOIN LATERAL (SELECT p.invoice_cpo_minor - coalesce(p.cpo_minor, 0) AS margin FROM prices p
    WHERE p.store_id = p_store AND p.campaign_id IS NULL AND p.source IN (0, v.source) AND coalesce(p.cpo_minor, p.invoice_cpo_minor) IS NOT NULL
    ORDER BY p.source DESC LIMIT 1) sf ON true
  LEFT JOIN LATERAL (SELECT p.invoice_cpo_minor - p.cpo_minor AS margin FROM prices p
    WHERE p.campaign_id = p_campaign AND p.participant_id IS NULL AND p.source IN (0, v.source) AND p.cpo_minor IS NOT NULL ORDER BY p.source DESC LIMIT 1) cf
    ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN sf.margin IS NULL THEN round(so.margin / nullif(so.base, 0), 6) END AS ratio) sr
  CROSS JOIN LATERAL (SELECT CASE WHEN cf.margin IS NULL THEN round(co.margin / nullif(co.base, 0), 6) END AS ratio) cr
$$;
