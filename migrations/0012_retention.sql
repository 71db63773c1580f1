-- What is kept for how long: visitors for a day, clicks for some months; what is left of them proves itself.

-- Forgets every visitor of the days before `kept_from`; one process at a time. A partition can only be dropped when nobody reads or writes the
-- table, and whoever records a click stands behind whoever waits for that: so the wait is short, and the next round tries again.
-- Answers whether there was anything to forget.
DROP FUNCTION forget_visitors;
CREATE FUNCTION forget_visitors(kept_from date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  v_name text;
  v_rows bigint;
  v_forgotten boolean := false;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('forget_visitors')) THEN
    RETURN false;
  END IF;
  FOR v_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'click_visitors'::regclass AND c.relname < 'click_visitors_' || to_char(kept_from, 'YYYY_MM_DD')
  LOOP
    EXECUTE format('DROP TABLE %I', v_name);
    v_forgotten := true;
  END LOOP;
  DELETE FROM click_visitors_other WHERE day < kept_from;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_forgotten := v_forgotten OR v_rows > 0;
  DELETE FROM visitor_keys WHERE day < kept_from;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_forgotten OR v_rows > 0;
END $$;

-- Clicks that arrived before `kept_from`, a month's beginning in UTC, are gone, but for those that orders came of: these lie in clicks_other.
CREATE TABLE click_retention (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  kept_from timestamptz NOT NULL
);
INSERT INTO click_retention (kept_from) VALUES ('1970-01-01 00:00:00+00');

-- The first day of which totals can still be worked out from clicks (and `sealed_clicks`): wherever the platform's time zone is, the days
-- before it were over when the first click that is kept arrived.
CREATE FUNCTION first_day_with_clicks() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT (kept_from AT TIME ZONE 'UTC')::date - 1 FROM click_retention);

-- A day whose clicks are gone: a fingerprint of what the totals of links said of it when they were last proved by the clicks.
CREATE TABLE sealed_days (
  day date PRIMARY KEY,
  fingerprint text NOT NULL
);

-- The one or two days around `kept_from` that have clicks on both of its sides: sums of the clicks that are gone.
CREATE TABLE sealed_clicks (
  link_id bigint NOT NULL,
  day date NOT NULL,
  offer_id bigint NOT NULL,
  client_id bigint NOT NULL,
  clicks bigint NOT NULL,
  social_clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  client_minor bigint NOT NULL,
  PRIMARY KEY (link_id, day, offer_id, client_id)
);

-- What clicks with ids in [p_from, p_until) add up to by link, day, campaign and client, as link_days has it.
CREATE FUNCTION sums_of_clicks(p_from uuid, p_until uuid) RETURNS SETOF sealed_clicks LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT link_id, day, CASE WHEN class = 0 THEN coalesce(offer_id, 0) ELSE 0 END AS offer_id, coalesce(client_id, 0) AS client_id,
    count(*) FILTER (WHERE class = 0), count(*) FILTER (WHERE class = 0 AND source = 1), count(*) FILTER (WHERE class <> 0),
    sum(cost_minor)::bigint, sum(user_minor)::bigint, sum(client_minor)::bigint
  FROM clicks WHERE id >= p_from AND id < p_until GROUP BY 1, 2, 3, 4;
END;

-- What the totals of links say of the clicks of each day in [p_from, p_until), as a fingerprint.
CREATE FUNCTION fingerprints_of_days(p_from date, p_until date) RETURNS SETOF sealed_days LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT day, md5(string_agg(concat_ws(':', link_id, offer_id, client_id, user_id, store_id, clicks, social_clicks, uncounted, cost_minor,
    user_minor, client_minor), ',' ORDER BY link_id, offer_id, client_id))
  FROM link_days WHERE day >= p_from AND day < p_until AND (clicks + uncounted > 0 OR cost_minor <> 0) GROUP BY day;
END;

-- Whether everything that clicks of the days in [p_from, p_until) brought is booked, in months that are closed.
CREATE FUNCTION clicks_are_booked(p_from date, p_until date) RETURNS boolean LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT NOT EXISTS (
    SELECT FROM owed o LEFT JOIN payment_periods p ON p.month = date_trunc('month', o.day)::date
    LEFT JOIN LATERAL (
      SELECT coalesce(-sum(e.amount_minor) FILTER (WHERE e.part = 'cost'), 0) AS cost_minor,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.part = 'user'), 0) AS user_minor,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.part = 'client'), 0) AS client_minor
      FROM ledger_entries e WHERE e.origin_kind = o.origin_kind AND e.origin_id = o.origin_id
    ) b ON true
    WHERE o.origin_kind = 'clicks' AND o.day >= p_from AND o.day < p_until
      AND (p.closed_at IS NULL OR (o.cost_minor, o.user_minor, o.client_minor) <> (b.cost_minor, b.user_minor, b.client_minor)));
END;

