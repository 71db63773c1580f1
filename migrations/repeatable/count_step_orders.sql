-- Counts approved orders (rate_step_sums) in the statement that changes them, and gives each order that is approved its step. Runs before orders_totals_…,
-- with the rows of orders locked; sums are locked in key order, and before credit. The order in which orders are approved decides; orders that one statement
-- approves are counted by their time. An order keeps its step while it is approved for the same creator, also if others are refunded or denied later; only
-- steps of whole periods follow the sums (settle_rate_steps).
CREATE OR REPLACE FUNCTION count_step_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_added orders[];
  v_removed orders[];
BEGIN
  IF TG_OP <> 'DELETE' THEN
    v_added := ARRAY (SELECT o FROM added o WHERE o.status = 'approved' AND o.campaign_id IS NOT NULL AND o.event_kind_id IS NULL);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    v_removed := ARRAY (SELECT o FROM removed o WHERE o.status = 'approved' AND o.campaign_id IS NOT NULL AND o.event_kind_id IS NULL);
  END IF;
  IF coalesce(cardinality(v_added), 0) + coalesce(cardinality(v_removed), 0) = 0 THEN
    RETURN NULL;
  END IF;
  INSERT INTO rate_step_sums AS t (campaign_id, user_id, period, first_day, orders, value_minor, is_settled)
  SELECT n.campaign_id, n.user_id, n.period, n.first_day, n.orders, n.value_minor,
    NOT changes_step((n.campaign_id, n.user_id, n.period, n.first_day, 0, 0, 0, true), n.orders, n.value_minor)
  FROM (
    SELECT c.campaign_id, c.user_id, p.period, step_period(p.period, c.day) AS first_day, sum(c.sign) AS orders, sum(c.sign * c.left_minor)::bigint AS value_minor
    FROM (
      SELECT a.campaign_id, a.user_id, a.day, a.value_minor - a.refunded_minor AS left_minor, 1 AS sign FROM unnest(v_added) a WHERE counts_for_bonus(a)
      UNION ALL
      SELECT r.campaign_id, r.user_id, r.day, r.value_minor - r.refunded_minor, -1 FROM unnest(v_removed) r WHERE counts_for_bonus(r)
    ) c CROSS JOIN (VALUES ('ever'), ('month'), ('quarter')) AS p (period)
    GROUP BY c.campaign_id, c.user_id, p.period, step_period(p.period, c.day) HAVING (sum(c.sign), sum(c.sign * c.left_minor)) <> (0, 0)
  ) n ORDER BY n.campaign_id, n.user_id, n.period, n.first_day
  -- A new row also needs settling: orders that were refunded before they were approved have a step, and count for nothing.
  ON CONFLICT (campaign_id, user_id, period, first_day) DO UPDATE SET orders = t.orders + excluded.orders, value_minor = t.value_minor + excluded.value_minor,
    changes = t.changes + 1, is_settled = t.is_settled AND NOT changes_step(t, t.orders + excluded.orders, t.value_minor + excluded.value_minor);
  -- NOT IN is hashed whatever the number of orders; a cached plan would join the arrays in a nested loop.
  WITH decided AS (
    SELECT a.*, rate_steps_of(a) AS version_id, counts_for_bonus(a)::int AS number, counts_for_bonus(a)::int * (a.value_minor - a.refunded_minor) AS left_minor
    FROM unnest(v_added) a
    WHERE may_have_step(a) AND (a.id, a.user_id, a.campaign_id, a.attribution, coalesce(a.click_id::text, ''), a.day) NOT IN (
      SELECT r.id, r.user_id, r.campaign_id, r.attribution, coalesce(r.click_id::text, ''), r.day FROM unnest(v_removed) r WHERE may_have_step(r))
  ), counted AS (
    SELECT d.*, sum(d.number) OVER ever AS orders_ever, sum(d.left_minor) OVER ever AS minor_ever, sum(d.number) OVER quarter AS orders_quarter,
      sum(d.left_minor) OVER quarter AS minor_quarter, sum(d.number) OVER month AS orders_month, sum(d.left_minor) OVER month AS minor_month
    FROM decided d
    WINDOW ever AS (PARTITION BY d.campaign_id, d.user_id ORDER BY d.order_at DESC, d.id DESC ROWS UNBOUNDED PRECEDING),
      quarter AS (PARTITION BY d.campaign_id, d.user_id, step_period('quarter', d.day) ORDER BY d.order_at DESC, d.id DESC ROWS UNBOUNDED PRECEDING),
      month AS (PARTITION BY d.campaign_id, d.user_id, step_period('month', d.day) ORDER BY d.order_at DESC, d.id DESC ROWS UNBOUNDED PRECEDING)
  ), outcome AS (
    -- An order that comes to another creator, and has no version now, loses that of the former.
    SELECT c.id, v.id AS version_id, reached_step(v.steps, n.reached) AS step, CASE v.counts WHEN 'orders' THEN n.reached END AS orders,
      CASE v.counts WHEN 'value' THEN n.reached END AS minor
    FROM counted c LEFT JOIN rate_steps v ON v.id = c.version_id
      AND (v.user_tag_id IS NULL OR EXISTS (SELECT FROM user_tag_members m WHERE m.user_id = c.user_id AND m.user_tag_id = v.user_tag_id))
    LEFT JOIN rate_step_sums t ON t.campaign_id = c.campaign_id AND t.user_id = c.user_id AND t.period = v.period AND t.first_day = step_period(v.period, c.day)
    CROSS JOIN LATERAL (SELECT (CASE v.counts WHEN 'orders' THEN coalesce(t.orders, 0) ELSE coalesce(t.value_minor, 0) END - CASE
      WHEN v.applies = 'whole' THEN 0
      WHEN v.counts = 'orders' THEN CASE v.period WHEN 'ever' THEN c.orders_ever WHEN 'quarter' THEN c.orders_quarter ELSE c.orders_month END
      ELSE CASE v.period WHEN 'ever' THEN c.minor_ever WHEN 'quarter' THEN c.minor_quarter ELSE c.minor_month END END)::bigint AS reached) n
    WHERE v.id IS NOT NULL OR c.rate_steps_id IS NOT NULL
  )
  UPDATE orders o SET rate_steps_id = n.version_id, rate_step = n.step, rate_step_orders = n.orders, rate_step_minor = n.minor
  FROM outcome n WHERE o.id = n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_steps_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();

CREATE OR REPLACE TRIGGER orders_steps_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();

CREATE OR REPLACE TRIGGER orders_steps_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();
