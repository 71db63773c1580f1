-- The lower limits of the bands of a figure, in the order of the bands from 1. Shares are millionths. Also in src/modules/media/finding/bands.ts;
-- its test compares them.
CREATE OR REPLACE FUNCTION band_limits(p_figure text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE p_figure
    WHEN 'clicks' THEN ARRAY[1, 100, 1000, 10000, 100000]
    WHEN 'orders' THEN ARRAY[1, 10, 100, 1000, 10000]
    WHEN 'conversion' THEN ARRAY[0, 5000, 10000, 20000, 50000]
    WHEN 'approval' THEN ARRAY[0, 500000, 700000, 850000, 950000]
  END::bigint[]
$$;

-- Whether a sum over stores may be shown: no store can be recognised in it. At least three stores have a part of it, and none has more than four fifths.
CREATE OR REPLACE FUNCTION hides_each_store(p_stores bigint, p_largest bigint, p_sum numeric) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_stores >= 3 AND 5 * p_largest <= 4 * p_sum
$$;

-- The bands of these creators over all stores. 0: not shown. The consent of the creator is decided by the caller.
CREATE OR REPLACE FUNCTION creator_bands(p_users bigint[])
RETURNS TABLE (user_id bigint, click_band smallint, order_band smallint, conversion_band smallint, approval_band smallint) LANGUAGE sql STABLE AS $$
  WITH sums AS (
    SELECT r.user_id, sum(r.clicks) AS clicks, sum(r.orders) AS orders, sum(r.approved) AS approved, sum(r.approved + r.denied) AS decided,
      hides_each_store(count(*) FILTER (WHERE r.clicks > 0), max(r.clicks), sum(r.clicks)) AS shows_clicks,
      hides_each_store(count(*) FILTER (WHERE r.orders > 0), max(r.orders), sum(r.orders)) AS shows_orders,
      hides_each_store(count(*) FILTER (WHERE r.approved + r.denied > 0), max(r.approved + r.denied), sum(r.approved + r.denied)) AS shows_decided
    FROM creator_results r WHERE r.user_id = ANY (p_users) GROUP BY r.user_id
  )
  SELECT user_id,
    CASE WHEN shows_clicks THEN width_bucket(clicks::bigint, band_limits('clicks')) ELSE 0 END::smallint,
    CASE WHEN shows_orders THEN width_bucket(orders::bigint, band_limits('orders')) ELSE 0 END::smallint,
    CASE WHEN shows_clicks AND shows_orders THEN width_bucket((orders * 1000000 / clicks)::bigint, band_limits('conversion')) ELSE 0 END::smallint,
    CASE WHEN shows_decided THEN width_bucket((approved * 1000000 / decided)::bigint, band_limits('approval')) ELSE 0 END::smallint
  FROM sums
$$;
