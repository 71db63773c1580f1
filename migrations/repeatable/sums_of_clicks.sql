-- Returns the sums of the clicks with ids in [p_from, p_until) by link, day, campaign and agency, as in link_days.
CREATE OR REPLACE FUNCTION sums_of_clicks(p_from uuid, p_until uuid) RETURNS SETOF sealed_clicks LANGUAGE sql STABLE AS $$
  SELECT link_id, day, CASE WHEN class = 0 THEN coalesce(campaign_id, 0) ELSE 0 END AS campaign_id, coalesce(agency_id, 0) AS agency_id,
    count(*) FILTER (WHERE class = 0), count(*) FILTER (WHERE class = 0 AND source = 1), count(*) FILTER (WHERE class <> 0),
    sum(cost_minor)::bigint, sum(user_minor)::bigint, sum(agency_minor)::bigint
  FROM clicks WHERE id >= p_from AND id < p_until GROUP BY 1, 2, 3, 4;
$$;