-- Forgets the clicks of the oldest month that has any, if it ended at least p_months before p_now, no order can come of its clicks any more
-- (the longest window of a store, and a week), and all of it is closed and booked. The totals are proved by the clicks once more, and sealed; what
-- orders came of stays. All of it or nothing: when the table's lock is not to be had within 300 ms it raises 55P03, and the next round tries again.
-- Answers the month that was forgotten, null when there was none; one process at a time. Raises TRB02 when totals and clicks disagree:
-- then nothing is forgotten until the audit's finding has been looked into.
CREATE FUNCTION forget_clicks(p_now timestamptz, p_months int) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  v_from uuid;
  v_until uuid;
  v_month timestamp;
  v_first date;
  v_end date;
  v_kept clicks[];
  v_name text;
  v_names text[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('forget_clicks')) THEN
    RETURN NULL;
  END IF;
  SELECT click_floor(kept_from), first_day_with_clicks() INTO v_from, v_first FROM click_retention;
  SELECT date_trunc('month', click_time(id) AT TIME ZONE 'UTC') INTO v_month FROM clicks WHERE id >= v_from ORDER BY id LIMIT 1;
  IF v_month IS NULL OR v_month + interval '1 month' > least(
    p_now AT TIME ZONE 'UTC' - make_interval(months => p_months),
    p_now AT TIME ZONE 'UTC' - make_interval(days => 7 + coalesce((SELECT max(attribution_window_days) FROM stores), 0)))
  THEN
    RETURN NULL;
  END IF;
  v_until := click_floor((v_month + interval '1 month') AT TIME ZONE 'UTC');
  v_end := (v_month + interval '1 month')::date - 1;
  -- In a zone ahead of UTC the month's last clicks are of the next one's first day.
  IF NOT clicks_are_booked(v_first, v_end + 2) THEN
    RETURN NULL;
  END IF;

  PERFORM set_config('lock_timeout', '300ms', true);
  v_names := ARRAY (
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'clicks'::regclass AND c.relname ~ '^clicks_\d{4}_\d\d$'
      AND c.relname <= 'clicks_' || to_char(v_month, 'YYYY_MM') ORDER BY c.relname);
  -- Nobody adds to what is being proved.
  FOREACH v_name IN ARRAY v_names LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE MODE', v_name);
  END LOOP;
  IF EXISTS (SELECT FROM clicks_other WHERE id >= v_from AND id < v_until) THEN
    LOCK TABLE clicks_other IN SHARE ROW EXCLUSIVE MODE;
  END IF;
  IF EXISTS (
    WITH raw AS (
      SELECT link_id, day, offer_id, client_id, sum(clicks)::bigint AS clicks, sum(social_clicks)::bigint AS social_clicks,
        sum(uncounted)::bigint AS uncounted, sum(cost_minor)::bigint AS cost_minor, sum(user_minor)::bigint AS user_minor,
        sum(client_minor)::bigint AS client_minor
      FROM (SELECT * FROM sums_of_clicks(v_from, v_until) UNION ALL SELECT * FROM sealed_clicks) s
      WHERE day < v_end GROUP BY link_id, day, offer_id, client_id
    ), kept AS (
      SELECT link_id, day, offer_id, client_id, clicks, social_clicks, uncounted, cost_minor, user_minor, client_minor
      FROM link_days WHERE day >= v_first AND day < v_end AND (clicks + uncounted > 0 OR cost_minor <> 0)
    )
    (SELECT * FROM raw EXCEPT SELECT * FROM kept) UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM raw)
  ) THEN
    RAISE EXCEPTION 'the clicks of % and their totals disagree; the audit says where', to_char(v_month, 'YYYY-MM') USING ERRCODE = 'TRB02';
  END IF;

  INSERT INTO sealed_days SELECT * FROM fingerprints_of_days(v_first, v_end);
  DELETE FROM sealed_clicks;
  INSERT INTO sealed_clicks SELECT * FROM sums_of_clicks(v_from, v_until) WHERE day >= v_end;
  v_kept := ARRAY (SELECT c FROM clicks c WHERE c.id >= v_from AND c.id < v_until AND EXISTS (SELECT FROM orders o WHERE o.click_id = c.id));
  DELETE FROM clicks_other WHERE id >= v_from AND id < v_until;
  FOREACH v_name IN ARRAY v_names LOOP
    EXECUTE format('DROP TABLE %I', v_name);
  END LOOP;
  INSERT INTO clicks SELECT k.* FROM unnest(v_kept) AS k;
  UPDATE click_retention SET kept_from = (v_month + interval '1 month') AT TIME ZONE 'UTC';
  RETURN v_month::date;
END $$;

-- A click that comes when its month has been forgotten (from a spool that lay on a shelf for years) would be counted again if it had been
-- recorded before: it is refused.
CREATE FUNCTION refuse_forgotten_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF click_time(NEW.id) < (SELECT kept_from FROM click_retention) THEN
    RAISE EXCEPTION 'clicks of that time are no longer kept' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER clicks_other_forgotten BEFORE INSERT ON clicks_other FOR EACH ROW EXECUTE FUNCTION refuse_forgotten_clicks();

-- Makes the month partitions that cover [first, last], but for months that have been forgotten; a month whose clicks already lie in the default
-- one stays there.
CREATE OR REPLACE FUNCTION ensure_click_months(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_month date := date_trunc('month', greatest(first, (SELECT (kept_from AT TIME ZONE 'UTC')::date FROM click_retention)));
  v_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_click_months'));
  WHILE v_month <= last LOOP
    v_name := 'clicks_' || to_char(v_month, 'YYYY_MM');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (
      SELECT FROM clicks_other WHERE id >= click_floor(v_month::timestamp AT TIME ZONE 'UTC')
        AND id < click_floor((v_month + interval '1 month')::timestamp AT TIME ZONE 'UTC')
    ) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF clicks FOR VALUES FROM (%L) TO (%L)', v_name,
        click_floor(v_month::timestamp AT TIME ZONE 'UTC'),
        click_floor((v_month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
    END IF;
    v_month := v_month + interval '1 month';
  END LOOP;
END $$;

-- When a token has ended, by its age or because it was revoked: it is forgotten some time after.
CREATE INDEX tokens_ended ON tokens (least(expires_at, revoked_at));
