-- Statistics: charts open with one configuration at most, and days that are over are added up once more.

CREATE UNIQUE INDEX stats_configurations_default ON stats_configurations (store_id) WHERE is_default;

-- A long range of link_days has a row for each link and day. Of days that are closed, what a creator brought a store is kept by day, and what
-- a link brought by week (named by its Monday). A late change of a closed day, as orders bring, changes these in the same transaction.
CREATE TABLE creator_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  -- Those of them that were on links of the kind `tag`.
  tag_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  client_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_client_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day, user_id)
);
CREATE INDEX creator_days_user ON creator_days (user_id, day);
CREATE INDEX creator_days_day ON creator_days USING brin (day) WITH (pages_per_range = 32);

CREATE TABLE link_weeks (
  link_id bigint NOT NULL,
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  orders bigint NOT NULL,
  order_minor bigint NOT NULL,
  order_cost_minor bigint NOT NULL,
  PRIMARY KEY (link_id, week)
);
CREATE INDEX link_weeks_store ON link_weeks (store_id, week);

-- The last day that is closed; of weeks, those that end with it or before.
CREATE TABLE closed_days (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  through date NOT NULL
);
INSERT INTO closed_days (through) VALUES ('1969-12-28');

-- The Sunday that is the day, or the last one before it.
CREATE FUNCTION sunday_until(day date) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN date_trunc('week', day + 1)::date - 1;

-- The statements that add rows of link_days to the totals of closed days; p_source is a query of them with a `sign`, 1 or -1, of which the
-- days of p_days go to creators and those of p_weeks to weeks. In key order, so that processes do not wait for each other in circles.
CREATE FUNCTION roll_up_statements(p_source text, p_days daterange, p_weeks daterange) RETURNS SETOF text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN NEXT format($sql$
    INSERT INTO creator_days AS t (store_id, day, user_id, clicks, tag_clicks, uncounted, cost_minor, user_minor, client_minor, orders,
      order_minor, order_cost_minor, order_user_minor, order_client_minor)
    SELECT d.store_id, d.day, d.user_id, sum(sign * d.clicks), coalesce(sum(sign * d.clicks) FILTER (WHERE l.kind = 'tag'), 0),
      sum(sign * d.uncounted), sum(sign * d.cost_minor), sum(sign * d.user_minor), sum(sign * d.client_minor), sum(sign * d.orders),
      sum(sign * d.order_minor), sum(sign * d.order_cost_minor), sum(sign * d.order_user_minor), sum(sign * d.order_client_minor)
    FROM (%s) d LEFT JOIN links l ON l.id = d.link_id
    WHERE d.day >= %L AND d.day < %L GROUP BY d.store_id, d.day, d.user_id ORDER BY d.store_id, d.day, d.user_id
    ON CONFLICT (store_id, day, user_id) DO UPDATE SET clicks = t.clicks + excluded.clicks, tag_clicks = t.tag_clicks + excluded.tag_clicks,
      uncounted = t.uncounted + excluded.uncounted, cost_minor = t.cost_minor + excluded.cost_minor,
      user_minor = t.user_minor + excluded.user_minor, client_minor = t.client_minor + excluded.client_minor,
      orders = t.orders + excluded.orders, order_minor = t.order_minor + excluded.order_minor,
      order_cost_minor = t.order_cost_minor + excluded.order_cost_minor, order_user_minor = t.order_user_minor + excluded.order_user_minor,
      order_client_minor = t.order_client_minor + excluded.order_client_minor $sql$, p_source, lower(p_days), upper(p_days));
  RETURN NEXT format($sql$
    INSERT INTO link_weeks AS t (link_id, week, store_id, user_id, clicks, uncounted, cost_minor, orders, order_minor, order_cost_minor)
    SELECT d.link_id, date_trunc('week', d.day)::date AS week, min(d.store_id), min(d.user_id), sum(sign * d.clicks),
      sum(sign * d.uncounted), sum(sign * d.cost_minor), sum(sign * d.orders), sum(sign * d.order_minor), sum(sign * d.order_cost_minor)
    FROM (%s) d WHERE d.day >= %L AND d.day < %L GROUP BY d.link_id, date_trunc('week', d.day)::date ORDER BY d.link_id, week
    ON CONFLICT (link_id, week) DO UPDATE SET clicks = t.clicks + excluded.clicks, uncounted = t.uncounted + excluded.uncounted,
      cost_minor = t.cost_minor + excluded.cost_minor, orders = t.orders + excluded.orders,
      order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor $sql$, p_source, lower(p_weeks), upper(p_weeks));
