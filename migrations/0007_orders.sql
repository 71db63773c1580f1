-- Orders: the terms that their clicks had, what they earn, and totals that follow them.

-- What an order that comes of a click costs and earns, in millionths of its value, and the client that the creator belonged to then.
ALTER TABLE clicks
  ADD COLUMN cpa_ppm integer NOT NULL DEFAULT 0,
  ADD COLUMN invoice_cpa_ppm integer NOT NULL DEFAULT 0,
  ADD COLUMN client_id bigint;
UPDATE clicks c SET client_id = u.client_id FROM users u WHERE u.id = c.user_id AND u.client_id IS NOT NULL;

-- Totals tell clients apart (0: none), for what a client earns stays its own when the creator leaves it.
ALTER TABLE link_days ADD COLUMN client_id bigint NOT NULL DEFAULT 0;
UPDATE link_days d SET client_id = u.client_id FROM users u WHERE u.id = d.user_id AND u.client_id IS NOT NULL;
ALTER TABLE link_days DROP CONSTRAINT link_days_pkey, ADD PRIMARY KEY (link_id, day, offer_id, client_id);

DROP FUNCTION record_clicks;
DROP FUNCTION choose_terms;

-- Chooses, for each click, the first of its candidate terms whose caps leave room, and books it on them.
-- A candidate is a place in the c_ arrays: c_next leads to the candidate to try after it, c_counters_1..3 to the counters that it
-- is held against (0: none). Counters 1..n are rows of offer_spend, the rest rows of shared_budgets; the caller holds
-- their locks and passes what they have used and may use. Returns the chosen candidate of each click. A click that is not booked
-- (p_booked) takes the first that would have room for it, and leaves the counters alone.
CREATE FUNCTION choose_terms(
  p_first int[], p_booked boolean[], c_next int[], c_cost int[], c_total int[], c_own int[], c_pool int[],
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
        EXIT WHEN NOT p_booked[i];
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

-- Records a batch of clicks: durable, deduplicated, priced and added to the totals, or not at all. A person's click that does not count
-- (a duplicate, a look ahead) costs nothing and still keeps the terms that it would have had: an order may come of it.
-- p_seen: the snapshot up to which the caller has followed the terms. p_*: one entry a click. c_*: candidate terms (see
-- choose_terms; c_offer 0: the store's own prices; c_total 0: no cap). k_*: rows of offer_spend that cap this batch, in key order.
-- b_id: shared budgets that cap it, in order. p_uncapped: there are offers without a cap among the terms. p_replay: some of these may have been recorded before; those are passed over.
-- Raises TRB01 with nothing recorded when terms have been changed since p_seen. Caps are exact because that is looked at last, with
-- every counter of the batch locked: whoever changes a cap locks them too (see cap_changes).
CREATE FUNCTION record_clicks(
  p_seen pg_snapshot,
  p_id uuid[], p_link bigint[], p_user bigint[], p_client bigint[], p_store bigint[], p_currency text[],
  p_day date[], p_visitor uuid[], p_class smallint[], p_source smallint[], p_first int[],
  c_next int[], c_terms smallint[], c_offer bigint[], c_cost int[], c_cpc int[], c_user int[], c_client int[],
  c_user_ppm int[], c_client_ppm int[], c_cpa_ppm int[], c_invoice_cpa_ppm int[], c_total int[], c_own int[], c_pool int[],
  k_offer bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[],
  p_uncapped boolean, p_replay boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_class smallint[] := p_class;
  -- Terms of each click, also of those that are not priced; v_chosen: of those that are.
  v_terms int[];
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
  SELECT array_agg(g.kept_class ORDER BY g.n) INTO v_class FROM (
      SELECT g.n, CASE WHEN g.class = 0 AND f.visitor IS NULL THEN 3 ELSE g.class END AS kept_class
      FROM given g LEFT JOIN fresh f ON f.link_id = g.link_id AND f.visitor = g.visitor AND f.day = g.day
    ) g;
  v_terms := p_first;

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
    SELECT t.chosen, t.k_clicks, t.k_spent INTO v_terms, v_clicks, v_spent FROM choose_terms(
      v_terms, ARRAY (SELECT class = 0 FROM unnest(v_class) WITH ORDINALITY AS g (class, n) ORDER BY n),
      c_next, c_cost, c_total, c_own, c_pool, v_clicks, v_spent, k_max_clicks, v_max_minor) t;
    UPDATE offer_spend s SET clicks = k.clicks, spent_minor = k.spent
      FROM unnest(k_offer, k_user, v_clicks, v_spent[1:v_capped]) AS k (offer_id, user_id, clicks, spent)
      WHERE s.offer_id = k.offer_id AND s.user_id = k.user_id AND s.clicks <> k.clicks;
    IF cardinality(b_id) > 0 THEN
      UPDATE shared_budgets b SET spent_minor = k.spent FROM unnest(b_id, v_spent[v_capped + 1:]) AS k (id, spent)
        WHERE b.id = k.id AND b.spent_minor <> k.spent;
    END IF;
  END IF;

  v_chosen := ARRAY (SELECT CASE WHEN v_class[n] = 0 THEN terms ELSE 0 END FROM unnest(v_terms) WITH ORDINALITY AS g (terms, n) ORDER BY n);

  INSERT INTO clicks (id, link_id, user_id, client_id, store_id, offer_id, capped_offer_id, cost_minor, user_minor, client_minor, cpc_minor,
    user_share_ppm, client_share_ppm, cpa_ppm, invoice_cpa_ppm, currency, day, class, source, terms)
  SELECT g.id, g.link_id, g.user_id, nullif(g.client_id, 0), g.store_id, nullif(c_offer[g.terms], 0),
    CASE WHEN g.class = 0 AND g.first <> g.terms THEN c_offer[g.first] END, coalesce(c_cost[g.chosen], 0),
    coalesce(c_user[g.chosen], 0), coalesce(c_client[g.chosen], 0), coalesce(c_cpc[g.terms], 0), coalesce(c_user_ppm[g.terms], 0),
    coalesce(c_client_ppm[g.terms], 0), coalesce(c_cpa_ppm[g.terms], 0), coalesce(c_invoice_cpa_ppm[g.terms], 0), g.currency, g.day,
    g.class, g.source, coalesce(c_terms[g.terms], 0)
  FROM unnest(p_id, p_link, p_user, p_client, p_store, p_currency, p_day, p_source, p_first, v_class, v_terms, v_chosen)
    AS g (id, link_id, user_id, client_id, store_id, currency, day, source, first, class, terms, chosen)
  WHERE g.class >= 0;

  -- Totals are grouped before they are added, and added in key order, so that processes do not wait for each other in circles.
  INSERT INTO link_days AS t
    (link_id, day, offer_id, client_id, store_id, user_id, clicks, social_clicks, uncounted, cost_minor, user_minor, client_minor)
  SELECT g.link_id, g.day, coalesce(c_offer[g.chosen], 0) AS offer_id, g.client_id, min(g.store_id), min(g.user_id),
    count(*) FILTER (WHERE g.class = 0), count(*) FILTER (WHERE g.class = 0 AND g.source = 1), count(*) FILTER (WHERE g.class > 0),
    coalesce(sum(c_cost[g.chosen]), 0), coalesce(sum(c_user[g.chosen]), 0), coalesce(sum(c_client[g.chosen]), 0)
  FROM unnest(p_link, p_day, p_store, p_user, p_client, p_source, v_class, v_chosen)
    AS g (link_id, day, store_id, user_id, client_id, source, class, chosen)
  WHERE g.class >= 0 GROUP BY g.link_id, g.day, coalesce(c_offer[g.chosen], 0), g.client_id
  ORDER BY g.link_id, g.day, offer_id, g.client_id
  ON CONFLICT (link_id, day, offer_id, client_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
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

-- A voucher is a creator's way to send a shopper without a click; what it brings is counted on a link of the creator's.
ALTER TABLE vouchers
  ADD COLUMN link_id bigint REFERENCES links,
  ADD COLUMN created_by bigint REFERENCES users;
WITH front AS (
  SELECT v.user_id, v.store_id, coalesce(s.url, 'https://' || d.host || '/') AS url, s.name
  FROM vouchers v JOIN stores s ON s.id = v.store_id
  LEFT JOIN LATERAL (SELECT host FROM store_domains WHERE store_id = s.id ORDER BY id LIMIT 1) d ON true
), made AS (
  INSERT INTO links (code, user_id, store_id, url, url_hash, title)
  SELECT DISTINCT ON (user_id, store_id) substr(md5(random()::text || user_id || store_id), 1, 10), user_id, store_id, url,
    sha256(convert_to(url, 'UTF8')), name
  FROM front WHERE url IS NOT NULL ON CONFLICT (user_id, store_id, url_hash) DO NOTHING
)
SELECT;
UPDATE vouchers v SET link_id = (SELECT min(l.id) FROM links l WHERE l.user_id = v.user_id AND l.store_id = v.store_id);
DELETE FROM vouchers WHERE link_id IS NULL;
ALTER TABLE vouchers ALTER COLUMN link_id SET NOT NULL;
CREATE INDEX vouchers_store ON vouchers (store_id, id);

-- What an order costs and earns follows from its value, its refunds, its status and the terms that it was given: rounded down once, on each
-- side, so that store = creator + client + platform holds. An attributed order always has a link.
ALTER TABLE orders
  DROP COLUMN cost_minor, DROP COLUMN user_minor, DROP COLUMN client_minor, DROP COLUMN cpa, DROP COLUMN invoice_cpa,
  ADD COLUMN client_id bigint REFERENCES clients,
  ADD COLUMN original_refunded_minor bigint NOT NULL DEFAULT 0 CHECK (original_refunded_minor BETWEEN 0 AND original_minor),
  ADD COLUMN cpa_ppm integer NOT NULL DEFAULT 0 CHECK (cpa_ppm BETWEEN 0 AND 1000000),
  ADD COLUMN invoice_cpa_ppm integer NOT NULL DEFAULT 0 CHECK (invoice_cpa_ppm BETWEEN 0 AND 1000000);
ALTER TABLE orders
  ADD COLUMN counts boolean NOT NULL GENERATED ALWAYS AS
    (link_id IS NOT NULL AND status <> 'denied' AND (refunded_minor < value_minor OR value_minor = 0)) STORED,
  ADD COLUMN cost_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * invoice_cpa_ppm, 1000000)::bigint END) STORED,
  ADD COLUMN user_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * cpa_ppm * user_share_ppm, 1000000000000)::bigint END) STORED,
  ADD COLUMN client_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * cpa_ppm * client_share_ppm, 1000000000000)::bigint END) STORED,
  ADD CHECK ((attribution = 'none') = (link_id IS NULL)),
  ADD CHECK ((attribution = 'none') = (unattributed_reason IS NOT NULL)),
  ADD CHECK (user_share_ppm >= 0 AND client_share_ppm >= 0 AND user_share_ppm + client_share_ppm <= 1000000);
