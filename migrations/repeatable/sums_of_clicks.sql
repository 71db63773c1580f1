-- What clicks with ids in [p_from, p_until) add up to by link, day, campaign and client, as link_days has it.
CREATE OR REPLACE FUNCTION sums_of_clicks(p_from uuid, p_until uuid) RETURNS SETOF sealed_clicks LANGUAGE sql STABLE AS $$
  SELECT link_id, day, CASE WHEN class = 0 THEN coalesce(offer_id, 0) ELSE 0 END AS offer_id, coalesce(client_id, 0) AS client_id,
    count(*) FILTER (WHERE class = 0), count(*) FILTER (WHERE class = 0 AND source = 1), count(*) FILTER (WHERE class <> 0),
    sum(cost_minor)::bigint, sum(user_minor)::bigint, sum(client_minor)::bigint
  FROM clicks WHERE id >= p_from AND id < p_until GROUP BY 1, 2, 3, 4;
$$;
