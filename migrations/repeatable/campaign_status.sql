-- A campaign's status is derived, never stored (design/domain.md, "An offer's life"). It looks up nothing itself, so that the planner puts it
-- in place of its calls, and a list of many campaigns asks only for the sums of those that have caps and have not ended by their date.
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
