-- Whether every order and line that a rule matches is matched by another rule, too.
CREATE OR REPLACE FUNCTION rule_covers(p_wide jsonb, p_narrow jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_wide ->> 'customer' IS NULL OR p_wide ->> 'customer' IS NOT DISTINCT FROM p_narrow ->> 'customer')
    AND (p_wide ->> 'attribution' IS NULL OR p_wide ->> 'attribution' IS NOT DISTINCT FROM p_narrow ->> 'attribution')
    AND (p_wide -> 'skus' IS NULL OR coalesce(lower((p_wide -> 'skus')::text)::jsonb @> lower((p_narrow -> 'skus')::text)::jsonb, false))
    AND (p_wide -> 'categories' IS NULL OR coalesce(lower((p_wide -> 'categories')::text)::jsonb @> lower((p_narrow -> 'categories')::text)::jsonb, false))
$$;

-- Whether no order and no line matches both rules.
CREATE OR REPLACE FUNCTION rules_exclude(p_one jsonb, p_other jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(p_one ->> 'customer' <> p_other ->> 'customer', false) OR coalesce(p_one ->> 'attribution' <> p_other ->> 'attribution', false)
    OR coalesce(NOT EXISTS (SELECT FROM jsonb_array_elements_text(p_one -> 'skus') a JOIN jsonb_array_elements_text(p_other -> 'skus') b ON lower(a.value) = lower(b.value))
      AND p_one -> 'skus' IS NOT NULL AND p_other -> 'skus' IS NOT NULL, false)
    OR coalesce(NOT EXISTS (SELECT FROM jsonb_array_elements_text(p_one -> 'categories') a JOIN jsonb_array_elements_text(p_other -> 'categories') b ON lower(a.value) = lower(b.value))
      AND p_one -> 'categories' IS NOT NULL AND p_other -> 'categories' IS NOT NULL, false)
$$;

-- Whether some order could earn less by the rules of `p_is` than by those of `p_was`. The rate of a rule that is tried first for an order now is compared with
-- that of each rule that was tried first for it, or with the rate of the terms where none matched.
CREATE OR REPLACE FUNCTION rules_are_worse(p_was jsonb, p_is jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  WITH base AS (
    SELECT greatest((p_was ->> 'cpa_ppm')::int, (p_was ->> 'social_cpa_ppm')::int, 0) AS was_cpa,
      greatest((p_was ->> 'cpo_minor')::bigint, (p_was ->> 'social_cpo_minor')::bigint, 0) AS was_cpo,
      least(coalesce((p_is ->> 'cpa_ppm')::int, 0), coalesce((p_is ->> 'social_cpa_ppm')::int, 0)) AS is_cpa,
      least(coalesce((p_is ->> 'cpo_minor')::bigint, 0), coalesce((p_is ->> 'social_cpo_minor')::bigint, 0)) AS is_cpo
  ), was AS MATERIALIZED (
    SELECT n.place, n.rule, (n.rule ->> 'cpa_ppm')::int AS cpa, coalesce((n.rule ->> 'cpo_minor')::bigint, CASE WHEN n.rule ->> 'cpa_ppm' = '0' THEN 0 ELSE b.was_cpo END) AS cpo
    FROM base b CROSS JOIN jsonb_array_elements(p_was -> 'commission_rules') WITH ORDINALITY AS n (rule, place)
    UNION ALL SELECT 1000000, '{}', was_cpa, was_cpo FROM base
  ), now AS MATERIALIZED (
    SELECT n.place, n.rule, (n.rule ->> 'cpa_ppm')::int AS cpa, coalesce((n.rule ->> 'cpo_minor')::bigint, CASE WHEN n.rule ->> 'cpa_ppm' = '0' THEN 0 ELSE b.is_cpo END) AS cpo
    FROM base b CROSS JOIN jsonb_array_elements(p_is -> 'commission_rules') WITH ORDINALITY AS n (rule, place)
    UNION ALL SELECT 1000000, '{}', is_cpa, is_cpo FROM base
  )
  SELECT p_was -> 'commission_rules' <> p_is -> 'commission_rules' AND EXISTS (SELECT FROM was w JOIN now n ON n.cpa < w.cpa OR n.cpo < w.cpo
    -- The prices themselves are compared with each other.
    WHERE NOT (w.place = 1000000 AND n.place = 1000000) AND NOT rules_exclude(w.rule, n.rule)
      AND NOT EXISTS (SELECT FROM was k WHERE k.place < w.place AND rule_covers(k.rule, n.rule))
      AND NOT EXISTS (SELECT FROM now k WHERE k.place < n.place AND rule_covers(k.rule, w.rule)))
$$;

-- Whether some creator could earn a smaller bonus by the tiers of `p_is`. Every tier that is reached is paid, so each tier has one of its own that is as good.
CREATE OR REPLACE FUNCTION bonus_is_worse(p_was jsonb, p_is jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_array_length(p_was -> 'tiers'), 0) > 0 AND (jsonb_typeof(p_is) IS DISTINCT FROM 'object'
    OR (p_is ->> 'budget_minor')::bigint < (p_was ->> 'budget_minor')::bigint
    OR EXISTS (SELECT FROM jsonb_array_elements(p_was -> 'tiers') t
      WHERE (SELECT coalesce(sum((x ->> 'bonus_minor')::bigint), 0) FROM jsonb_array_elements(p_is -> 'tiers') x
          WHERE coalesce((x ->> 'orders')::bigint, 0) <= coalesce((t ->> 'orders')::bigint, 0) AND coalesce((x ->> 'value_minor')::bigint, 0) <= coalesce((t ->> 'value_minor')::bigint, 0))
        < (SELECT sum((y ->> 'bonus_minor')::bigint) FROM jsonb_array_elements(p_was -> 'tiers') y
          WHERE coalesce((y ->> 'orders')::bigint, 0) <= coalesce((t ->> 'orders')::bigint, 0) AND coalesce((y ->> 'value_minor')::bigint, 0) <= coalesce((t ->> 'value_minor')::bigint, 0))))
$$;

-- Whether some creator could have a lower rate by the steps of `p_is`: each step has one that is reached no later and pays as much. Steps never lower the prices.
CREATE OR REPLACE FUNCTION rate_steps_are_worse(p_was jsonb, p_is jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_array_length(p_was -> 'steps'), 0) > 0 AND (jsonb_typeof(p_is) IS DISTINCT FROM 'object'
    OR p_is ->> 'counts' <> p_was ->> 'counts' OR p_is ->> 'period' <> p_was ->> 'period' OR p_was ->> 'applies' = 'whole' AND p_is ->> 'applies' <> 'whole'
    OR p_is ->> 'user_tag_id' IS NOT NULL AND p_is ->> 'user_tag_id' IS DISTINCT FROM p_was ->> 'user_tag_id'
    OR EXISTS (SELECT FROM jsonb_array_elements(p_was -> 'steps') w WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(p_is -> 'steps') n
      WHERE coalesce(n.value ->> 'orders', n.value ->> 'value_minor')::bigint <= coalesce(w.value ->> 'orders', w.value ->> 'value_minor')::bigint
        AND (n.value ->> 'cpa_ppm')::int >= (w.value ->> 'cpa_ppm')::int
        AND coalesce((n.value ->> 'cpo_minor')::bigint, 0) >= coalesce((w.value ->> 'cpo_minor')::bigint, 0))))
$$;

-- The steps of a programme for customers with the months in which each begins and ends.
CREATE OR REPLACE FUNCTION programme_months(p_steps jsonb) RETURNS TABLE (first_month int, last_month int, cpa_ppm int) LANGUAGE sql IMMUTABLE AS $$
  SELECT (coalesce(sum((n.step ->> 'months')::int) OVER (ORDER BY n.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) + 1)::int,
    coalesce(CASE WHEN n.step ->> 'months' IS NOT NULL THEN sum((n.step ->> 'months')::int) OVER (ORDER BY n.place) END, 1000000)::int, (n.step ->> 'cpa_ppm')::int
  FROM jsonb_array_elements(p_steps) WITH ORDINALITY AS n (step, place)
$$;

-- Whether a customer could earn less by the programme of `p_is` in some month.
CREATE OR REPLACE FUNCTION programme_is_worse(p_was jsonb, p_is jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_array_length(p_was -> 'steps'), 0) > 0 AND (jsonb_typeof(p_is) IS DISTINCT FROM 'object' OR p_was -> 'pays_first' <> p_is -> 'pays_first'
    OR EXISTS (SELECT FROM programme_months(p_was -> 'steps') w
      WHERE coalesce((SELECT max(n.last_month) FROM programme_months(p_is -> 'steps') n), 0) < w.last_month
        OR EXISTS (SELECT FROM programme_months(p_is -> 'steps') n WHERE n.first_month <= w.last_month AND w.first_month <= n.last_month AND n.cpa_ppm < w.cpa_ppm)))
$$;

-- The terms that are worse for creators in `p_is` than in `p_was`, by name. Terms that neither has are not compared. Null is no limit, or no price.
CREATE OR REPLACE FUNCTION worse_terms(p_was jsonb, p_is jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(n.name ORDER BY n.name), '{}') FROM (
    -- More is better, and nothing is the least.
    SELECT k AS name FROM unnest('{cpc_minor,cpa_ppm,cpo_minor,social_cpc_minor,social_cpa_ppm,social_cpo_minor,one_time_payment_minor,payment_minor,attribution_window_days}'::text[]) k
      WHERE coalesce((p_is ->> k)::bigint, 0) < coalesce((p_was ->> k)::bigint, 0)
    -- More is better, and nothing is no limit.
    UNION ALL SELECT k FROM unnest('{max_clicks,max_money_minor,shared_budget_minor,click_limit}'::text[]) k
      WHERE coalesce((p_is ->> k)::bigint, 9223372036854775807) < coalesce((p_was ->> k)::bigint, 9223372036854775807)
    -- Less is better.
    UNION ALL SELECT k FROM unnest('{minimum_order_minor,social_minimum_order_minor}'::text[]) k
      WHERE coalesce((p_is ->> k)::bigint, 0) > coalesce((p_was ->> k)::bigint, 0)
    -- Shares of creators and agencies. Without one, those of the creator apply, which are unknown here.
    UNION ALL SELECT k FROM unnest('{user_share_ppm,agency_share_ppm,social_user_share_ppm,social_agency_share_ppm}'::text[]) k
      WHERE p_was ? k AND coalesce((p_is ->> k)::int < (p_was ->> k)::int, p_is ->> k IS DISTINCT FROM p_was ->> k)
    UNION ALL SELECT k FROM unnest('{cpo_mode,social_cpo_mode}'::text[]) k WHERE p_was ->> k = 'added' AND p_is ->> k = 'larger'
    -- Other than before.
    UNION ALL SELECT k FROM unnest('{attribution_rule,currency}'::text[]) k WHERE p_is ->> k <> p_was ->> k
    UNION ALL SELECT k FROM unnest('{active,store_active,takes_part}'::text[]) k WHERE p_was ->> k = 'true' AND p_is ->> k IS DISTINCT FROM 'true'
    UNION ALL SELECT 'is_blocked' WHERE p_was ->> 'is_blocked' = 'false' AND p_is ->> 'is_blocked' = 'true'
    UNION ALL SELECT 'valid_from' WHERE coalesce((p_is ->> 'valid_from')::timestamptz, '-infinity') > coalesce((p_was ->> 'valid_from')::timestamptz, '-infinity')
    UNION ALL SELECT 'valid_until' WHERE coalesce((p_is ->> 'valid_until')::timestamptz, 'infinity') < coalesce((p_was ->> 'valid_until')::timestamptz, 'infinity')
    -- A limit for each creator that becomes one for all.
    UNION ALL SELECT 'per_user_limit' WHERE p_was ->> 'per_user_limit' = 'true' AND p_is ->> 'per_user_limit' = 'false'
      AND (p_is ->> 'max_clicks' IS NOT NULL OR p_is ->> 'max_money_minor' IS NOT NULL)
    -- What is left of another budget is unknown.
    UNION ALL SELECT 'shared_budget' WHERE p_is ->> 'shared_budget' IS NOT NULL AND p_is ->> 'shared_budget' IS DISTINCT FROM p_was ->> 'shared_budget'
    UNION ALL SELECT 'commission_rules' WHERE p_is ? 'commission_rules' AND rules_are_worse(p_was, p_is)
    UNION ALL SELECT 'events.' || w.key FROM jsonb_each(p_was -> 'events') w
      WHERE coalesce((p_is -> 'events' -> w.key ->> 'cpl_minor')::bigint, -1) < (w.value ->> 'cpl_minor')::bigint
        OR w.value ->> 'pays_value' = 'true' AND p_is -> 'events' -> w.key ->> 'pays_value' = 'false'
        OR coalesce((p_is -> 'events' -> w.key ->> 'once_days')::int, 0) > coalesce((w.value ->> 'once_days')::int, 0)
        OR EXISTS (SELECT FROM unnest('{window_days,max_of_creator,max_of_month}'::text[]) k
          WHERE coalesce((p_is -> 'events' -> w.key ->> k)::bigint, 9223372036854775807) < coalesce((w.value ->> k)::bigint, 9223372036854775807))
    UNION ALL SELECT 'bonus' WHERE bonus_is_worse(p_was -> 'bonus', p_is -> 'bonus')
    UNION ALL SELECT 'rate_steps' WHERE rate_steps_are_worse(p_was -> 'rate_steps', p_is -> 'rate_steps')
    UNION ALL SELECT 'customers' WHERE programme_is_worse(p_was -> 'customers', p_is -> 'customers')
    UNION ALL SELECT 'audience' WHERE jsonb_typeof(p_is -> 'audience') = 'array'
      AND (jsonb_typeof(p_was -> 'audience') IS DISTINCT FROM 'array' AND p_was ->> 'people' = '0' OR NOT coalesce(p_is -> 'audience' @> (p_was -> 'audience'), true))
    -- Without any target, a campaign is for everybody.
    UNION ALL SELECT 'audience' WHERE jsonb_typeof(p_was -> 'audience') = 'array' AND jsonb_typeof(p_is -> 'audience') IS DISTINCT FROM 'array' AND p_is ->> 'people' <> '0'
    UNION ALL SELECT 'people' WHERE (p_is ->> 'people')::int < (p_was ->> 'people')::int AND NOT (p_is ->> 'people' = '0' AND jsonb_typeof(p_is -> 'audience') IS DISTINCT FROM 'array')
      OR p_was ->> 'people' = '0' AND p_is ->> 'people' <> '0' AND jsonb_typeof(p_was -> 'audience') IS DISTINCT FROM 'array'
    UNION ALL SELECT 'attached_links' WHERE (p_is ->> 'attached_links')::int < (p_was ->> 'attached_links')::int
    -- A campaign that now prices clicks before this one, or has become worse, and pays less than was promised. A participant without prices of the own has no
    -- record of campaigns that precede all.
    UNION ALL SELECT DISTINCT 'preceded_by' FROM unnest('{preceded_by,own_preceded_by}'::text[]) kind CROSS JOIN LATERAL jsonb_each(p_is -> kind) c
      CROSS JOIN LATERAL (SELECT coalesce(p_was -> kind -> c.key, p_was -> 'preceded_by' -> c.key) AS was) known
      WHERE (known.was IS NULL OR cardinality(worse_terms(known.was, c.value)) > 0)
        AND cardinality(worse_terms((SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(p_was) e WHERE c.value ? e.key), c.value)) > 0
    -- Pages whose clicks are paid. Without any rule that allows some, all are.
    UNION ALL SELECT 'domains' WHERE NOT coalesce(p_is -> 'domains' @> (p_was -> 'domains'), true)
    UNION ALL SELECT 'blocked_pages' WHERE NOT coalesce(p_was -> 'blocked_pages' @> (p_is -> 'blocked_pages'), true)
    UNION ALL SELECT 'allowed_pages' WHERE p_is -> 'allowed_pages' <> '[]' AND (p_was -> 'allowed_pages' = '[]' OR NOT p_is -> 'allowed_pages' @> (p_was -> 'allowed_pages'))
    UNION ALL SELECT 'vouchers' WHERE NOT coalesce(p_is -> 'vouchers' @> (p_was -> 'vouchers'), true)
  ) n
$$;
