-- Returns a fingerprint of the link totals of each day in [p_from, p_until).
CREATE OR REPLACE FUNCTION fingerprints_of_days(p_from date, p_until date) RETURNS SETOF sealed_days LANGUAGE sql STABLE AS $$
  SELECT day, md5(string_agg(concat_ws(':', link_id, campaign_id, agency_id, user_id, store_id, clicks, social_clicks, uncounted, cost_minor,
    user_minor, agency_minor), ',' ORDER BY link_id, campaign_id, agency_id))
  FROM link_days WHERE day >= p_from AND day < p_until AND (clicks + uncounted > 0 OR cost_minor <> 0) GROUP BY day;
$$;
