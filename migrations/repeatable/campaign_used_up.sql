-- Whether the caps that all participants of a campaign share leave no room for a click. With a limit for each participant, one participant never uses
-- up the whole campaign.
CREATE OR REPLACE FUNCTION campaign_used_up(o campaigns) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT NOT o.per_user_limit AND EXISTS (
      SELECT FROM (SELECT 1) always LEFT JOIN campaign_spend s ON s.campaign_id = o.id AND s.user_id = 0
      WHERE coalesce(s.clicks, 0) >= o.max_clicks
        OR coalesce(s.spent_minor, 0) + cheapest_click(o.id) > least(o.max_money_minor, o.budget_limit_minor))
    OR EXISTS (
      SELECT FROM shared_budgets b WHERE b.id = o.shared_budget_id AND b.spent_minor + cheapest_click(o.id) > b.amount_minor)
$$;
