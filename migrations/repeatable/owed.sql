-- The amounts that stores owe and that payees are owed at this moment, by origin: clicks by link, day, campaign and agency; approved orders; one-time payments.
-- cost = user + agency + platform. A voided origin keeps its row with zero amounts, so that the difference is booked.
-- Clicks have one query for the days that count and one for voided days, and all queries have the same types: PostgreSQL then reads them as one set, with several
-- processes if it is large.
-- held_from: the first day of the hold period: the day of the event or of its report, whichever is later; null: no hold period.
CREATE OR REPLACE VIEW owed AS
  SELECT 'clicks'::text AS origin_kind, concat_ws(':', d.link_id, d.day, d.campaign_id, d.agency_id) AS origin_id, d.day, d.store_id, d.user_id,
    nullif(d.agency_id, 0) AS agency_id, nullif(d.campaign_id, 0) AS campaign_id, s.currency, d.clicks AS quantity, d.cost_minor, d.user_minor,
    d.agency_minor, d.day AS held_from
  FROM link_days d JOIN stores s ON s.id = d.store_id WHERE d.clicks > 0
  UNION ALL
  SELECT 'clicks'::text, concat_ws(':', d.link_id, d.day, d.campaign_id, d.agency_id), d.day, d.store_id, d.user_id,
    nullif(d.agency_id, 0), nullif(d.campaign_id, 0), s.currency, d.clicks, d.cost_minor, d.user_minor,
    d.agency_minor, d.day
  FROM link_days d JOIN stores s ON s.id = d.store_id WHERE d.clicks <= 0
    AND EXISTS (SELECT FROM void_items v WHERE v.link_id = d.link_id AND v.day = d.day AND coalesce(v.campaign_id, 0) = d.campaign_id
      AND coalesce(v.agency_id, 0) = d.agency_id)
  UNION ALL
  SELECT 'commission'::text, o.id::text, o.day, o.store_id, o.user_id, o.agency_id, o.campaign_id, o.currency, (o.status = 'approved' AND o.counts)::int::bigint,
    CASE o.status WHEN 'approved' THEN o.cost_minor ELSE 0 END, CASE o.status WHEN 'approved' THEN o.user_minor ELSE 0 END,
    CASE o.status WHEN 'approved' THEN o.agency_minor ELSE 0 END, greatest(o.day, (o.created_at AT TIME ZONE 'UTC')::date)
  FROM orders o WHERE o.link_id IS NOT NULL AND o.status <> 'pending'
  UNION ALL
  SELECT 'one_time'::text, t.id::text, t.payment_date, t.store_id, t.user_id, t.agency_id, coalesce(p.campaign_id, t.bonus_campaign_id), t.currency, (t.void_id IS NULL)::int::bigint,
    CASE WHEN t.void_id IS NULL THEN t.user_minor ELSE 0 END, CASE WHEN t.void_id IS NULL THEN t.user_minor ELSE 0 END, 0::bigint, NULL::date
  FROM one_time_payments t LEFT JOIN participants p ON p.id = t.participant_id;
