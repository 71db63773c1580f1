-- Returns the statements that add rows of link_days to the totals of closed days. p_source is a query of rows with a `sign`, 1 or -1; days in p_days go to
-- the creators' totals, by store and by currency, and those in p_weeks to the weekly totals. Rows are processed in key order to avoid deadlocks.
CREATE OR REPLACE FUNCTION roll_up_statements(p_source text, p_days daterange, p_weeks daterange) RETURNS SETOF text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN NEXT format($sql$
    INSERT INTO creator_days AS t (store_id, day, user_id, clicks, tag_clicks, uncounted, cost_minor, user_minor, agency_minor, orders,
      order_minor, order_cost_minor, order_user_minor, order_agency_minor)
    SELECT d.store_id, d.day, d.user_id, sum(sign * d.clicks), coalesce(sum(sign * d.clicks) FILTER (WHERE l.kind = 'tag'), 0),
      sum(sign * d.uncounted), sum(sign * d.cost_minor), sum(sign * d.user_minor), sum(sign * d.agency_minor), sum(sign * d.orders),
      sum(sign * d.order_minor), sum(sign * d.order_cost_minor), sum(sign * d.order_user_minor), sum(sign * d.order_agency_minor)
    FROM (%s) d LEFT JOIN links l ON l.id = d.link_id
    WHERE d.day >= %L AND d.day < %L GROUP BY d.store_id, d.day, d.user_id ORDER BY d.store_id, d.day, d.user_id
    ON CONFLICT (store_id, day, user_id) DO UPDATE SET clicks = t.clicks + excluded.clicks, tag_clicks = t.tag_clicks + excluded.tag_clicks,
      uncounted = t.uncounted + excluded.uncounted, cost_minor = t.cost_minor + excluded.cost_minor,
      user_minor = t.user_minor + excluded.user_minor, agency_minor = t.agency_minor + excluded.agency_minor,
      orders = t.orders + excluded.orders, order_minor = t.order_minor + excluded.order_minor,
      order_cost_minor = t.order_cost_minor + excluded.order_cost_minor, order_user_minor = t.order_user_minor + excluded.order_user_minor,
      order_agency_minor = t.order_agency_minor + excluded.order_agency_minor $sql$, p_source, lower(p_days), upper(p_days));
  RETURN NEXT format($sql$
    INSERT INTO link_weeks AS t (link_id, week, store_id, user_id, clicks, uncounted, cost_minor, orders, order_minor, order_cost_minor)
    SELECT d.link_id, date_trunc('week', d.day)::date AS week, min(d.store_id), min(d.user_id), sum(sign * d.clicks),
      sum(sign * d.uncounted), sum(sign * d.cost_minor), sum(sign * d.orders), sum(sign * d.order_minor), sum(sign * d.order_cost_minor)
    FROM (%s) d WHERE d.day >= %L AND d.day < %L GROUP BY d.link_id, date_trunc('week', d.day)::date ORDER BY d.link_id, week
    ON CONFLICT (link_id, week) DO UPDATE SET clicks = t.clicks + excluded.clicks, uncounted = t.uncounted + excluded.uncounted,
      cost_minor = t.cost_minor + excluded.cost_minor, orders = t.orders + excluded.orders,
      order_minor = t.order_minor + excluded.order_minor, order_cost_minor = t.order_cost_minor + excluded.order_cost_minor $sql$, p_source, lower(p_weeks), upper(p_weeks));
  RETURN NEXT format($sql$
    INSERT INTO creator_currency_days AS t (user_id, day, currency, clicks, orders, user_minor, order_user_minor)
    SELECT d.user_id, d.day, s.currency, sum(sign * d.clicks), sum(sign * d.orders), sum(sign * d.user_minor), sum(sign * d.order_user_minor)
    FROM (%s) d JOIN stores s ON s.id = d.store_id
    WHERE d.day >= %L AND d.day < %L GROUP BY d.user_id, d.day, s.currency ORDER BY d.user_id, d.day, s.currency
    ON CONFLICT (user_id, day, currency) DO UPDATE SET clicks = t.clicks + excluded.clicks, orders = t.orders + excluded.orders,
      user_minor = t.user_minor + excluded.user_minor, order_user_minor = t.order_user_minor + excluded.order_user_minor
    $sql$, p_source, lower(p_days), upper(p_days));
END $$;
