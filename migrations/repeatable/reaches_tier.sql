-- The last day of a month, named by its first day.
CREATE OR REPLACE FUNCTION last_day(p_month date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_month + interval '1 month - 1 day')::date
$$;

-- Whether this number of counted orders, with this value less refunds, reaches a tier of bonus_tiers.tiers.
CREATE OR REPLACE FUNCTION reaches_tier(p_rule jsonb, p_orders bigint, p_value_minor bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_orders >= coalesce((p_rule ->> 'orders')::bigint, 0) AND p_value_minor >= coalesce((p_rule ->> 'value_minor')::bigint, 0)
$$;

-- The sum of the bonuses of all tiers that a creator reaches with these orders of a month.
CREATE OR REPLACE FUNCTION reached_bonuses(p_tiers jsonb, p_orders bigint, p_value_minor bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum((n.rule ->> 'bonus_minor')::bigint), 0)::bigint FROM jsonb_array_elements(p_tiers) AS n (rule)
  WHERE reaches_tier(n.rule, p_orders, p_value_minor)
$$;
