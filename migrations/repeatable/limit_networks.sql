-- Limits the paid clicks of one network: at a store (scope 1) and for a creator (scope 2), by day and by minute. Considers the clicks of class 0 with a
-- known network, in key order, and returns the new classes: 9 for clicks beyond a limit, starting with the latest.
-- Must be called in the transaction that records the clicks. The counters stay locked until it ends, so the limits are exact under concurrency.
CREATE OR REPLACE FUNCTION limit_networks(
  p_day date[], p_minute int[], p_network uuid[], p_store bigint[], p_user bigint[], p_class smallint[]
) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
  v_refused int[];
  v_result smallint[] := p_class;
BEGIN
  WITH counted AS (
    SELECT g.n, g.day, g.minute, g.network, k.scope, k.id
    FROM unnest(p_day, p_minute, p_network, p_store, p_user, p_class) WITH ORDINALITY AS g (day, minute, network, store_id, user_id, class, n)
    CROSS JOIN LATERAL (VALUES (1::smallint, g.store_id), (2::smallint, g.user_id)) AS k (scope, id)
    WHERE g.class = 0 AND g.network IS NOT NULL
  ), latest AS (
    SELECT day, network, scope, id, count(*)::int AS clicks, max(minute) AS minute FROM counted GROUP BY day, network, scope, id
  ), after AS (
    INSERT INTO click_networks AS t (day, network, scope, id, clicks, minute, minute_clicks)
    SELECT l.day, l.network, l.scope, l.id, l.clicks, l.minute,
      (SELECT count(*) FROM counted c WHERE (c.day, c.network, c.scope, c.id, c.minute) = (l.day, l.network, l.scope, l.id, l.minute))
    FROM latest l ORDER BY l.network, l.id, l.scope, l.day
    ON CONFLICT (network, id, scope, day) DO UPDATE SET clicks = t.clicks + excluded.clicks, minute = greatest(t.minute, excluded.minute),
      minute_clicks = CASE WHEN t.minute < excluded.minute THEN excluded.minute_clicks
        WHEN t.minute = excluded.minute THEN t.minute_clicks + excluded.minute_clicks ELSE t.minute_clicks END
    RETURNING t.day, t.network, t.scope, t.id, t.clicks, t.minute, t.minute_clicks
  ), excess AS (
    SELECT a.day, a.network, a.scope, a.id, a.minute,
      a.clicks - CASE a.scope WHEN 1 THEN coalesce(s.network_daily, m.network_store_daily) ELSE m.network_creator_daily END AS of_day,
      a.minute_clicks - CASE a.scope WHEN 1 THEN coalesce(s.network_minute, m.network_minute) ELSE m.network_minute END AS of_minute
    FROM after a CROSS JOIN marketplace_settings m LEFT JOIN store_credit s ON a.scope = 1 AND s.store_id = a.id
  ), ranked AS (
    SELECT c.n, c.minute = e.minute AS is_latest, e.of_day, e.of_minute,
      row_number() OVER (PARTITION BY c.day, c.network, c.scope, c.id ORDER BY c.n DESC) AS place,
      row_number() OVER (PARTITION BY c.day, c.network, c.scope, c.id, c.minute ORDER BY c.n DESC) AS place_in_minute
    FROM counted c JOIN excess e USING (day, network, scope, id) WHERE e.of_day > 0 OR e.of_minute > 0
  )
  SELECT array_agg(DISTINCT n) INTO v_refused FROM ranked WHERE place <= of_day OR (is_latest AND place_in_minute <= of_minute);
  IF v_refused IS NULL THEN
    RETURN p_class;
  END IF;

  -- Only paid clicks count against the limit.
  UPDATE click_networks t SET clicks = t.clicks - r.clicks,
    minute_clicks = t.minute_clicks - (SELECT count(*) FROM unnest(r.minutes) AS m (minute) WHERE m.minute = t.minute)
  FROM (
    SELECT g.day, g.network, k.scope, k.id, count(*)::int AS clicks, array_agg(g.minute) AS minutes
    FROM unnest(p_day, p_minute, p_network, p_store, p_user) WITH ORDINALITY AS g (day, minute, network, store_id, user_id, n)
    CROSS JOIN LATERAL (VALUES (1::smallint, g.store_id), (2::smallint, g.user_id)) AS k (scope, id)
    WHERE g.n = ANY (v_refused) GROUP BY g.day, g.network, k.scope, k.id
  ) r WHERE t.network = r.network AND t.id = r.id AND t.scope = r.scope AND t.day = r.day;
  FOR i IN 1 .. cardinality(v_refused) LOOP
    v_result[v_refused[i]] := 9;
  END LOOP;
  RETURN v_result;
END $$;
