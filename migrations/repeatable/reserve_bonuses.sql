-- Bonuses that creators have reached and that are not paid are promised: the store's credit reserves them. Every writer of bonus_months holds the lock of the
-- store's row of store_credit, so that the differences of concurrent orders add up to the sum.

-- Sets the reservation of a campaign's month to an amount. An increase takes no more than what is left of the campaign's guarantee and the store's remaining credit, and a store that is not approved
-- promises nothing more. It therefore never exceeds the credit limit and never refuses an order.
CREATE OR REPLACE FUNCTION reserve_bonus_month(p_campaign bigint, p_month date, p_minor bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_store bigint;
  v_more bigint;
BEGIN
  SELECT c.store_id, least(p_minor - b.reserved_minor,
      CASE s.approval WHEN 'approved' THEN greatest(k.limit_minor - k.incurred_minor - k.promised_minor - k.reserved_minor, 0) + coalesce(g.left_minor, 0) ELSE 0 END) INTO v_store, v_more
    FROM bonus_months b JOIN campaigns c ON c.id = b.campaign_id JOIN stores s ON s.id = c.store_id JOIN store_credit k ON k.store_id = c.store_id
      LEFT JOIN guarantees g ON g.campaign_id = c.id AND g.released_at IS NULL
    WHERE b.campaign_id = p_campaign AND b.month = p_month;
  IF v_more <> 0 THEN
    UPDATE bonus_months SET reserved_minor = reserved_minor + v_more WHERE campaign_id = p_campaign AND month = p_month;
    PERFORM add_store_exposure(v_store, 0, v_more, true, ARRAY[p_campaign], ARRAY[v_more]);
  END IF;
END $$;

-- The maximum cost of the unpaid bonuses of a month. Closing the month determines the exact amount, because only whole bonuses
-- fit in the budget.
CREATE OR REPLACE FUNCTION unpaid_bonuses(b bonus_months) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(least(b.reached_minor, t.budget_minor)
    - (SELECT coalesce(sum(p.user_minor), 0) FROM one_time_payments p WHERE p.bonus_campaign_id = b.campaign_id AND p.payment_date = last_day(b.month)), 0)::bigint
  FROM bonus_tiers_of(b.campaign_id, b.month) t
$$;

-- Reserves the bonuses of these months after their orders have changed.
CREATE OR REPLACE FUNCTION reserve_bonuses(p_campaigns bigint[], p_months date[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_group record;
BEGIN
  FOR v_group IN SELECT b.campaign_id, b.month, unpaid_bonuses(b) AS minor
    FROM unnest(p_campaigns, p_months) AS g (campaign_id, month) JOIN bonus_months b USING (campaign_id, month) ORDER BY b.month, b.campaign_id
  LOOP
    PERFORM reserve_bonus_month(v_group.campaign_id, v_group.month, v_group.minor);
  END LOOP;
END $$;

-- Updates the reached and reserved bonuses after a statement has changed orders, given the rows before and after it. order_totals
-- calls it, with the credit of the stores locked.
CREATE OR REPLACE FUNCTION note_bonus_orders(p_added orders[], p_removed orders[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_campaigns bigint[];
  v_months date[];
  v_minors bigint[];
BEGIN
  SELECT array_agg(x.campaign_id), array_agg(x.month), array_agg(x.minor) INTO v_campaigns, v_months, v_minors FROM (
    SELECT c.campaign_id, c.month, sum(reached_bonuses(t.tiers, b.orders, b.value_minor)
      - reached_bonuses(t.tiers, b.orders - c.orders, b.value_minor - c.value_minor))::bigint AS minor
    FROM (
      SELECT o.campaign_id, o.user_id, date_trunc('month', o.day)::date AS month, sum(o.sign) AS orders, sum(o.sign * o.left_minor)::bigint AS value_minor FROM (
        SELECT a.campaign_id, a.user_id, a.day, a.value_minor - a.refunded_minor AS left_minor, 1 AS sign FROM unnest(p_added) a WHERE counts_for_bonus(a)
        UNION ALL
        SELECT r.campaign_id, r.user_id, r.day, r.value_minor - r.refunded_minor, -1 FROM unnest(p_removed) r WHERE counts_for_bonus(r)
      ) o WHERE o.campaign_id IS NOT NULL GROUP BY 1, 2, 3 HAVING (sum(o.sign), sum(o.sign * o.left_minor)) <> (0, 0)
    ) c
    CROSS JOIN LATERAL bonus_tiers_of(c.campaign_id, c.month) t
    CROSS JOIN LATERAL bonus_progress(c.campaign_id, c.user_id, c.month) b
    WHERE t.id IS NOT NULL GROUP BY c.campaign_id, c.month
  ) x;
  IF v_campaigns IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO bonus_months (campaign_id, month) SELECT * FROM unnest(v_campaigns, v_months) ON CONFLICT DO NOTHING;
  UPDATE bonus_months b SET reached_minor = b.reached_minor + x.minor, is_settled = false
    FROM unnest(v_campaigns, v_months, v_minors) AS x (campaign_id, month, minor)
    WHERE b.campaign_id = x.campaign_id AND b.month = x.month AND (x.minor <> 0 OR b.is_settled);
  PERFORM reserve_bonuses(v_campaigns, v_months);
END $$;

-- Locks the orders of a campaign from a day on, before its first tiers are written: concurrent changes of orders are then either
-- counted by recount_bonuses or use the new tiers. Orders are locked before the store's credit, as everywhere.
CREATE OR REPLACE FUNCTION lock_bonus_orders(p_campaign bigint, p_from date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.campaign_id = p_campaign AND o.day >= p_from ORDER BY o.id FOR SHARE;
END $$;

-- Counts the bonuses that are reached in the months from this one on, after their tiers have changed.
CREATE OR REPLACE FUNCTION recount_bonuses(p_campaign bigint, p_from date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_months date[];
BEGIN
  PERFORM FROM store_credit WHERE store_id = (SELECT store_id FROM campaigns WHERE id = p_campaign) FOR NO KEY UPDATE;
  WITH counted AS (
    INSERT INTO bonus_months AS b (campaign_id, month, reached_minor)
    SELECT p_campaign, c.month, sum(reached_bonuses(t.tiers, c.orders, c.value_minor)) FROM (
      SELECT o.user_id, date_trunc('month', o.day)::date AS month, count(*) AS orders, sum(o.value_minor - o.refunded_minor)::bigint AS value_minor
      FROM orders o WHERE o.campaign_id = p_campaign AND o.day >= p_from AND counts_for_bonus(o) GROUP BY 1, 2
    ) c CROSS JOIN LATERAL bonus_tiers_of(p_campaign, c.month) t WHERE t.id IS NOT NULL GROUP BY c.month
    ON CONFLICT (campaign_id, month) DO UPDATE SET reached_minor = excluded.reached_minor, is_settled = false
    RETURNING b.month
  ) SELECT array_agg(month) INTO v_months FROM counted;
  IF v_months IS NOT NULL THEN
    PERFORM reserve_bonuses(array_fill(p_campaign, ARRAY[cardinality(v_months)]), v_months);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION bonus_tiers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_bonuses(NEW.campaign_id, NEW.first_month);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bonus_tiers_recount AFTER INSERT ON bonus_tiers FOR EACH ROW EXECUTE FUNCTION bonus_tiers_changed();

-- Tiers of earlier versions of the schema.
SELECT recount_bonuses(t.campaign_id, min(t.first_month)) FROM bonus_tiers t
  WHERE NOT EXISTS (SELECT FROM bonus_months b WHERE b.campaign_id = t.campaign_id) GROUP BY t.campaign_id;
