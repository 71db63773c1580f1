-- The first day of the period (`month`, `quarter`, `ever`) in which a day is.
CREATE OR REPLACE FUNCTION step_period(p_period text, p_day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE p_period WHEN 'ever' THEN '-infinity'::date ELSE date_trunc(p_period, p_day::timestamp)::date END
$$;

-- The highest of rate_steps.steps whose threshold a number or a value of orders reaches, from 1; null: none.
CREATE OR REPLACE FUNCTION reached_step(p_steps jsonb, p_sum bigint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT max(n.place)::smallint FROM jsonb_array_elements(p_steps) WITH ORDINALITY AS n (step, place)
  WHERE p_sum >= coalesce(n.step ->> 'orders', n.step ->> 'value_minor')::bigint
$$;

-- Whether another step of a campaign that applies to whole periods is reached after a sum has changed.
CREATE OR REPLACE FUNCTION changes_step(p_before rate_step_sums, p_orders bigint, p_value_minor bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM rate_steps r WHERE r.campaign_id = p_before.campaign_id AND r.period = p_before.period AND r.applies = 'whole'
    AND reached_step(r.steps, CASE r.counts WHEN 'orders' THEN p_before.orders ELSE p_before.value_minor END)
      IS DISTINCT FROM reached_step(r.steps, CASE r.counts WHEN 'orders' THEN p_orders ELSE p_value_minor END))
$$;
