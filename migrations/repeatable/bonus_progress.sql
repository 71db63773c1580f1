-- Whether an order counts towards the tiers of its creator: it is attributed and approved, and not fully refunded.
CREATE OR REPLACE FUNCTION counts_for_bonus(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT o.event_kind_id IS NULL AND o.link_id IS NOT NULL AND o.status = 'approved' AND o.refunded_minor < o.value_minor
$$;

-- The progress of a creator towards the tiers of a campaign in a month, named by its first day: the number and the remaining
-- value of the orders that count, and of the orders that the store has not decided.
CREATE OR REPLACE FUNCTION bonus_progress(p_campaign bigint, p_user bigint, p_month date, OUT orders bigint, OUT value_minor bigint, OUT pending_orders bigint,
  OUT pending_minor bigint) LANGUAGE sql STABLE AS $$
  SELECT count(*) FILTER (WHERE counts_for_bonus(o)), coalesce(sum(o.value_minor - o.refunded_minor) FILTER (WHERE counts_for_bonus(o)), 0)::bigint,
    count(*) FILTER (WHERE o.status = 'pending'), coalesce(sum(o.value_minor - o.refunded_minor) FILTER (WHERE o.status = 'pending'), 0)::bigint
  FROM orders o WHERE o.user_id = p_user AND o.campaign_id = p_campaign AND o.counts AND o.event_kind_id IS NULL
    AND o.day BETWEEN p_month AND last_day(p_month)
$$;
