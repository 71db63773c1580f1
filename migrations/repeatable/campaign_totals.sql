-- The number of campaigns by status (see campaign_status) at an instant. It is read from campaign_counts. Only the campaigns
-- that begin or end on the day of the instant, and those with limits that have not ended by date, are read individually. Their
-- usage is read in one pass over the index, by an array of their ids: a look-up for each takes twice as long, and a join would
-- read the usage of all others.
CREATE OR REPLACE FUNCTION campaign_totals(at timestamptz) RETURNS TABLE (status text, campaigns bigint) LANGUAGE sql STABLE AS $$
  WITH today AS (
    SELECT (at AT TIME ZONE 'UTC')::date AS day, date_trunc('day', at, 'UTC') AS first, date_trunc('day', at, 'UTC') + interval '1 day' AS next
  ), limited AS NOT MATERIALIZED (
    SELECT o FROM campaigns o WHERE o.deleted_at IS NULL AND coalesce(o.valid_until, 'infinity') >= at
      AND num_nonnulls(o.max_clicks, o.max_money_minor, o.budget_limit_minor, o.shared_budget_id) > 0
  ), moved AS (
    SELECT c.state AS was, 'ended' AS now, c.campaigns FROM campaign_counts c, today WHERE c.kind = 'valid_until' AND c.day < today.day
    UNION ALL
    SELECT CASE WHEN o.active THEN 'active' ELSE 'paused' END, 'ended', 1 FROM campaigns o
    WHERE o.deleted_at IS NULL AND coalesce(o.valid_until, 'infinity') >= (SELECT first FROM today) AND coalesce(o.valid_until, 'infinity') < at
    UNION ALL
    SELECT c.state, 'scheduled', c.campaigns FROM campaign_counts c, today WHERE c.kind = 'valid_from' AND c.state = 'active' AND c.day > today.day
    UNION ALL
    SELECT 'active', 'scheduled', 1 FROM campaigns o
    WHERE o.deleted_at IS NULL AND o.active AND coalesce(o.valid_from, '-infinity') > at AND coalesce(o.valid_from, '-infinity') < (SELECT next FROM today)
    UNION ALL
    SELECT CASE WHEN NOT (l.o).active THEN 'paused' WHEN (l.o).valid_from > at THEN 'scheduled' ELSE 'active' END AS state, 'ended', count(*)
    FROM limited l LEFT JOIN shared_budgets b ON b.id = (l.o).shared_budget_id
      LEFT JOIN campaign_spend s ON s.campaign_id = (l.o).id AND s.user_id = 0 AND s.campaign_id = ANY (ARRAY (SELECT (o).id FROM limited))
    WHERE uses_up_limits(l.o, coalesce(s.clicks, 0), coalesce(s.spent_minor, 0), b.spent_minor, b.amount_minor)
    GROUP BY state
  )
  SELECT t.status, sum(t.campaigns)::bigint FROM (
    SELECT c.state AS status, c.campaigns FROM campaign_counts c WHERE c.kind = 'all'
    UNION ALL SELECT m.was, -m.campaigns FROM moved m
    UNION ALL SELECT m.now, m.campaigns FROM moved m
  ) t GROUP BY t.status
$$;
