-- The earnings of each creator and agency by origin, and the reason why they are not payable. Derived from `owed`, the ledger, the invoices and the holds;
-- nothing is stored. Amounts on statements that are marked as paid are settled and excluded.
--   not_invoiced  owed, and not booked by a closing yet
--   on_hold       the store, the creator or the paid agency is on hold
--   hold_period   on p_today (a day of the statistics) the event is younger than p_hold_days
--   store_unpaid  the store's invoice with this origin is neither paid nor released
--   free          the remainder: payable. Negative when more was settled than is owed now.
-- Amounts that were voided, denied or refunded since the last closing are deducted immediately. Earnings above the store's cost (the platform would pay the
-- difference) become payable only by a release, and so do those of an invoice that was credited by more than the platform kept. For each origin, `free` is at most what settled invoices cover after all corrections.
-- Amounts are without VAT. vat_rate_ppm: the rate (millionths) of the statements that carry the origin, which all have the same; 0 before the first.
-- p_users: the creators to read; null: all creators, which reads all totals and the whole ledger, as a closing does.
CREATE OR REPLACE FUNCTION payee_origins(p_today date, p_hold_days integer, p_users bigint[]) RETURNS TABLE (
  account text, payee_id bigint, currency char(3), part text, origin_kind text, origin_id text, store_id bigint, user_id bigint,
  not_invoiced bigint, on_hold bigint, hold_period bigint, store_unpaid bigint, free bigint, vat_rate_ppm integer
) LANGUAGE sql STABLE AS $$
  WITH mine AS (
    -- cost_line_id: the line of the store's invoice that covers the amount; platform_minor: what the platform keeps of the booking.
    SELECT x.part, x.account, b.origin_kind, b.origin_id, b.store_id, b.user_id, b.agency_id, b.currency, x.amount_minor, x.line_id, b.cost_line_id,
      b.cost_minor - b.user_minor - b.agency_minor AS platform_minor
    FROM closing_bookings b CROSS JOIN LATERAL (VALUES ('user', b.user_account, b.user_minor, b.user_line_id),
      ('client', 'client', b.agency_minor, b.client_line_id)) AS x (part, account, amount_minor, line_id)
    WHERE x.amount_minor <> 0 AND (p_users IS NULL OR b.user_id = ANY (p_users))
    UNION ALL
    SELECT e.part, e.account, e.origin_kind, e.origin_id, e.store_id, e.user_id, e.agency_id, e.currency, e.amount_minor, e.invoice_line_id, c.line_id,
      c.platform_minor
    FROM single_entries e CROSS JOIN LATERAL (
      SELECT max(x.invoice_line_id) FILTER (WHERE x.part = 'cost') AS line_id,
        coalesce(sum(x.amount_minor) FILTER (WHERE x.part = 'platform'), 0)::bigint AS platform_minor
      FROM single_entries x WHERE x.booking = e.booking
    ) c WHERE e.part IN ('user', 'client') AND (p_users IS NULL OR e.user_id = ANY (p_users))
  ), stated AS (
    -- is_covered: the store's invoice covers the amount, because it is released or paid; what is taken back needs only the payment.
    SELECT m.*, own.vat_rate_ppm, own.paid_at IS NULL AS is_open,
      i.released_at IS NOT NULL OR i.paid_at IS NOT NULL AND (m.amount_minor < 0 OR m.platform_minor >= 0 AND NOT i.needs_release) AS is_covered
    FROM mine m JOIN invoice_lines l ON l.id = m.line_id JOIN invoices own ON own.id = l.invoice_id
    LEFT JOIN invoice_lines sl ON sl.id = m.cost_line_id LEFT JOIN invoices i ON i.id = sl.invoice_id
  ), booked AS (
    SELECT m.part, m.origin_kind, m.origin_id, min(m.account) AS account, min(m.store_id) AS store_id, min(m.user_id) AS user_id,
      min(m.agency_id) AS agency_id, min(m.currency) AS currency, min(m.vat_rate_ppm) AS vat_rate_ppm, sum(m.amount_minor) AS minor,
      coalesce(sum(m.amount_minor) FILTER (WHERE m.is_open), 0) AS open_minor,
      coalesce(sum(m.amount_minor) FILTER (WHERE m.is_open AND m.is_covered), 0) AS covered_minor
    FROM stated m GROUP BY m.part, m.origin_kind, m.origin_id
  ), parts AS (
    SELECT x.part, o.origin_kind, o.origin_id, o.store_id, o.user_id, o.agency_id, o.currency, o.held_from, x.minor
    FROM owed o CROSS JOIN LATERAL (VALUES ('user', o.user_minor), ('client', o.agency_minor)) AS x (part, minor)
    WHERE (p_users IS NULL OR o.user_id = ANY (p_users)) AND (x.part = 'user' OR o.agency_id IS NOT NULL)
  ), origins AS (
    SELECT CASE WHEN b.account IS NOT NULL THEN b.account WHEN o.part = 'client' THEN 'client'
        WHEN o.agency_id IS NOT NULL AND payment_system_of(o.user_id, o.agency_id, p_today) = 2 THEN 'client' ELSE 'creator' END AS account,
      part, origin_kind, origin_id, coalesce(b.store_id, o.store_id) AS store_id, coalesce(b.user_id, o.user_id) AS user_id,
      coalesce(b.agency_id, o.agency_id) AS agency_id, coalesce(b.currency, o.currency) AS currency,
      greatest(coalesce(o.minor, 0) - coalesce(b.minor, 0), 0)::bigint AS not_invoiced,
      (coalesce(b.open_minor, 0) + least(coalesce(o.minor, 0) - coalesce(b.minor, 0), 0))::bigint AS net,
      greatest(coalesce(b.covered_minor, 0), 0)::bigint AS covered, o.held_from, coalesce(b.vat_rate_ppm, 0) AS vat_rate_ppm
    FROM parts o FULL JOIN booked b USING (part, origin_kind, origin_id)
  ), judged AS (
    SELECT o.*, o.store_id IN (SELECT h.store_id FROM payout_holds h WHERE h.released_at IS NULL AND h.store_id IS NOT NULL)
        OR o.user_id IN (SELECT h.user_id FROM payout_holds h WHERE h.released_at IS NULL AND h.user_id IS NOT NULL)
        OR o.account = 'client' AND o.agency_id IN (SELECT h.agency_id FROM payout_holds h WHERE h.released_at IS NULL AND h.agency_id IS NOT NULL)
        AS is_held,
      coalesce(o.held_from + p_hold_days > p_today, false) AS is_young
    FROM origins o WHERE o.not_invoiced <> 0 OR o.net <> 0
  )
  SELECT j.account, CASE j.account WHEN 'client' THEN j.agency_id ELSE j.user_id END, j.currency, j.part, j.origin_kind, j.origin_id, j.store_id,
    j.user_id, j.not_invoiced, CASE WHEN j.net > 0 AND j.is_held THEN j.net ELSE 0 END,
    CASE WHEN j.net > 0 AND NOT j.is_held AND j.is_young THEN j.net ELSE 0 END,
    CASE WHEN j.net > 0 AND NOT j.is_held AND NOT j.is_young THEN j.net - least(j.covered, j.net) ELSE 0 END,
    CASE WHEN j.net <= 0 THEN j.net WHEN j.is_held OR j.is_young THEN 0 ELSE least(j.covered, j.net) END, j.vat_rate_ppm
  FROM judged j
$$;
