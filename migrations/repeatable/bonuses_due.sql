-- The bonuses of a campaign that are due for a month, named by its first day, with the paid amount of each. A tier is reached
-- with the order that fulfils it, in the order in which orders were placed. Bonuses are due in the order in which they were
-- reached, until the budget of the month is used up. Bonuses that are paid already precede the others, so that a late
-- order of one creator takes nothing from another.
CREATE OR REPLACE FUNCTION bonuses_due(p_campaign bigint, p_month date) RETURNS TABLE (user_id bigint, tier integer, bonus_minor bigint, paid_minor bigint,
  reached_at timestamptz) LANGUAGE sql STABLE AS $$
  WITH counted AS (
    SELECT o.user_id, o.order_at, count(*) OVER placed AS orders, sum(o.value_minor - o.refunded_minor) OVER placed AS value_minor
    FROM orders o WHERE o.campaign_id = p_campaign AND o.day BETWEEN p_month AND last_day(p_month) AND counts_for_bonus(o)
    WINDOW placed AS (PARTITION BY o.user_id ORDER BY o.order_at, o.id)
  ), reached AS (
    SELECT c.user_id, n.tier::int AS tier, (n.rule ->> 'bonus_minor')::bigint AS bonus_minor, t.budget_minor, min(c.order_at) AS at
    FROM bonus_tiers_of(p_campaign, p_month) t CROSS JOIN LATERAL jsonb_array_elements(t.tiers) WITH ORDINALITY AS n (rule, tier)
    JOIN counted c ON reaches_tier(n.rule, c.orders, c.value_minor::bigint)
    GROUP BY c.user_id, n.tier, n.rule, t.budget_minor
  ), summed AS (
    SELECT r.*, coalesce(p.user_minor, 0) AS paid_minor,
      sum(r.bonus_minor) OVER (ORDER BY coalesce(p.user_minor, 0) > 0 DESC, r.at, r.user_id, r.tier ROWS UNBOUNDED PRECEDING) AS together_minor
    FROM reached r LEFT JOIN one_time_payments p ON p.bonus_campaign_id = p_campaign AND p.user_id = r.user_id
      AND p.payment_date = last_day(p_month) AND p.bonus_tier = r.tier
  )
  SELECT s.user_id, s.tier, s.bonus_minor, s.paid_minor, s.at FROM summed s WHERE s.together_minor <= s.budget_minor
$$;
