-- Returns a campaign's status, which is derived and never stored (docs/domain.md, "The life cycle of a campaign"). The function reads no table, so that the
-- planner inlines it: a list of many campaigns sums up clicks only for campaigns that have caps and have not ended by date.
CREATE OR REPLACE FUNCTION campaign_status(o campaigns, at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN o.deleted_at IS NOT NULL THEN 'deleted'
    WHEN o.valid_until < at THEN 'ended'
    WHEN (NOT o.per_user_limit AND (o.max_clicks IS NOT NULL OR o.max_money_minor IS NOT NULL OR o.budget_limit_minor IS NOT NULL)
      OR o.shared_budget_id IS NOT NULL) AND campaign_used_up(o) THEN 'ended'
    WHEN NOT o.active THEN 'paused'
    WHEN o.valid_from > at THEN 'scheduled'
    ELSE 'active'
  END
$$;
