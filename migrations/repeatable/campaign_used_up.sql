-- Whether the caps that all participants of a campaign share are exhausted. With a limit for each participant, one participant never uses
-- up the whole campaign. The function reads no table, so that the planner inlines it.
-- clicks, spent: the usage of all its participants; pool_spent, pool_amount: those of its shared budget (null: none).
CREATE OR REPLACE FUNCTION uses_up_limits(o campaigns, clicks bigint, spent bigint, pool_spent bigint, pool_amount bigint)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(NOT o.per_user_limit AND clicks >= o.max_clicks, false)
    OR CASE WHEN NOT o.per_user_limit AND num_nonnulls(o.max_money_minor, o.budget_limit_minor) > 0
      THEN coalesce(spent + cheapest_click(o.id) > least(o.max_money_minor, o.budget_limit_minor), false) ELSE false END
    OR CASE WHEN pool_amount IS NOT NULL THEN coalesce(pool_spent + cheapest_click(o.id) > pool_amount, false) ELSE false END
$$;

-- The same for one campaign.
CREATE OR REPLACE FUNCTION campaign_used_up(o campaigns) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT uses_up_limits(o, coalesce(s.clicks, 0), coalesce(s.spent_minor, 0), b.spent_minor, b.amount_minor)
  FROM (SELECT 1) always LEFT JOIN campaign_spend s ON s.campaign_id = o.id AND s.user_id = 0
    LEFT JOIN shared_budgets b ON b.id = o.shared_budget_id
$$;
