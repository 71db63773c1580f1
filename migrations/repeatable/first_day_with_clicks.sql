-- The first day of which totals can still be worked out from clicks (and `sealed_clicks`): wherever the platform's time zone is, the days
-- before it were over when the first click that is kept arrived.
CREATE OR REPLACE FUNCTION first_day_with_clicks() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (SELECT (kept_from AT TIME ZONE 'UTC')::date - 1 FROM click_retention)
$$;
