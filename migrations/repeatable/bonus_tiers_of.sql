-- The tiers of a campaign in a month, named by its first day; a null row if it has no tiers.
CREATE OR REPLACE FUNCTION bonus_tiers_of(p_campaign bigint, p_month date) RETURNS bonus_tiers LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT t FROM bonus_tiers t WHERE t.campaign_id = p_campaign AND t.first_month <= p_month ORDER BY t.version DESC LIMIT 1
$$;