CREATE INDEX orders_day ON orders (day, order_at);
-- What may yet be attributed: its click still lies in a spool, or its currency has no rate.
CREATE INDEX orders_waiting ON orders (id) WHERE unattributed_reason IN ('unknown_click', 'no_exchange_rate');

-- Totals follow orders in the statement that changes them: what was counted is taken off, what counts now is added. Link days first, then
-- store days, each in key order, as record_clicks does. The rows go through arrays so that the two statements are planned once a session.
CREATE FUNCTION order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_added orders[];
  v_removed orders[];
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
  INSERT INTO link_days AS t (link_id, day, offer_id, client_id, store_id, user_id,
    orders, order_minor, order_cost_minor, order_user_minor, order_client_minor)
  SELECT link_id, day, coalesce(offer_id, 0) AS offer_id, coalesce(client_id, 0) AS client_id, min(store_id), min(user_id), sum(sign),
    sum(sign * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * client_minor)
  FROM (SELECT *, 1 AS sign FROM unnest(v_added) UNION ALL SELECT *, -1 FROM unnest(v_removed)) o
  GROUP BY link_id, day, coalesce(offer_id, 0), coalesce(client_id, 0)
  HAVING (sum(sign), sum(sign * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * client_minor))
    <> (0, 0, 0, 0, 0)
  ORDER BY link_id, day, offer_id, client_id
  ON CONFLICT (link_id, day, offer_id, client_id) DO UPDATE SET orders = t.orders + excluded.orders,
    order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
    order_user_minor = t.order_user_minor + excluded.order_user_minor,
    order_client_minor = t.order_client_minor + excluded.order_client_minor;
  INSERT INTO store_days AS t (store_id, day, orders, order_minor, order_cost_minor, order_user_minor, order_client_minor)
  SELECT store_id, day, sum(sign), sum(sign * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor),
    sum(sign * client_minor)
  FROM (SELECT *, 1 AS sign FROM unnest(v_added) UNION ALL SELECT *, -1 FROM unnest(v_removed)) o
  GROUP BY store_id, day
  HAVING (sum(sign), sum(sign * (value_minor - refunded_minor)), sum(sign * cost_minor), sum(sign * user_minor), sum(sign * client_minor))
    <> (0, 0, 0, 0, 0)
  ORDER BY store_id, day
  ON CONFLICT (store_id, day) DO UPDATE SET orders = t.orders + excluded.orders,
    order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
    order_user_minor = t.order_user_minor + excluded.order_user_minor,
    order_client_minor = t.order_client_minor + excluded.order_client_minor;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_totals_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
CREATE TRIGGER orders_totals_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
CREATE TRIGGER orders_totals_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
