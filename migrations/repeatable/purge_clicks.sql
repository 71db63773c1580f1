-- Purges the clicks of the oldest month that has any, if it ended at least p_months before p_now, orders can no longer be attributed
-- to its clicks (the longest attribution window that a store or a campaign has or had, plus a week), and the whole month is closed and booked. Verifies
-- the totals against the clicks once more and seals them.
-- Clicks to which orders are attributed are kept in a table rather than an array, because an array is held in memory and limited to a gigabyte.
-- Atomic: if the table lock is not granted within 300 ms, it raises 55P03 and the next run tries again. One process at a time.
-- Returns the purged month, or null if there was none. Raises TRB02 when totals and clicks disagree; nothing is purged then until the audit's finding is
-- resolved.
CREATE OR REPLACE FUNCTION purge_clicks(p_now timestamptz, p_months int) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  v_from uuid;
  v_until uuid;
  v_month timestamp;
  v_first date;
  v_end date;
  v_name text;
  v_names text[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('purge_clicks')) THEN
    RETURN NULL;
  END IF;
  SELECT click_floor(kept_from), first_day_with_clicks() INTO v_from, v_first FROM click_retention;
  SELECT date_trunc('month', click_time(id) AT TIME ZONE 'UTC') INTO v_month FROM clicks WHERE id >= v_from ORDER BY id LIMIT 1;
  IF v_month IS NULL OR v_month + interval '1 month' > least(
    p_now AT TIME ZONE 'UTC' - make_interval(months => p_months),
    p_now AT TIME ZONE 'UTC' - make_interval(days => 7 + coalesce(greatest((SELECT max(attribution_window_days) FROM stores), (SELECT max(attribution_window_days) FROM campaigns),
      (SELECT max(window_days) FROM order_rule_versions)), 0)))
  THEN
    RETURN NULL;
  END IF;
  v_until := click_floor((v_month + interval '1 month') AT TIME ZONE 'UTC');
  v_end := (v_month + interval '1 month')::date - 1;
  -- In a time zone ahead of UTC, the last clicks of a month belong to the first day of the next month.
  IF NOT clicks_are_booked(v_first, v_end + 2) THEN
    RETURN NULL;
  END IF;

  PERFORM set_config('lock_timeout', '300ms', true);
  v_names := ARRAY (
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'clicks'::regclass AND c.relname ~ '^clicks_\d{4}_\d\d$'
      AND c.relname <= 'clicks_' || to_char(v_month, 'YYYY_MM') ORDER BY c.relname);
  -- No other transaction may add rows while the totals are verified.
  FOREACH v_name IN ARRAY v_names LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE MODE', v_name);
  END LOOP;
  IF EXISTS (SELECT FROM clicks_other WHERE id >= v_from AND id < v_until) THEN
    LOCK TABLE clicks_other IN SHARE ROW EXCLUSIVE MODE;
  END IF;
  IF EXISTS (
    WITH raw AS (
      SELECT link_id, day, campaign_id, agency_id, sum(clicks)::bigint AS clicks, sum(social_clicks)::bigint AS social_clicks,
        sum(uncounted)::bigint AS uncounted, sum(cost_minor)::bigint AS cost_minor, sum(user_minor)::bigint AS user_minor,
        sum(agency_minor)::bigint AS agency_minor
      FROM (SELECT * FROM sums_of_clicks(v_from, v_until) UNION ALL SELECT * FROM sealed_clicks) s
      WHERE day < v_end GROUP BY link_id, day, campaign_id, agency_id
    ), kept AS (
      SELECT link_id, day, campaign_id, agency_id, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor
      FROM link_days WHERE day >= v_first AND day < v_end AND (clicks + uncounted > 0 OR cost_minor <> 0)
    )
    (SELECT * FROM raw EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM raw)
  ) THEN
    RAISE EXCEPTION 'the clicks of % and their totals disagree; the audit says where', to_char(v_month, 'YYYY-MM') USING ERRCODE = 'TRB02';
  END IF;

  INSERT INTO sealed_days SELECT * FROM fingerprints_of_days(v_first, v_end);
  DELETE FROM sealed_clicks;
  INSERT INTO sealed_clicks SELECT * FROM sums_of_clicks(v_from, v_until) WHERE day >= v_end;
  CREATE TEMPORARY TABLE clicks_of_orders AS
    SELECT c.* FROM clicks c WHERE c.id >= v_from AND c.id < v_until AND EXISTS (SELECT FROM orders o WHERE o.click_id = c.id);
  DELETE FROM clicks_other WHERE id >= v_from AND id < v_until;
  FOREACH v_name IN ARRAY v_names LOOP
    EXECUTE format('DROP TABLE %I', v_name);
  END LOOP;
  INSERT INTO clicks SELECT * FROM clicks_of_orders;
  DROP TABLE clicks_of_orders;
  UPDATE click_retention SET kept_from = (v_month + interval '1 month') AT TIME ZONE 'UTC';
  RETURN v_month::date;
END $$;
