-- Records a batch of clicks: durable, deduplicated, priced and added to the totals, or not at all. A person's click that does not count
-- (a duplicate, a prefetch) costs nothing, but keeps the terms that would have applied, because an order may be attributed to it.
-- p_seen: the snapshot up to which the caller has followed the terms. p_*: one entry a click. c_*: candidate terms (see
-- choose_terms; c_campaign 0: the store's own prices; c_total 0: no cap; c_list: the row of click_terms that has it). k_*: rows of campaign_spend that cap this batch, in key order.
-- p_network: keyed hash of the shopper's network, null: not limited; p_minute: the minute of the click since the epoch (see limit_networks). p_device_country: see device_of and country_of.
-- b_id: shared budgets that cap it, in order. p_uncapped: there are campaigns without a cap among the terms. p_replay: some of the clicks may have been recorded before; those are skipped.
-- p_fixed: what orders of clicks with these candidates pay beside the part of their value (`clicks.fixed`), by candidate; null: nothing for all of them.
-- Raises TRB01 and records nothing when terms have changed since p_seen. Caps are exact because this is checked last, with
-- every counter of the batch locked: a change of a cap locks them too (see lock_changed_cap). The credits of the stores whose clicks have a cost
-- are exact for the same reason. Locks are taken in one order everywhere: visitors, networks, campaign_spend, shared_budgets, store_credit, link_days, store_days.
CREATE OR REPLACE FUNCTION record_clicks(
  p_seen pg_snapshot,
  p_id uuid[], p_link bigint[], p_user bigint[], p_agency bigint[], p_store bigint[], p_currency text[],
  p_day date[], p_visitor uuid[], p_class smallint[], p_source smallint[], p_first int[],
  p_network uuid[], p_minute int[], p_device_country smallint[],
  c_next int[], c_terms smallint[], c_campaign bigint[], c_cost int[], c_cpc int[], c_user int[], c_agency int[],
  c_user_ppm int[], c_agency_ppm int[], c_cpa_ppm int[], c_invoice_cpa_ppm int[], c_total int[], c_own int[], c_pool int[], c_list bigint[],
  k_campaign bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[],
  p_uncapped boolean, p_replay boolean, p_fixed jsonb
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
  v_capped int := cardinality(k_campaign);
  -- Stores whose clicks have a cost, in order, with their remaining credit; for each click, the index of its store in this list.
  v_stores bigint[];
  v_room bigint[];
  v_store int[];
  -- Whether one of the stores has a guarantee; what is left of the guarantees of these campaigns.
  v_guaranteed boolean;
  v_kept_of bigint[] := '{}';
  v_kept bigint[] := '{}';
  v_beyond boolean[];
  v_passed text[];
  v_transaction bigint := pg_current_xact_id()::text::bigint;
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
  IF array_length(array_remove(p_network, NULL), 1) > 0 THEN
    v_class := limit_networks(p_day, p_minute, p_network, p_store, p_user, v_class);
  END IF;

  IF v_capped > 0 THEN
    LOOP
      SELECT array_agg(l.clicks ORDER BY l.n), array_agg(l.spent_minor ORDER BY l.n) INTO v_clicks, v_spent FROM (
        SELECT k.n, s.clicks, s.spent_minor FROM unnest(k_campaign, k_user) WITH ORDINALITY AS k (campaign_id, user_id, n)
        JOIN campaign_spend s ON s.campaign_id = k.campaign_id AND s.user_id = k.user_id
        ORDER BY k.n FOR UPDATE OF s
      ) l;
      EXIT WHEN cardinality(v_clicks) = v_capped;
      INSERT INTO campaign_spend (campaign_id, user_id) SELECT k.campaign_id, k.user_id
        FROM unnest(k_campaign, k_user) WITH ORDINALITY AS k (campaign_id, user_id, n) ORDER BY k.n ON CONFLICT DO NOTHING;
    END LOOP;
    v_max_minor := k_max_minor;
    IF cardinality(b_id) > 0 THEN
      SELECT array_agg(l.spent_minor ORDER BY l.id), array_agg(l.amount_minor ORDER BY l.id) INTO v_pool_spent, v_pool_max FROM (
        SELECT id, spent_minor, amount_minor FROM shared_budgets WHERE id = ANY (b_id) ORDER BY id FOR UPDATE
      ) l;
      v_spent := v_spent || v_pool_spent;
      v_max_minor := v_max_minor || v_pool_max;
    END IF;
  END IF;

  -- A store that has no row here has no credit.
  SELECT array_agg(l.store_id ORDER BY l.store_id), array_agg(l.room ORDER BY l.store_id), bool_or(l.is_guaranteed) INTO v_stores, v_room, v_guaranteed FROM (
    SELECT store_id, limit_minor - incurred_minor - promised_minor - reserved_minor AS room, is_guaranteed FROM store_credit WHERE store_id = ANY (
      ARRAY (SELECT g.store_id FROM unnest(p_store, v_class, p_first) AS g (store_id, class, first) WHERE g.class = 0 AND g.first <> 0)
    ) ORDER BY store_id FOR NO KEY UPDATE
  ) l;
  -- Without caps, the first terms are chosen. If the credit covers all of them, the clicks are not processed individually.
  IF v_capped > 0 OR EXISTS (
    SELECT FROM unnest(p_store, v_class, p_first) AS g (store_id, class, first)
    WHERE g.class = 0 AND c_cost[g.first] > 0 GROUP BY g.store_id
    HAVING sum(c_cost[g.first]) > coalesce(v_room[array_position(v_stores, g.store_id)], 0)
  ) THEN
    v_room := v_room || 0::bigint;
    v_store := ARRAY (SELECT coalesce(array_position(v_stores, g.store_id), cardinality(v_room))
      FROM unnest(p_store) WITH ORDINALITY AS g (store_id, n) ORDER BY n);
    IF v_guaranteed THEN
      SELECT coalesce(array_agg(g.campaign_id ORDER BY g.id), '{}'), coalesce(array_agg(g.left_minor ORDER BY g.id), '{}') INTO v_kept_of, v_kept
        FROM guarantees g WHERE g.campaign_id = ANY (c_campaign) AND g.released_at IS NULL;
    END IF;
    SELECT t.chosen, t.k_clicks, t.k_spent, t.beyond_credit, t.passed_over INTO v_terms, v_clicks, v_spent, v_beyond, v_passed FROM choose_terms(
      v_terms, ARRAY (SELECT class = 0 FROM unnest(v_class) WITH ORDINALITY AS g (class, n) ORDER BY n),
      c_next, c_cost, c_total, c_own, c_pool, v_clicks, v_spent, k_max_clicks, v_max_minor, v_store, v_room,
      CASE WHEN v_guaranteed THEN ARRAY (SELECT coalesce(array_position(v_kept_of, g.id), 0) FROM unnest(c_campaign) WITH ORDINALITY AS g (id, n) ORDER BY n) ELSE '{}' END,
      v_kept) t;
    v_class := ARRAY (SELECT CASE WHEN g.beyond THEN 10 ELSE g.class END
      FROM unnest(v_class, v_beyond) WITH ORDINALITY AS g (class, beyond, n) ORDER BY n);
  END IF;

  IF v_capped > 0 THEN
    UPDATE campaign_spend s SET clicks = k.clicks, spent_minor = k.spent
      FROM unnest(k_campaign, k_user, v_clicks, v_spent[1:v_capped]) AS k (campaign_id, user_id, clicks, spent)
      WHERE s.campaign_id = k.campaign_id AND s.user_id = k.user_id AND s.clicks <> k.clicks;
    IF cardinality(b_id) > 0 THEN
      UPDATE shared_budgets b SET spent_minor = k.spent FROM unnest(b_id, v_spent[v_capped + 1:]) AS k (id, spent)
        WHERE b.id = k.id AND b.spent_minor <> k.spent;
    END IF;
  END IF;

  v_chosen := ARRAY (SELECT CASE WHEN v_class[n] = 0 THEN terms ELSE 0 END FROM unnest(v_terms) WITH ORDINALITY AS g (terms, n) ORDER BY n);

  UPDATE store_credit c SET incurred_minor = c.incurred_minor + g.minor FROM (
    SELECT g.store_id, sum(c_cost[g.chosen]) AS minor FROM unnest(p_store, v_chosen) AS g (store_id, chosen) WHERE g.chosen <> 0 GROUP BY g.store_id
  ) g WHERE c.store_id = g.store_id AND g.minor > 0;
  IF v_guaranteed THEN
    PERFORM use_guarantees(u.campaigns, u.minors) FROM (
      SELECT array_agg(c_campaign[g.chosen]) AS campaigns, array_agg(c_cost[g.chosen]::bigint) AS minors FROM unnest(v_chosen) AS g (chosen) WHERE g.chosen <> 0
    ) u WHERE u.campaigns IS NOT NULL;
  END IF;

  INSERT INTO clicks (id, link_id, user_id, agency_id, store_id, campaign_id, capped_campaign_id, cost_minor, user_minor, agency_minor, cpc_minor,
    user_share_ppm, agency_share_ppm, cpa_ppm, invoice_cpa_ppm, currency, day, class, source, terms, click_terms_id,
    passed_over, recorded_in, device_country, fixed)
  SELECT g.id, g.link_id, g.user_id, nullif(g.agency_id, 0), g.store_id, nullif(c_campaign[g.terms], 0),
    CASE WHEN g.class = 0 AND g.first <> g.terms THEN c_campaign[g.first] END, coalesce(c_cost[g.chosen], 0),
    coalesce(c_user[g.chosen], 0), coalesce(c_agency[g.chosen], 0), coalesce(c_cpc[g.terms], 0), coalesce(c_user_ppm[g.terms], 0),
    coalesce(c_agency_ppm[g.terms], 0), coalesce(c_cpa_ppm[g.terms], 0), coalesce(c_invoice_cpa_ppm[g.terms], 0), g.currency, g.day,
    g.class, g.source, coalesce(c_terms[g.terms], 0), c_list[g.first], g.passed, v_transaction, g.device_country, p_fixed -> g.terms::text
  FROM unnest(p_id, p_link, p_user, p_agency, p_store, p_currency, p_day, p_source, p_first, v_class, v_terms, v_chosen, v_passed, p_device_country)
    AS g (id, link_id, user_id, agency_id, store_id, currency, day, source, first, class, terms, chosen, passed, device_country)
  WHERE g.class >= 0;

  -- Totals are grouped before they are added, and added in key order, to avoid deadlocks between processes.
  INSERT INTO link_days AS t
    (link_id, day, campaign_id, agency_id, store_id, user_id, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor)
  SELECT g.link_id, g.day, coalesce(c_campaign[g.chosen], 0) AS campaign_id, g.agency_id, min(g.store_id), min(g.user_id),
    count(*) FILTER (WHERE g.class = 0), count(*) FILTER (WHERE g.class = 0 AND g.source = 1), count(*) FILTER (WHERE g.class > 0),
    coalesce(sum(c_cost[g.chosen]), 0), coalesce(sum(c_user[g.chosen]), 0), coalesce(sum(c_agency[g.chosen]), 0)
  FROM unnest(p_link, p_day, p_store, p_user, p_agency, p_source, v_class, v_chosen)
    AS g (link_id, day, store_id, user_id, agency_id, source, class, chosen)
  WHERE g.class >= 0 GROUP BY g.link_id, g.day, coalesce(c_campaign[g.chosen], 0), g.agency_id
  ORDER BY g.link_id, g.day, campaign_id, g.agency_id
  ON CONFLICT (link_id, day, campaign_id, agency_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    agency_minor = t.agency_minor + excluded.agency_minor;

  IF p_uncapped THEN
    INSERT INTO campaign_spend AS t (campaign_id, user_id, clicks, spent_minor)
    SELECT c_campaign[g.chosen] AS campaign_id, part.user_id, count(*), sum(c_cost[g.chosen])
    FROM unnest(p_user, v_chosen) AS g (user_id, chosen) CROSS JOIN LATERAL (VALUES (0), (g.user_id)) AS part (user_id)
    WHERE c_campaign[g.chosen] <> 0 AND c_total[g.chosen] = 0 GROUP BY c_campaign[g.chosen], part.user_id ORDER BY campaign_id, part.user_id
    ON CONFLICT (campaign_id, user_id) DO UPDATE SET clicks = t.clicks + excluded.clicks,
      spent_minor = t.spent_minor + excluded.spent_minor;
  END IF;

  INSERT INTO store_days AS t (store_id, day, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor)
  SELECT g.store_id, g.day, count(*) FILTER (WHERE g.class = 0), count(*) FILTER (WHERE g.class = 0 AND g.source = 1),
    count(*) FILTER (WHERE g.class > 0), coalesce(sum(c_cost[g.chosen]), 0), coalesce(sum(c_user[g.chosen]), 0),
    coalesce(sum(c_agency[g.chosen]), 0)
  FROM unnest(p_store, p_day, p_source, v_class, v_chosen) AS g (store_id, day, source, class, chosen)
  WHERE g.class >= 0 GROUP BY g.store_id, g.day ORDER BY g.store_id, g.day
  ON CONFLICT (store_id, day) DO UPDATE SET clicks = t.clicks + excluded.clicks,
    social_clicks = t.social_clicks + excluded.social_clicks, uncounted = t.uncounted + excluded.uncounted,
    cost_minor = t.cost_minor + excluded.cost_minor, user_minor = t.user_minor + excluded.user_minor,
    agency_minor = t.agency_minor + excluded.agency_minor;

  IF terms_changed_since(p_seen) IS NOT NULL THEN
    RAISE EXCEPTION 'the terms of these clicks have been changed' USING ERRCODE = 'TRB01';
  END IF;
END $$;
