-- Keeps the totals consistent with orders in the statement that changes them: subtracts the old amounts and adds the new ones. Locks: the stores' exposure
-- first (add_store_exposure refuses amounts beyond the credit; orders of campaigns with bonuses also change what is promised), then link days and store days, each in key order, as record_clicks does. Rows are passed as
-- arrays so that both statements are planned once per session. The numbers and values of orders do not contain events of other kinds; costs and earnings do.
CREATE OR REPLACE FUNCTION order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_added orders[];
  v_removed orders[];
  v_has_bonuses boolean;
  -- A step that an approved order reaches is paid whatever the credit: the store has promised it. Later orders wait for credit.
  v_is_step boolean;
  v_store record;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    v_added := ARRAY (SELECT o FROM added o WHERE o.counts);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    v_removed := ARRAY (SELECT o FROM removed o WHERE o.counts);
  END IF;
  IF coalesce(cardinality(v_added), 0) + coalesce(cardinality(v_removed), 0) = 0 THEN
    RETURN NULL;
  END IF;
  v_has_bonuses := EXISTS (SELECT FROM bonus_tiers WHERE campaign_id IN (SELECT campaign_id FROM unnest(v_added) UNION SELECT campaign_id FROM unnest(v_removed)));
  IF v_has_bonuses THEN
    PERFORM FROM store_credit WHERE store_id IN (SELECT store_id FROM unnest(v_added) UNION SELECT store_id FROM unnest(v_removed))
      ORDER BY store_id FOR NO KEY UPDATE;
  END IF;
  -- Grouped, because a cached plan joins two arrays in a nested loop, whatever their length.
  v_is_step := EXISTS (SELECT FROM (SELECT id, rate_steps_id, rate_step FROM unnest(v_added) UNION ALL SELECT id, rate_steps_id, rate_step FROM unnest(v_removed)) o
    GROUP BY id HAVING count(*) = 2 AND (count(rate_steps_id) = 1 OR count(rate_step) = 1 OR min(rate_steps_id) <> max(rate_steps_id) OR min(rate_step) <> max(rate_step)));
  FOR v_store IN SELECT store_id, sum(minor)::bigint AS minor, coalesce(array_agg(campaign_id) FILTER (WHERE campaign_id IS NOT NULL), '{}') AS campaigns,
      coalesce(array_agg(minor) FILTER (WHERE campaign_id IS NOT NULL), '{}') AS used
    FROM (SELECT store_id, campaign_id, coalesce(sum(sign * cost_minor) FILTER (WHERE NOT credit_released), 0)::bigint AS minor
      FROM (SELECT *, 1 AS sign FROM unnest(v_added) UNION ALL SELECT *, -1 FROM unnest(v_removed)) o GROUP BY store_id, campaign_id) x
    GROUP BY store_id ORDER BY store_id
  LOOP
    PERFORM add_store_exposure(v_store.store_id, v_store.minor, 0, NOT v_is_step, v_store.campaigns, v_store.used);
  END LOOP;
  IF v_has_bonuses THEN
    PERFORM note_bonus_orders(v_added, v_removed);
  END IF;
  INSERT INTO link_days AS t (link_id, day, campaign_id, agency_id, store_id, user_id,
    orders, order_minor, order_cost_minor, order_user_minor, order_agency_minor)
  SELECT link_id, day, coalesce(campaign_id, 0) AS campaign_id, coalesce(agency_id, 0) AS agency_id, min(store_id), min(user_id), sum(number),
    sum(number * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * agency_minor)
  FROM (SELECT *, sign * (event_kind_id IS NULL)::int AS number FROM (SELECT *, 1 AS sign FROM unnest(v_added) UNION ALL SELECT *, -1 FROM unnest(v_removed)) c) o
  GROUP BY link_id, day, coalesce(campaign_id, 0), coalesce(agency_id, 0)
  HAVING (sum(number), sum(number * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * agency_minor))
    <> (0, 0, 0, 0, 0)
  ORDER BY link_id, day, campaign_id, agency_id
  ON CONFLICT (link_id, day, campaign_id, agency_id) DO UPDATE SET orders = t.orders + excluded.orders,
    order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
    order_user_minor = t.order_user_minor + excluded.order_user_minor,
    order_agency_minor = t.order_agency_minor + excluded.order_agency_minor;
  INSERT INTO store_days AS t (store_id, day, orders, order_minor, order_cost_minor, order_user_minor, order_agency_minor)
  SELECT store_id, day, sum(number), sum(number * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor),
    sum(sign * agency_minor)
  FROM (SELECT *, sign * (event_kind_id IS NULL)::int AS number FROM (SELECT *, 1 AS sign FROM unnest(v_added) UNION ALL SELECT *, -1 FROM unnest(v_removed)) c) o
  GROUP BY store_id, day
  HAVING (sum(number), sum(number * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * agency_minor))
    <> (0, 0, 0, 0, 0)
  ORDER BY store_id, day
  ON CONFLICT (store_id, day) DO UPDATE SET orders = t.orders + excluded.orders,
    order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
    order_user_minor = t.order_user_minor + excluded.order_user_minor,
    order_agency_minor = t.order_agency_minor + excluded.order_agency_minor;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_totals_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();

CREATE OR REPLACE TRIGGER orders_totals_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();

CREATE OR REPLACE TRIGGER orders_totals_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
