-- The bonuses that are due for the months until a day, by campaign, creator, month and tier. A tier is reached with the order that fulfils it, in the order
-- in which orders were placed. Bonuses of one month are due in the order in which they were reached, as long as the budget of the month covers all of them;
-- those that are paid already precede the others, so that a late order of one creator takes nothing from another.
CREATE OR REPLACE FUNCTION bonuses_due(p_until date) RETURNS TABLE (campaign_id bigint, user_id bigint, month date, tier integer, bonus_minor bigint,
  reached_at timestamptz) LANGUAGE sql STABLE AS $$
  WITH counted AS (
    SELECT o.campaign_id, o.user_id, date_trunc('month', o.day)::date AS month, o.order_at, count(*) OVER placed AS orders,
      sum(o.value_minor - o.refunded_minor) OVER placed AS value_minor
    FROM orders o WHERE o.campaign_id IN (SELECT t.campaign_id FROM bonus_tiers t) AND o.day <= p_until AND counts_for_bonus(o)
    WINDOW placed AS (PARTITION BY o.campaign_id, o.user_id, date_trunc('month', o.day) ORDER BY o.order_at, o.id)
  ), reached AS (
    SELECT c.campaign_id, c.user_id, c.month, n.tier::int AS tier, (n.rule ->> 'bonus_minor')::bigint AS bonus_minor, t.budget_minor, min(c.order_at) AS at
    FROM (SELECT DISTINCT m.campaign_id, m.month FROM counted m) m
    CROSS JOIN LATERAL bonus_tiers_of(m.campaign_id, m.month) t
    CROSS JOIN LATERAL jsonb_array_elements(t.tiers) WITH ORDINALITY AS n (rule, tier)
    JOIN counted c ON c.campaign_id = m.campaign_id AND c.month = m.month AND c.orders >= coalesce((n.rule ->> 'orders')::bigint, 0)
      AND c.value_minor >= coalesce((n.rule ->> 'value_minor')::bigint, 0)
    GROUP BY c.campaign_id, c.user_id, c.month, n.tier, n.rule, t.budget_minor
  ), summed AS (
    SELECT r.*, sum(r.bonus_minor) OVER (PARTITION BY r.campaign_id, r.month
      ORDER BY coalesce(p.user_minor, 0) > 0 DESC, r.at, r.user_id, r.tier ROWS UNBOUNDED PRECEDING) AS together_minor
    FROM reached r LEFT JOIN one_time_payments p ON p.bonus_campaign_id = r.campaign_id AND p.user_id = r.user_id
      AND p.payment_date = (r.month + interval '1 month - 1 day')::date AND p.bonus_tier = r.tier
  )
  SELECT s.campaign_id, s.user_id, s.month, s.tier, s.bonus_minor, s.at FROM summed s WHERE s.together_minor <= s.budget_minor
$$;
