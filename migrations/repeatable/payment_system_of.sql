-- Returns who pays a creator from a day on: 0 the platform by bank transfer, 1 the platform's payment provider, 2 the creator's agency.
CREATE OR REPLACE FUNCTION payment_system_of(p_user bigint, p_agency bigint, p_day date) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT system FROM payment_system_configs WHERE user_id = p_user AND from_date <= p_day ORDER BY from_date DESC LIMIT 1),
    (SELECT system FROM payment_system_configs WHERE agency_id = p_agency AND from_date <= p_day ORDER BY from_date DESC LIMIT 1),
    (SELECT CASE WHEN own_payment_system THEN 2 END FROM agencies WHERE id = p_agency),
    0);
$$;
