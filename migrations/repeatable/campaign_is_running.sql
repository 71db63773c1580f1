-- Whether a campaign is scheduled or active: the same rule as `campaign_status`, as conditions whose results the planner can estimate. Lists of all campaigns
-- that can be joined are read with hash joins, and not with one look-up for each campaign.
CREATE OR REPLACE FUNCTION campaign_is_running(o campaigns, at timestamptz) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT o.deleted_at IS NULL AND o.active AND (o.valid_until IS NULL OR o.valid_until >= at)
    AND NOT ((NOT o.per_user_limit AND (o.max_clicks IS NOT NULL OR o.max_money_minor IS NOT NULL OR o.budget_limit_minor IS NOT NULL)
      OR o.shared_budget_id IS NOT NULL) AND campaign_used_up(o))
$$;
