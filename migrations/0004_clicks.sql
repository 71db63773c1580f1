-- The durable click log, its totals, and the one step that records and prices a batch of clicks.

-- A click's id is a UUIDv7 made when the shopper arrives: it sorts by time, cannot be guessed, and makes a replay
-- harmless. Its time is read from it, never stored beside it.
CREATE FUNCTION click_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN to_timestamp((('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint) / 1000.0);
-- The first id of an instant: `id >= click_floor(a) AND id < click_floor(b)` are the clicks of [a, b).
CREATE FUNCTION click_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- class: 0 counted, 1 bot, 2 prefetch, 3 duplicate, 4 blocked, 5 inactive.
-- terms: 0 none, 1 offer the link is attached to, 2 the store's offer for this creator, 3 running offer, 4 store's own prices.
CREATE TABLE clicks (
  id uuid NOT NULL,
  link_id bigint NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  offer_id bigint,
  -- The first offer that would have priced this click, had its cap left room.
  capped_offer_id bigint,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  client_minor bigint NOT NULL,
  -- What the shares are of, and the shares in millionths.
  cpc_minor bigint NOT NULL,
  user_share_ppm integer NOT NULL,
  client_share_ppm integer NOT NULL,
  currency char(3) NOT NULL,
  day date NOT NULL,
  class smallint NOT NULL,
  source smallint NOT NULL,
  terms smallint NOT NULL,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX clicks_user ON clicks (user_id, id);
CREATE TABLE clicks_other PARTITION OF clicks DEFAULT;

-- Makes the month partitions that cover [first, last]; a month whose clicks already lie in the default one stays there.
CREATE FUNCTION ensure_click_months(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_month date := date_trunc('month', first);
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

-- Which visitors have been counted on which link today. Rows go with their day's partition.
CREATE TABLE click_visitors (
  day date NOT NULL,
  link_id bigint NOT NULL,
  visitor uuid NOT NULL,
  PRIMARY KEY (link_id, visitor, day)
) PARTITION BY LIST (day);
CREATE TABLE click_visitors_other PARTITION OF click_visitors DEFAULT;

CREATE FUNCTION ensure_visitor_days(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := first;
  v_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_visitor_days'));
  WHILE v_day <= last LOOP
    v_name := 'click_visitors_' || to_char(v_day, 'YYYY_MM_DD');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (SELECT FROM click_visitors_other WHERE day = v_day) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF click_visitors FOR VALUES IN (%L)', v_name, v_day);
    END IF;
    v_day := v_day + 1;
  END LOOP;
END $$;

-- Forgets every visitor of the days before `kept_from`.
CREATE FUNCTION forget_visitors(kept_from date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'click_visitors'::regclass AND c.relname < 'click_visitors_' || to_char(kept_from, 'YYYY_MM_DD')
  LOOP
    EXECUTE format('DROP TABLE %I', v_name);
  END LOOP;
  DELETE FROM click_visitors_other WHERE day < kept_from;
  DELETE FROM visitor_keys WHERE day < kept_from;
END $$;

-- The secret of a day; with it gone, nobody can tell who a visitor was.
CREATE TABLE visitor_keys (
  day date PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- Totals. They change in the transaction that writes their clicks and orders; offer_id 0 is "under no offer". A link has one
-- creator and one store, so what is asked of a creator is read from its links' days.
CREATE TABLE link_days (
  link_id bigint NOT NULL,
  day date NOT NULL,
  offer_id bigint NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  social_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  client_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_client_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, day, offer_id)
) WITH (fillfactor = 70);
CREATE INDEX link_days_store ON link_days (store_id, day, user_id, link_id);
CREATE INDEX link_days_user ON link_days (user_id, day, link_id);
CREATE INDEX link_days_offer ON link_days (offer_id, day, user_id) WHERE offer_id <> 0;
CREATE INDEX link_days_day ON link_days USING brin (day) WITH (pages_per_range = 32);

CREATE TABLE store_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  social_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  client_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_client_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day)
) WITH (fillfactor = 70);

-- When what a click may earn was last changed, by the transaction that changed it: of a store, user, client or tier. A process
-- prices from memory and names the snapshot up to which it has followed these changes; a batch is refused when there are later ones.
-- scope: 1 store, 2 user, 3 client, 4 revenue tier.
CREATE TABLE terms_changes (
  scope smallint NOT NULL,
  id bigint NOT NULL,
  changed_by xid8 NOT NULL,
  PRIMARY KEY (scope, id)
) WITH (fillfactor = 70);
CREATE INDEX terms_changes_changed_by ON terms_changes (changed_by);

CREATE FUNCTION note_terms_change(p_scope smallint, p_ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO terms_changes (scope, id, changed_by)
  SELECT DISTINCT p_scope, id, pg_current_xact_id() FROM unnest(p_ids) AS id WHERE id IS NOT NULL ORDER BY 2
  ON CONFLICT (scope, id) DO UPDATE SET changed_by = excluded.changed_by;
$$;

-- What others have changed since a snapshot, as "scope:id"; null when nothing has. Costs one index probe while nothing has.
CREATE FUNCTION terms_changed_since(p_seen pg_snapshot) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(scope || ':' || id) FROM terms_changes
  WHERE changed_by >= pg_snapshot_xmin(p_seen) AND NOT pg_visible_in_snapshot(changed_by, p_seen)
    AND changed_by IS DISTINCT FROM pg_current_xact_id_if_assigned();
$$;

-- Chooses, for each click, the first of its candidate terms whose caps leave room, and books it on them.
-- A candidate is a place in the c_ arrays: c_next leads to the candidate to try after it, c_counters_1..3 to the counters that it
-- is held against (0: none). Counters 1..n are rows of offer_spend, the rest rows of shared_budgets; the caller holds
-- their locks and passes what they have used and may use. Returns the chosen candidate of each click.
CREATE FUNCTION choose_terms(
  p_first int[], c_next int[], c_cost int[], c_total int[], c_own int[], c_pool int[],
  INOUT k_clicks bigint[], INOUT k_spent bigint[], k_max_clicks bigint[], k_max_minor bigint[], OUT chosen int[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_candidate int;
  v_cost bigint;
  k1 int;
  k2 int;
  k3 int;
BEGIN
  chosen := p_first;
  FOR i IN 1 .. cardinality(p_first) LOOP
    v_candidate := p_first[i];
    WHILE v_candidate <> 0 LOOP
      k1 := c_total[v_candidate];
      EXIT WHEN k1 = 0;
      k2 := c_own[v_candidate];
      k3 := c_pool[v_candidate];
      v_cost := c_cost[v_candidate];
      IF k_clicks[k1] < k_max_clicks[k1] AND k_spent[k1] + v_cost <= k_max_minor[k1]
        AND k_clicks[k2] < k_max_clicks[k2] AND k_spent[k2] + v_cost <= k_max_minor[k2]
        AND (k3 = 0 OR k_spent[k3] + v_cost <= k_max_minor[k3])
      THEN
        k_clicks[k1] := k_clicks[k1] + 1;
        k_spent[k1] := k_spent[k1] + v_cost;
        k_clicks[k2] := k_clicks[k2] + 1;
        k_spent[k2] := k_spent[k2] + v_cost;
        IF k3 <> 0 THEN
          k_spent[k3] := k_spent[k3] + v_cost;
        END IF;
        EXIT;
      END IF;
      v_candidate := c_next[v_candidate];
    END LOOP;
    chosen[i] := v_candidate;
  END LOOP;
END $$;

-- Records a batch of clicks: durable, deduplicated, priced and added to the totals, or not at all.
-- p_seen: the snapshot up to which the caller has followed the terms. p_*: one entry a click. c_*: candidate terms (see
-- choose_terms; c_offer 0: the store's own prices; c_total 0: no cap). k_*: rows of offer_spend that cap this batch, in key order.
-- b_id: shared budgets that cap it, in order. p_uncapped: there are offers without a cap among the terms. p_replay: some of these may have been recorded before; those are passed over.
-- Raises TRB01 with nothing recorded when terms have been changed since p_seen. Caps are exact because that is looked at last, with
-- every counter of the batch locked: whoever changes a cap locks them too (see cap_changes).
CREATE FUNCTION record_clicks(
  p_seen pg_snapshot,
  p_id uuid[], p_link bigint[], p_user bigint[], p_store bigint[], p_currency text[],
  p_day date[], p_visitor uuid[], p_class smallint[], p_source smallint[], p_first int[],
  c_next int[], c_terms smallint[], c_offer bigint[], c_cost int[], c_cpc int[], c_user int[], c_client int[],
  c_user_ppm int[], c_client_ppm int[], c_total int[], c_own int[], c_pool int[],
  k_offer bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[],
  p_uncapped boolean, p_replay boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_class smallint[] := p_class;
  v_chosen int[];
  v_clicks bigint[];
  v_spent bigint[];
  v_max_minor bigint[];
  v_pool_spent bigint[];
  v_pool_max bigint[];
  v_capped int := cardinality(k_offer);
BEGIN
  IF p_replay THEN
    SELECT array_agg(CASE WHEN c.id IS NULL THEN g.class ELSE -1 END ORDER BY g.n) INTO v_class
      FROM unnest(p_id, p_class) WITH ORDINALITY AS g (id, class, n) LEFT JOIN clicks c ON c.id = g.id;
  END IF;

  WITH given AS (
    SELECT * FROM unnest(p_day, p_link, p_visitor, v_class) WITH ORDINALITY AS g (day, link_id, visitor, class, n)
  ), fresh AS (
    INSERT INTO click_visitors (day, link_id, visitor) SELECT day, link_id, visitor FROM given WHERE class = 0
    ORDER BY link_id, visitor, day ON CONFLICT DO NOTHING RETURNING day, link_id, visitor
  )
  SELECT array_agg(g.kept_class ORDER BY g.n), array_agg(CASE WHEN g.kept_class = 0 THEN p_first[g.n] ELSE 0 END ORDER BY g.n)
    INTO v_class, v_chosen FROM (
      SELECT g.n, CASE WHEN g.class = 0 AND f.visitor IS NULL THEN 3 ELSE g.class END AS kept_class
      FROM given g LEFT JOIN fresh f ON f.link_id = g.link_id AND f.visitor = g.visitor AND f.day = g.day
    ) g;

  IF v_capped > 0 THEN
    LOOP
      SELECT array_agg(l.clicks ORDER BY l.n), array_agg(l.spent_minor ORDER BY l.n) INTO v_clicks, v_spent FROM (
        SELECT k.n, s.clicks, s.spent_minor FROM unnest(k_offer, k_user) WITH ORDINALITY AS k (offer_id, user_id, n)
        JOIN offer_spend s ON s.offer_id = k.offer_id AND s.user_id = k.user_id
        ORDER BY k.n FOR UPDATE OF s
      ) l;
      EXIT WHEN cardinality(v_clicks) = v_capped;
      INSERT INTO offer_spend (offer_id, user_id) SELECT k.offer_id, k.user_id
        FROM unnest(k_offer, k_user) WITH ORDINALITY AS k (offer_id, user_id, n) ORDER BY k.n ON CONFLICT DO NOTHING;
    END LOOP;
    v_max_minor := k_max_minor;
    IF cardinality(b_id) > 0 THEN
      SELECT array_agg(l.spent_minor ORDER BY l.id), array_agg(l.amount_minor ORDER BY l.id) INTO v_pool_spent, v_pool_max FROM (
        SELECT id, spent_minor, amount_minor FROM shared_budgets WHERE id = ANY (b_id) ORDER BY id FOR UPDATE
      ) l;
      v_spent := v_spent || v_pool_spent;
      v_max_minor := v_max_minor || v_pool_max;
    END IF;
    SELECT t.chosen, t.k_clicks, t.k_spent INTO v_chosen, v_clicks, v_spent FROM choose_terms(
      v_chosen, c_next, c_cost, c_total, c_own, c_pool, v_clicks, v_spent, k_max_clicks, v_max_minor) t;
    UPDATE offer_spend s SET clicks = k.clicks, spent_minor = k.spent
      FROM unnest(k_offer, k_user, v_clicks, v_spent[1:v_capped]) AS k (offer_id, user_id, clicks, spent)
      WHERE s.offer_id = k.offer_id AND s.user_id = k.user_id AND s.clicks <> k.clicks;
    IF cardinality(b_id) > 0 THEN
      UPDATE shared_budgets b SET spent_minor = k.spent FROM unnest(b_id, v_spent[v_capped + 1:]) AS k (id, spent)
        WHERE b.id = k.id AND b.spent_minor <> k.spent;
    END IF;
  END IF;

  INSERT INTO clicks (id, link_id, user_id, store_id, offer_id, capped_offer_id, cost_minor, user_minor, client_minor, cpc_minor,
    user_share_ppm, client_share_ppm, currency, day, class, source, terms)
  SELECT g.id, g.link_id, g.user_id, g.store_id, nullif(c_offer[g.chosen], 0),
    CASE WHEN g.class = 0 AND g.first <> g.chosen THEN c_offer[g.first] END, coalesce(c_cost[g.chosen], 0),
    coalesce(c_user[g.chosen], 0), coalesce(c_client[g.chosen], 0), coalesce(c_cpc[g.chosen], 0), coalesce(c_user_ppm[g.chosen], 0),
    coalesce(c_client_ppm[g.chosen], 0), g.currency, g.day, g.class, g.source, coalesce(c_terms[g.chosen], 0)
  FROM unnest(p_id, p_link, p_user, p_store, p_currency, p_day, p_source, p_first, v_class, v_chosen)
    AS g (id, link_id, user_id, store_id, currency, day, source, first, class, chosen)
  WHERE g.class >= 0;

  -- Totals are grouped before they are added, and added in key order, so that processes do not wait for each other in circles.
  INSERT INTO link_days AS t
    (link_id, day, offer_id, store_id, user_id, clicks, social_clicks, uncounted, cost_minor, user_minor, client_minor)
  SELECT g.link_id, g.day, coalesce(c_offer[g.chosen], 0) AS offer_id, min(g.store_id), min(g.user_id),
    count(*) FILTER (WHERE g.class = 0), count(*) FILTER (WHERE g.class = 0 AND g.source = 1), count(*) FILTER (WHERE g.class > 0),
    coalesce(sum(c_cost[g.chosen]), 0), coalesce(sum(c_user[g.chosen]), 0), coalesce(sum(c_client[g.chosen]), 0)
  FROM unnest(p_link, p_day, p_store, p_user, p_source, v_class, v_chosen) AS g (link_id, day, store_id, user_id, source, class, chosen)
  WHERE g.class >= 0 GROUP BY g.link_id, g.day, coalesce(c_offer[g.chosen], 0) ORDER BY g.link_id, g.day, offer_id
  ON CONFLICT (link_id, day, offer_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    client_minor = t.client_minor + excluded.client_minor;

  IF p_uncapped THEN
    INSERT INTO offer_spend AS t (offer_id, user_id, clicks, spent_minor)
    SELECT c_offer[g.chosen] AS offer_id, part.user_id, count(*), sum(c_cost[g.chosen])
    FROM unnest(p_user, v_chosen) AS g (user_id, chosen) CROSS JOIN LATERAL (VALUES (0), (g.user_id)) AS part (user_id)
    WHERE c_offer[g.chosen] <> 0 AND c_total[g.chosen] = 0 GROUP BY c_offer[g.chosen], part.user_id ORDER BY offer_id, part.user_id
    ON CONFLICT (offer_id, user_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
      spent_minor = t.spent_minor + excluded.spent_minor;
  END IF;

  INSERT INTO store_days AS t (store_id, day, clicks, social_clicks, uncounted, cost_minor, user_minor, client_minor)
  SELECT g.store_id, g.day, count(*) FILTER (WHERE g.class = 0), count(*) FILTER (WHERE g.class = 0 AND g.source = 1),
    count(*) FILTER (WHERE g.class > 0), coalesce(sum(c_cost[g.chosen]), 0), coalesce(sum(c_user[g.chosen]), 0),
    coalesce(sum(c_client[g.chosen]), 0)
  FROM unnest(p_store, p_day, p_source, v_class, v_chosen) AS g (store_id, day, source, class, chosen)
  WHERE g.class >= 0 GROUP BY g.store_id, g.day ORDER BY g.store_id, g.day
  ON CONFLICT (store_id, day) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    client_minor = t.client_minor + excluded.client_minor;

  IF terms_changed_since(p_seen) IS NOT NULL THEN
    RAISE EXCEPTION 'the terms of these clicks have been changed' USING ERRCODE = 'TRB01';
  END IF;
END $$;

-- Who changes a cap waits for the clicks that are being priced against it, and they see the new one.
CREATE FUNCTION cap_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_offer bigint;
BEGIN
  v_offer := CASE TG_TABLE_NAME WHEN 'offers' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'offer_id')::bigint END;
  INSERT INTO offer_spend (offer_id) VALUES (v_offer) ON CONFLICT DO NOTHING;
  PERFORM FROM offer_spend WHERE offer_id = v_offer AND user_id = 0 FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER offers_cap BEFORE UPDATE OF max_clicks, max_money_minor, budget_limit_minor, per_user_limit, shared_budget_id
  ON offers FOR EACH ROW EXECUTE FUNCTION cap_changes();
CREATE TRIGGER participants_cap BEFORE UPDATE OF click_limit ON participants FOR EACH ROW EXECUTE FUNCTION cap_changes();

-- Tables whose rows name the scope that they change in a column: (table, scope, column).
CREATE FUNCTION terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  -- A row that moves from one creator or store to another changes the terms of both.
  EXECUTE format(CASE TG_OP
    WHEN 'UPDATE' THEN 'SELECT array_agg(id) FROM (SELECT %1$I AS id FROM changed UNION SELECT %1$I FROM former) moved'
    ELSE 'SELECT array_agg(DISTINCT %1$I) FROM changed' END, TG_ARGV[1]) INTO v_ids;
  IF v_ids IS NOT NULL THEN
    PERFORM note_terms_change(TG_ARGV[0]::smallint, v_ids);
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  v_watched record;
BEGIN
  FOR v_watched IN SELECT * FROM (VALUES
    ('stores', 1, 'id'), ('prices', 1, 'store_id'), ('offers', 1, 'store_id'), ('blocklist', 1, 'store_id'),
    ('participants', 2, 'user_id'), ('users', 2, 'id'), ('user_tag_members', 2, 'user_id'), ('links', 2, 'user_id'),
    ('clients', 3, 'id'), ('revenue_tiers', 4, 'id')
  ) AS w (tab, scope, col) LOOP
    -- From a new store, user, client, tier or link nobody can have priced yet.
    IF v_watched.col <> 'id' AND v_watched.tab <> 'links' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
        EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_insert', v_watched.tab, v_watched.scope, v_watched.col);
    END IF;
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
      EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_delete', v_watched.tab, v_watched.scope, v_watched.col);
    IF v_watched.tab <> 'users' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
        EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_update', v_watched.tab, v_watched.scope, v_watched.col);
    END IF;
  END LOOP;
END $$;

-- A user's row changes often for reasons that no price depends on (last activity, address). The e-mail may be an offer's target.
CREATE FUNCTION user_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_terms_change(2::smallint, ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER users_terms_update AFTER UPDATE OF client_id, revenue_tier_id, store_group_id, suspended_at, email, email_unproven
  ON users FOR EACH ROW EXECUTE FUNCTION user_terms_changed();

-- Targets and attached links name an offer or a link; their scope is one step away.
CREATE FUNCTION target_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT o.store_id) INTO v_ids FROM changed c JOIN offers o ON o.id = c.offer_id;
  PERFORM note_terms_change(1::smallint, v_ids);
  RETURN NULL;
END $$;
CREATE FUNCTION attachment_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT l.user_id) INTO v_ids FROM changed c JOIN links l ON l.id = c.link_id;
  PERFORM note_terms_change(2::smallint, v_ids);
  RETURN NULL;
END $$;
CREATE TRIGGER offer_targets_terms_insert AFTER INSERT ON offer_targets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
CREATE TRIGGER offer_targets_terms_update AFTER UPDATE ON offer_targets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
CREATE TRIGGER offer_targets_terms_delete AFTER DELETE ON offer_targets REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
CREATE TRIGGER offer_links_terms_insert AFTER INSERT ON offer_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();
CREATE TRIGGER offer_links_terms_delete AFTER DELETE ON offer_links REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();

-- The in-memory URL index of every process hears which stores to read again: a row that moves from one store to another changes both.
CREATE FUNCTION store_index_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_id bigint;
BEGIN
  EXECUTE format(CASE TG_OP
    WHEN 'UPDATE' THEN 'SELECT array_agg(id) FROM (SELECT %1$I AS id FROM changed UNION SELECT %1$I FROM former) moved'
    ELSE 'SELECT array_agg(DISTINCT %1$I) FROM changed' END, TG_ARGV[0]) INTO v_ids;
  IF cardinality(v_ids) > 1000 THEN
    PERFORM pg_notify('store_index', '*');
  ELSE
    FOREACH v_id IN ARRAY coalesce(v_ids, '{}') LOOP
      PERFORM pg_notify('store_index', v_id::text);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  v_watched record;
BEGIN
  FOR v_watched IN SELECT * FROM (VALUES ('stores', 'id'), ('store_domains', 'store_id'), ('url_rules', 'store_id')) AS w (tab, col),
    (VALUES ('INSERT', 'NEW TABLE AS changed'), ('UPDATE', 'OLD TABLE AS former NEW TABLE AS changed'),
      ('DELETE', 'OLD TABLE AS changed')) AS e (event, rows)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed(%L)',
      v_watched.tab || '_index_' || lower(v_watched.event), v_watched.event, v_watched.tab, v_watched.rows, v_watched.col);
  END LOOP;
END $$;