END $$;

-- Closes the next days, 28 at most, that have been over for three days at least; answers whether there are more. An earlier day than today may
-- be given, as if nothing later could be closed.
CREATE FUNCTION close_days(p_today date DEFAULT current_date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_last date := least(p_today, current_date) - 3;
  v_first date;
  v_through date;
  v_until date;
  v_sql text;
BEGIN
  IF (SELECT through >= v_last FROM closed_days) THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('close_days'));
  SELECT through INTO v_through FROM closed_days;
  SELECT min(day) INTO v_first FROM link_days WHERE day > sunday_until(v_through);
  v_until := greatest(v_through, least(v_last, coalesce(v_first, v_last) + 27));
  FOR v_sql IN SELECT roll_up_statements('SELECT *, 1 AS sign FROM link_days', daterange(v_through, v_until, '(]'),
    daterange(sunday_until(v_through), sunday_until(v_until), '(]')) LOOP
    EXECUTE v_sql;
  END LOOP;
  UPDATE closed_days SET through = v_until;
  RETURN v_until < v_last;
END $$;

-- Late changes of link_days. Whoever counts these days (yesterday, today) need not wait for anybody who closes days, for they will not be
-- closed before the day after tomorrow; nobody's transaction lasts that long.
CREATE FUNCTION follow_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_is_late boolean;
  v_through date;
  v_sql text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    v_is_late := EXISTS (SELECT FROM removed WHERE day < current_date - 1);
  ELSE
    v_is_late := EXISTS (SELECT FROM added WHERE day < current_date - 1);
  END IF;
  IF NOT v_is_late THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('close_days'));
  SELECT through INTO v_through FROM closed_days;
  FOR v_sql IN SELECT roll_up_statements(concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT *, 1 AS sign FROM added' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT *, -1 AS sign FROM removed' END),
    daterange('1900-01-01', v_through, '[]'), daterange('1900-01-01', sunday_until(v_through), '[]')) LOOP
    EXECUTE v_sql;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER link_days_closed_insert AFTER INSERT ON link_days REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER link_days_closed_update AFTER UPDATE ON link_days REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER link_days_closed_delete AFTER DELETE ON link_days REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();

CREATE FUNCTION forget_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE creator_days, link_weeks;
  RETURN NULL;
END $$;
CREATE TRIGGER link_days_closed_truncate AFTER TRUNCATE ON link_days FOR EACH STATEMENT EXECUTE FUNCTION forget_closed_days();

-- A link that becomes a tag is one in the days before, too. The lock is exclusive, so that nobody counts it meanwhile as what it was.
CREATE FUNCTION recount_tag_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('close_days'));
  UPDATE creator_days t SET tag_clicks = t.tag_clicks + CASE NEW.kind WHEN 'tag' THEN d.clicks ELSE -d.clicks END
  FROM (
    SELECT d.store_id, d.day, d.user_id, sum(d.clicks) AS clicks FROM link_days d, closed_days c
    WHERE d.link_id = NEW.id AND d.day <= c.through GROUP BY d.store_id, d.day, d.user_id
  ) d WHERE t.store_id = d.store_id AND t.day = d.day AND t.user_id = d.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER links_kind AFTER UPDATE OF kind ON links
  FOR EACH ROW WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION recount_tag_clicks();
