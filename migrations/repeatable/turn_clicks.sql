-- Voids clicks (p_sign -1: the class becomes 11, and cost and earnings become 0) or restores them (p_sign 1), together with the totals and budgets that
-- include them: budget spent on a voided click can be spent again. Returns the number of changed clicks; the caller compares it with the expected number.
-- Takes locks in the order of record_clicks: counters of capped campaigns, shared budgets, credit, link days, other counters, store days.
-- Raises TRB04 when a store's credit does not cover restored clicks, and TRB03 when restored clicks would exceed a cap.
CREATE OR REPLACE FUNCTION turn_clicks(p_void bigint, p_sign integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_first uuid;
  v_last uuid;
  v_turned bigint;
  v_campaign bigint;
BEGIN
  SELECT min(item)::uuid, max(item)::uuid INTO v_first, v_last FROM void_items WHERE void_id = p_void;

  PERFORM FROM campaign_spend s JOIN campaigns o ON o.id = s.campaign_id WHERE (s.campaign_id, s.user_id) IN (
      SELECT v.campaign_id, part.user_id FROM void_items v CROSS JOIN LATERAL (VALUES (0::bigint), (v.user_id)) AS part (user_id) WHERE v.void_id = p_void)
    AND (o.max_clicks IS NOT NULL OR o.max_money_minor IS NOT NULL OR o.budget_limit_minor IS NOT NULL OR o.shared_budget_id IS NOT NULL
      OR EXISTS (SELECT FROM participants p WHERE p.campaign_id = o.id AND p.click_limit IS NOT NULL))
    ORDER BY s.campaign_id, s.user_id FOR UPDATE OF s;
  PERFORM FROM shared_budgets b WHERE b.id IN (
    SELECT o.shared_budget_id FROM void_items v JOIN campaigns o ON o.id = v.campaign_id WHERE v.void_id = p_void) ORDER BY b.id FOR UPDATE;

  -- A voided click reduces the store's exposure; restored clicks must be covered by its credit.
  PERFORM add_store_exposure(n.store_id, n.minor, 0, true, n.campaigns, n.used) FROM (
    SELECT x.store_id, sum(x.minor)::bigint AS minor, array_agg(x.campaign_id) AS campaigns, array_agg(x.minor) AS used FROM (
      SELECT v.store_id, coalesce(v.campaign_id, 0) AS campaign_id, (p_sign * sum(v.cost_minor))::bigint AS minor
      FROM void_items v WHERE v.void_id = p_void GROUP BY v.store_id, coalesce(v.campaign_id, 0)
    ) x GROUP BY x.store_id ORDER BY x.store_id
  ) n;

  UPDATE clicks c SET class = CASE WHEN p_sign < 0 THEN 11 ELSE 0 END,
    cost_minor = CASE WHEN p_sign < 0 THEN 0 ELSE v.cost_minor END,
    user_minor = CASE WHEN p_sign < 0 THEN 0 ELSE v.user_minor END,
    agency_minor = CASE WHEN p_sign < 0 THEN 0 ELSE v.agency_minor END,
    recorded_in = pg_current_xact_id()::text::bigint
  FROM void_items v WHERE v.void_id = p_void AND c.id = v.item::uuid AND c.id BETWEEN v_first AND v_last
    AND c.class = CASE WHEN p_sign < 0 THEN 0 ELSE 11 END;
  GET DIAGNOSTICS v_turned = ROW_COUNT;

  -- The totals of clicks that do not count have no campaign.
  INSERT INTO link_days AS t
    (link_id, day, campaign_id, agency_id, store_id, user_id, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor)
  SELECT link_id, day, campaign_id, agency_id, min(store_id), min(user_id), sum(clicks), sum(social), sum(uncounted), sum(cost), sum(earned), sum(agency)
  FROM (
    SELECT v.link_id, v.day, coalesce(v.campaign_id, 0) AS campaign_id, coalesce(v.agency_id, 0) AS agency_id, v.store_id, v.user_id, p_sign AS clicks,
      p_sign * (v.source = 1)::int AS social, 0 AS uncounted, p_sign * v.cost_minor AS cost, p_sign * v.user_minor AS earned,
      p_sign * v.agency_minor AS agency
    FROM void_items v WHERE v.void_id = p_void
    UNION ALL
    SELECT v.link_id, v.day, 0, coalesce(v.agency_id, 0), v.store_id, v.user_id, 0, 0, -p_sign, 0, 0, 0 FROM void_items v WHERE v.void_id = p_void
  ) d GROUP BY link_id, day, campaign_id, agency_id ORDER BY link_id, day, campaign_id, agency_id
  ON CONFLICT (link_id, day, campaign_id, agency_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    agency_minor = t.agency_minor + excluded.agency_minor;

  PERFORM FROM campaign_spend s WHERE (s.campaign_id, s.user_id) IN (
    SELECT v.campaign_id, part.user_id FROM void_items v CROSS JOIN LATERAL (VALUES (0::bigint), (v.user_id)) AS part (user_id) WHERE v.void_id = p_void)
    ORDER BY s.campaign_id, s.user_id FOR UPDATE;
  UPDATE campaign_spend s SET clicks = s.clicks + p_sign * n.clicks, spent_minor = s.spent_minor + p_sign * n.spent FROM (
    SELECT v.campaign_id, part.user_id, count(*) AS clicks, sum(v.cost_minor) AS spent
    FROM void_items v CROSS JOIN LATERAL (VALUES (0::bigint), (v.user_id)) AS part (user_id)
    WHERE v.void_id = p_void AND v.campaign_id IS NOT NULL GROUP BY v.campaign_id, part.user_id
  ) n WHERE s.campaign_id = n.campaign_id AND s.user_id = n.user_id;
  -- A budget that was assigned after the click may not include it.
  UPDATE shared_budgets b SET spent_minor = greatest(b.spent_minor + p_sign * n.spent, 0) FROM (
    SELECT o.shared_budget_id AS id, sum(v.cost_minor) AS spent FROM void_items v JOIN campaigns o ON o.id = v.campaign_id
    WHERE v.void_id = p_void AND o.shared_budget_id IS NOT NULL GROUP BY o.shared_budget_id
  ) n WHERE b.id = n.id;

  INSERT INTO store_days AS t (store_id, day, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor)
  SELECT v.store_id, v.day, p_sign * count(*), p_sign * count(*) FILTER (WHERE v.source = 1), -p_sign * count(*), p_sign * sum(v.cost_minor),
    p_sign * sum(v.user_minor), p_sign * sum(v.agency_minor)
  FROM void_items v WHERE v.void_id = p_void GROUP BY v.store_id, v.day ORDER BY v.store_id, v.day
  ON CONFLICT (store_id, day) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    agency_minor = t.agency_minor + excluded.agency_minor;

  IF p_sign > 0 THEN
    SELECT s.campaign_id INTO v_campaign FROM (
      SELECT DISTINCT v.campaign_id, part.user_id FROM void_items v CROSS JOIN LATERAL (VALUES (0::bigint), (v.user_id)) AS part (user_id)
      WHERE v.void_id = p_void AND v.campaign_id IS NOT NULL
    ) n JOIN campaign_spend s USING (campaign_id, user_id) JOIN campaigns o ON o.id = s.campaign_id
    LEFT JOIN shared_budgets b ON b.id = o.shared_budget_id
    LEFT JOIN participants p ON p.campaign_id = s.campaign_id AND p.user_id = s.user_id
    WHERE o.per_user_limit = (s.user_id <> 0)
        AND (s.clicks > o.max_clicks OR s.spent_minor > least(o.max_money_minor, o.budget_limit_minor))
      OR s.user_id <> 0 AND s.clicks > p.click_limit OR b.spent_minor > b.amount_minor LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'the cap of campaign % does not permit the clicks that would be restored', v_campaign USING ERRCODE = 'TRB03';
    END IF;
  END IF;
  RETURN v_turned;
END $$;
