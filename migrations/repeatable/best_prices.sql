-- The highest price of each kind that a campaign pays a creator without own prices, from any source: the maximum of effective_prices, for lists of many campaigns.
-- Each is 0 if nothing is paid.
CREATE OR REPLACE VIEW best_prices AS
  SELECT o.id AS campaign_id,
    greatest(coalesce(c.cpc, s.cpc), coalesce(c.social_cpc, c.cpc, s.social_cpc, s.cpc), 0) AS cpc_minor,
    greatest(coalesce(c.cpa, s.cpa), coalesce(c.social_cpa, c.cpa, s.social_cpa, s.cpa), 0) AS cpa,
    greatest(coalesce(c.cpo, s.cpo), coalesce(c.social_cpo, c.cpo, s.social_cpo, s.cpo), 0) AS cpo_minor
  FROM campaigns o
  LEFT JOIN (SELECT p.campaign_id, max(p.cpc_minor) FILTER (WHERE p.source = 0) AS cpc, max(p.cpc_minor) FILTER (WHERE p.source = 1) AS social_cpc,
      max(p.cpa) FILTER (WHERE p.source = 0) AS cpa, max(p.cpa) FILTER (WHERE p.source = 1) AS social_cpa,
      max(p.cpo_minor) FILTER (WHERE p.source = 0) AS cpo, max(p.cpo_minor) FILTER (WHERE p.source = 1) AS social_cpo
    FROM prices p WHERE p.campaign_id IS NOT NULL AND p.participant_id IS NULL GROUP BY p.campaign_id) c ON c.campaign_id = o.id
  LEFT JOIN (SELECT p.store_id, max(p.cpc_minor) FILTER (WHERE p.source = 0) AS cpc, max(p.cpc_minor) FILTER (WHERE p.source = 1) AS social_cpc,
      max(p.cpa) FILTER (WHERE p.source = 0) AS cpa, max(p.cpa) FILTER (WHERE p.source = 1) AS social_cpa,
      max(p.cpo_minor) FILTER (WHERE p.source = 0) AS cpo, max(p.cpo_minor) FILTER (WHERE p.source = 1) AS social_cpo
    FROM prices p WHERE p.campaign_id IS NULL GROUP BY p.store_id) s ON s.store_id = o.store_id;
