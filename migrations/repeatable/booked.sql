-- The amounts that are booked in the ledger, by origin.
CREATE OR REPLACE VIEW booked AS
  SELECT origin_kind, origin_id, sum(quantity)::bigint AS quantity, sum(cost_minor)::bigint AS cost_minor, sum(user_minor)::bigint AS user_minor,
    sum(agency_minor)::bigint AS agency_minor
  FROM (
    SELECT origin_kind, origin_id, CASE WHEN cost_minor <> 0 THEN quantity ELSE 0 END AS quantity, cost_minor, user_minor, agency_minor
    FROM closing_bookings
    UNION ALL
    SELECT origin_kind, origin_id, CASE part WHEN 'cost' THEN quantity ELSE 0 END, CASE part WHEN 'cost' THEN -amount_minor ELSE 0 END,
      CASE part WHEN 'user' THEN amount_minor ELSE 0 END, CASE part WHEN 'client' THEN amount_minor ELSE 0 END
    FROM single_entries WHERE origin_kind IN ('clicks', 'commission', 'one_time')
  ) b GROUP BY origin_kind, origin_id;
