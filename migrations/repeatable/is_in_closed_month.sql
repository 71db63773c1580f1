-- Whether a day is in a closed month, or before one.
CREATE OR REPLACE FUNCTION is_in_closed_month(p_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payment_periods WHERE closed_at IS NOT NULL AND month >= date_trunc('month', p_day))
$$;
