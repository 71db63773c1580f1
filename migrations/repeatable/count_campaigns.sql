-- Keeps campaign_counts: each change of a campaign inserts rows with the difference and waits for no lock; the sum of the rows is the
-- exact count.
CREATE OR REPLACE FUNCTION counted_campaign(o campaigns, sign bigint)
RETURNS TABLE (kind text, state text, day date, campaigns bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT k.kind, CASE WHEN o.deleted_at IS NOT NULL THEN 'deleted' WHEN o.active THEN 'active' ELSE 'paused' END, k.day, sign
  FROM (VALUES
    ('all', true, NULL::date),
    ('hidden', NOT o.show_for_advertiser, NULL),
    ('valid_from', o.valid_from IS NOT NULL, (o.valid_from AT TIME ZONE 'UTC')::date),
    ('valid_until', o.valid_until IS NOT NULL, (o.valid_until AT TIME ZONE 'UTC')::date),
    ('created_at', true, (o.created_at AT TIME ZONE 'UTC')::date)
  ) AS k (kind, counts, day)
  WHERE o.id IS NOT NULL AND k.counts AND (o.deleted_at IS NULL OR k.kind = 'all')
$$;

CREATE OR REPLACE FUNCTION count_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO campaign_counts (kind, state, day, campaigns)
    SELECT c.kind, c.state, c.day, sum(c.campaigns)
    FROM (SELECT * FROM counted_campaign(OLD, -1) UNION ALL SELECT * FROM counted_campaign(NEW, 1)) c
    GROUP BY c.kind, c.state, c.day HAVING sum(c.campaigns) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER campaigns_counts AFTER INSERT OR DELETE OR UPDATE OF active, deleted_at, show_for_advertiser, valid_from, valid_until, created_at
  ON campaigns FOR EACH ROW EXECUTE FUNCTION count_campaigns();

-- The lock of the trigger's creation excludes other changes until the earlier campaigns are counted.
INSERT INTO campaign_counts (kind, state, day, campaigns)
  SELECT c.kind, c.state, c.day, sum(c.campaigns) FROM campaigns o CROSS JOIN LATERAL counted_campaign(o, 1) c
  WHERE NOT EXISTS (SELECT FROM campaign_counts) GROUP BY c.kind, c.state, c.day;

-- Replaces the rows of each number by one. Changes that are not committed yet keep their own rows. Call it in one process at a time.
CREATE OR REPLACE FUNCTION compact_campaign_counts() RETURNS void LANGUAGE sql AS $$
  WITH added AS (DELETE FROM campaign_counts RETURNING kind, state, day, campaigns)
  INSERT INTO campaign_counts (kind, state, day, campaigns)
    SELECT kind, state, day, sum(campaigns) FROM added GROUP BY kind, state, day HAVING sum(campaigns) <> 0
$$;
