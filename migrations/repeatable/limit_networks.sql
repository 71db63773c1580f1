-- Limits the paid clicks of one network: at a store (scope 1) and for a creator (scope 2), by day and by minute. Considers the clicks of class 0 with a
-- known network, in key order, and returns the new classes: 9 for clicks beyond a limit, starting with the latest.
-- Must be called in the transaction that records the clicks. The rows stay locked until it ends, so the limits are exact under concurrency.
-- A network with no more clicks on a day than the lowest limit of the batch cannot be beyond one. Its clicks are only listed (click_network_days). With the
-- click that exceeds this number, all of them are counted by store and creator (click_networks), and from then on every click.
-- The planner does not know how large a batch is, and a nested loop over a batch is quadratic. So nothing is joined with the batch here.
CREATE OR REPLACE FUNCTION limit_networks(
  p_day date[], p_minute int[], p_network uuid[], p_store bigint[], p_user bigint[], p_class smallint[]
) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
  -- A network may have so many clicks that are listed. Without a bound, long lists would be written again with each click.
  v_most int;
  -- Counters beyond a limit, and by how much.
  e_day date[];
  e_network uuid[];
  e_scope smallint[];
  e_id bigint[];
  e_minute int[];
  e_of_day int[];
  e_of_minute int[];
  v_refused int[];
  v_result smallint[] := p_class;
BEGIN
  SELECT least(10, network_store_daily, network_creator_daily, network_minute,
      (SELECT min(least(network_daily, s.network_minute)) FROM store_credit s WHERE store_id = ANY (p_store)))
    INTO v_most FROM marketplace_settings;

  WITH listed AS (
    INSERT INTO click_network_days AS t (day, network, is_counted, stores, users, minutes)
    SELECT day, network, count(*) > v_most, array_agg(store_id), array_agg(user_id), array_agg(minute)
    FROM unnest(p_day, p_minute, p_network, p_store, p_user, p_class) AS g (day, minute, network, store_id, user_id, class)
    WHERE class = 0 AND network IS NOT NULL GROUP BY network, day ORDER BY network, day
    ON CONFLICT (network, day) DO UPDATE SET
      is_counted = t.is_counted OR cardinality(t.stores) + cardinality(excluded.stores) > v_most,
      stores = CASE WHEN t.is_counted THEN excluded.stores ELSE t.stores || excluded.stores END,
      users = CASE WHEN t.is_counted THEN excluded.users ELSE t.users || excluded.users END,
      minutes = CASE WHEN t.is_counted THEN excluded.minutes ELSE t.minutes || excluded.minutes END
    RETURNING t.day, t.network, t.is_counted, t.stores, t.users, t.minutes
  ), minutes AS (
    SELECT l.day, l.network, k.scope, k.id, g.minute, count(*) AS clicks
    FROM listed l CROSS JOIN LATERAL unnest(l.stores, l.users, l.minutes) AS g (store_id, user_id, minute)
    CROSS JOIN LATERAL (VALUES (1::smallint, g.store_id), (2::smallint, g.user_id)) AS k (scope, id)
    WHERE l.is_counted GROUP BY l.network, k.id, k.scope, l.day, g.minute
  ), after AS (
    INSERT INTO click_networks AS t (day, network, scope, id, clicks, minute, minute_clicks)
    -- The clicks of the latest minute. Minute and clicks are one number, so that its maximum is the latest minute.
    SELECT day, network, scope, id, sum(clicks)::int, max(minute), (max(minute::bigint << 31 | clicks) & 2147483647)::int
    FROM minutes GROUP BY network, id, scope, day ORDER BY network, id, scope, day
    ON CONFLICT (network, id, scope, day) DO UPDATE SET clicks = t.clicks + excluded.clicks, minute = greatest(t.minute, excluded.minute),
      minute_clicks = CASE WHEN t.minute < excluded.minute THEN excluded.minute_clicks
        WHEN t.minute = excluded.minute THEN t.minute_clicks + excluded.minute_clicks ELSE t.minute_clicks END
    RETURNING t.day, t.network, t.scope, t.id, t.clicks, t.minute, t.minute_clicks
  ), excess AS (
    SELECT a.day, a.network, a.scope, a.id, a.minute,
      a.clicks - CASE a.scope WHEN 1 THEN coalesce(s.network_daily, m.network_store_daily) ELSE m.network_creator_daily END AS of_day,
      a.minute_clicks - CASE a.scope WHEN 1 THEN coalesce(s.network_minute, m.network_minute) ELSE m.network_minute END AS of_minute
    FROM after a CROSS JOIN marketplace_settings m LEFT JOIN store_credit s ON a.scope = 1 AND s.store_id = a.id
  )
  SELECT array_agg(day), array_agg(network), array_agg(scope), array_agg(id), array_agg(minute), array_agg(of_day), array_agg(of_minute)
    INTO e_day, e_network, e_scope, e_id, e_minute, e_of_day, e_of_minute FROM excess WHERE of_day > 0 OR of_minute > 0;
  IF e_day IS NULL THEN
    RETURN p_class;
  END IF;

  v_refused := clicks_beyond_limits(p_day, p_minute, p_network, p_store, p_user, p_class,
    e_day, e_network, e_scope, e_id, e_minute, e_of_day, e_of_minute);
  FOR i IN 1 .. cardinality(v_refused) LOOP
    v_result[v_refused[i]] := 9;
  END LOOP;
  -- Only paid clicks count against the limit.
  UPDATE click_networks t SET clicks = t.clicks - r.clicks,
    minute_clicks = t.minute_clicks - (SELECT count(*) FROM unnest(r.minutes) AS m (minute) WHERE m.minute = t.minute)
  FROM (
    SELECT g.day, g.network, k.scope, k.id, count(*)::int AS clicks, array_agg(g.minute) AS minutes
    FROM unnest(p_day, p_minute, p_network, p_store, p_user, p_class, v_result)
      AS g (day, minute, network, store_id, user_id, given, class)
    CROSS JOIN LATERAL (VALUES (1::smallint, g.store_id), (2::smallint, g.user_id)) AS k (scope, id)
    WHERE g.given = 0 AND g.class = 9 GROUP BY g.day, g.network, k.scope, k.id
  ) r WHERE t.network = r.network AND t.id = r.id AND t.scope = r.scope AND t.day = r.day;
  RETURN v_result;
END $$;
