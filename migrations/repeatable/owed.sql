-- What stores owe and others are owed, by what it came of, as it is now: clicks by link, day, campaign and client; orders that are approved;
-- one-time payments. cost = user + client + platform.
CREATE OR REPLACE VIEW owed AS
  SELECT 'clicks' AS origin_kind, concat_ws(':', d.link_id, d.day, d.offer_id, d.client_id) AS origin_id, d.day, d.store_id, d.user_id,
    nullif(d.client_id, 0) AS client_id, nullif(d.offer_id, 0) AS offer_id, s.currency, d.clicks AS quantity, d.cost_minor, d.user_minor,
    d.client_minor
  FROM link_days d JOIN stores s ON s.id = d.store_id WHERE d.clicks > 0
  UNION ALL
  SELECT 'commission', o.id::text, o.day, o.store_id, o.user_id, o.client_id, o.offer_id, o.currency, (o.status = 'approved' AND o.counts)::int,
    CASE o.status WHEN 'approved' THEN o.cost_minor ELSE 0 END, CASE o.status WHEN 'approved' THEN o.user_minor ELSE 0 END,
    CASE o.status WHEN 'approved' THEN o.client_minor ELSE 0 END
  FROM orders o WHERE o.link_id IS NOT NULL AND o.status <> 'pending'
  UNION ALL
  SELECT 'one_time', t.id::text, t.payment_date, t.store_id, t.user_id, t.client_id, p.offer_id, t.currency, 1, t.user_minor, t.user_minor, 0
  FROM one_time_payments t LEFT JOIN participants p ON p.id = t.participant_id;
