-- Returns the first day whose totals can still be computed from clicks and `sealed_clicks`. Earlier days
-- had ended in every time zone before the first stored click arrived.
CREATE OR REPLACE FUNCTION first_day_with_clicks() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (SELECT (kept_from AT TIME ZONE 'UTC')::date - 1 FROM click_retention)
$$;
