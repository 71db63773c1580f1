-- Whether everything that the clicks of the days in [p_from, p_until) earned is booked, in closed months.
CREATE OR REPLACE FUNCTION clicks_are_booked(p_from date, p_until date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM owed o LEFT JOIN payment_periods p ON p.month = date_trunc('month', o.day)::date
    LEFT JOIN LATERAL (
      SELECT coalesce(-sum(e.amount_minor) FILTER (WHERE e.part = 'cost'), 0) AS cost_minor,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.part = 'user'), 0) AS user_minor,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.part = 'client'), 0) AS agency_minor
      FROM ledger_entries e WHERE e.origin_kind = o.origin_kind AND e.origin_id = o.origin_id AND e.part <> 'platform'
    ) b ON true
    WHERE o.origin_kind = 'clicks' AND o.day >= p_from AND o.day < p_until
      AND (p.closed_at IS NULL OR (o.cost_minor, o.user_minor, o.agency_minor) <> (b.cost_minor, b.user_minor, b.agency_minor)));
$$;
