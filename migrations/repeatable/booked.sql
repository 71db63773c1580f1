-- The amounts that are booked in the ledger, by origin.
CREATE OR REPLACE VIEW booked AS
  SELECT origin_kind, origin_id, coalesce(sum(quantity) FILTER (WHERE part = 'cost'), 0)::bigint AS quantity,
    coalesce(-sum(amount_minor) FILTER (WHERE part = 'cost'), 0)::bigint AS cost_minor,
    coalesce(sum(amount_minor) FILTER (WHERE part = 'user'), 0)::bigint AS user_minor,
    coalesce(sum(amount_minor) FILTER (WHERE part = 'client'), 0)::bigint AS agency_minor
  FROM ledger_entries WHERE origin_kind IN ('clicks', 'commission', 'one_time') GROUP BY origin_kind, origin_id;
