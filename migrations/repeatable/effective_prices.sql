-- The prices for clicks and orders from each source under a campaign (null: without one), for a participant (null: nobody in particular), as
-- src/modules/clicks/terms-price.ts computes them. Each kind of price is looked up by itself: the participant's own price for the source, the campaign's for the
-- source, the participant's for General, the campaign's for General, the store's own for the source, and the store's for General. Null: none is set, and
-- nothing is paid. A cost that an administrator has set for a campaign without a price is the least that the applying price costs.
-- cpo_mode belongs to the row of the fixed amount (cpo_minor); the minimum value of an order is looked up by itself, like a price.
-- The shares are those of the campaign's price, or of the store's if the price of a click is the store's; null: those of the creator apply.
CREATE OR REPLACE FUNCTION effective_prices(p_store bigint, p_campaign bigint, p_participant bigint)
RETURNS TABLE (source smallint, cpc_minor bigint, invoice_cpc_minor bigint, cpa numeric, invoice_cpa numeric, user_share numeric, agency_share numeric,
  cpo_minor bigint, invoice_cpo_minor bigint, cpo_mode text, minimum_order_minor bigint)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 2 AS $$
  WITH stated AS MATERIALIZED (
    SELECT * FROM charged_prices(p_store, p_campaign) c WHERE c.participant_id IS NULL OR c.participant_id = p_participant
  ), ranked AS (
    SELECT v.source AS wanted, s.*, CASE s.owner WHEN 2 THEN 4 ELSE s.owner END + CASE WHEN s.source = v.source THEN 0 ELSE 2 END AS rank
    FROM (VALUES (0::smallint), (1::smallint)) AS v (source) JOIN stated s ON s.source IN (0, v.source)
  )
  SELECT v.source, click.cpc_minor, greatest(click.invoice_cpc_minor, least_click.cost), sale.cpa, greatest(sale.invoice_cpa, least_sale.cost),
    coalesce(CASE WHEN click.owner = 0 THEN click.user_share END, base.user_share,
      CASE WHEN click.owner = 1 THEN click.user_share WHEN click.owner IS DISTINCT FROM 0 THEN store.user_share END),
    coalesce(CASE WHEN click.owner = 0 THEN click.agency_share END, base.agency_share,
      CASE WHEN click.owner = 1 THEN click.agency_share WHEN click.owner IS DISTINCT FROM 0 THEN store.agency_share END),
    fixed.cpo_minor, greatest(fixed.invoice_cpo_minor, least_fixed.cost), fixed.cpo_mode, minimum.minimum_order_minor
  FROM (VALUES (0::smallint), (1::smallint)) AS v (source)
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.cpc_minor IS NOT NULL ORDER BY r.rank LIMIT 1) click ON true
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.cpa IS NOT NULL ORDER BY r.rank LIMIT 1) sale ON true
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.cpo_minor IS NOT NULL ORDER BY r.rank LIMIT 1) fixed ON true
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.minimum_order_minor IS NOT NULL ORDER BY r.rank LIMIT 1) minimum ON true
  LEFT JOIN LATERAL (SELECT max(r.invoice_cpc_minor) AS cost FROM ranked r
    WHERE r.wanted = v.source AND r.owner = 1 AND r.cpc_minor IS NULL AND r.rank < click.rank) least_click ON true
  LEFT JOIN LATERAL (SELECT max(r.invoice_cpa) AS cost FROM ranked r
    WHERE r.wanted = v.source AND r.owner = 1 AND r.cpa IS NULL AND r.rank < sale.rank) least_sale ON true
  LEFT JOIN LATERAL (SELECT max(r.invoice_cpo_minor) AS cost FROM ranked r
    WHERE r.wanted = v.source AND r.owner = 1 AND r.cpo_minor IS NULL AND r.rank < fixed.rank) least_fixed ON true
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.owner = 1 ORDER BY r.rank LIMIT 1) base ON true
  LEFT JOIN LATERAL (SELECT * FROM ranked r WHERE r.wanted = v.source AND r.owner = 2 ORDER BY r.rank LIMIT 1) store ON true
$$;
