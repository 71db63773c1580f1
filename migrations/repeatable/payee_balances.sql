-- The earnings of each creator and agency by payee and currency: what is held and why, what is payable, and what has been paid:
--   earned = paid + not_invoiced + hold_period + store_unpaid + on_hold + payable - overpaid
-- Payout runs pay `payable`, and nothing else. A payout is a ledger booking with part `payment` on the payee's account, whether it settles a statement
-- (invoices.paid_at) or a separate amount; both reduce `payable`. `overpaid`: more was paid than is still earned and covered; it is deducted from later
-- earnings. An amount that was paid before a hold was placed is deducted from the held amount first.
-- Amounts include the VAT that the payee's statements charge: the VAT of an amount is payable, held or withdrawn together with the amount.
-- `not_invoiced` has no VAT until it is on a statement. VAT is rounded for each statement: the whole amount of the open statements has exactly
-- their VAT, and a part of the amount has the rounded VAT of that part.
-- `pending` is what undecided orders would add, without VAT; it is not part of the other amounts. `pending_dated` is the part of it whose orders are approved
-- by themselves, by `pending_until` at the latest. `agreed` is what the next closings book for campaigns that are done. They are computed for one payee only,
-- and null otherwise.
-- p_users: see payee_origins. For one payee, pass p_account ('creator', 'client') and p_payee as well.
CREATE OR REPLACE FUNCTION payee_balances(p_today date, p_hold_days integer, p_users bigint[], p_account text, p_payee bigint) RETURNS TABLE (
  account text, payee_id bigint, currency char(3), earned bigint, not_invoiced bigint, hold_period bigint, store_unpaid bigint, on_hold bigint,
  payable bigint, overpaid bigint, paid bigint, pending bigint, pending_dated bigint, pending_until timestamptz, agreed bigint
) LANGUAGE sql STABLE AS $$
  WITH undecided AS (
    SELECT o.currency, sum(x.minor)::bigint AS minor, coalesce(sum(x.minor) FILTER (WHERE x.is_dated), 0)::bigint AS dated,
      max(o.decide_by) FILTER (WHERE x.is_dated) AS until
    FROM orders o JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = o.user_id
    CROSS JOIN LATERAL (
      SELECT CASE p_account WHEN 'client' THEN o.agency_minor ELSE o.user_minor END AS minor, order_decides_itself(o, s, u) AS is_dated
    ) x
    WHERE p_payee IS NOT NULL AND o.user_id = ANY (p_users) AND (p_account <> 'client' OR o.agency_id = p_payee)
      AND o.status = 'pending' AND o.counts AND x.minor > 0
    GROUP BY o.currency
  ), agreed AS (
    SELECT s.currency, sum(promised_sum(p.status, p.payment_amount_minor, c, t.user_minor))::bigint AS minor
    FROM participants p JOIN campaigns c ON c.id = p.campaign_id JOIN stores s ON s.id = c.store_id JOIN users u ON u.id = p.user_id
    LEFT JOIN one_time_payments t ON t.participant_id = p.id
    WHERE p_payee IS NOT NULL AND p.user_id = ANY (p_users) AND p.status = 'done' AND NOT belongs_to_store(s.id, u.id)
      AND CASE WHEN u.agency_id IS NOT NULL AND payment_system_of(u.id, u.agency_id, p_today) = 2 THEN p_account = 'client' AND u.agency_id = p_payee
        ELSE p_account = 'creator' END
    GROUP BY s.currency
  ), by_rate AS (
    SELECT account, payee_id, currency, vat_rate_ppm, coalesce(o.not_invoiced, 0) AS not_invoiced, coalesce(o.on_hold, 0) AS on_hold,
      coalesce(o.hold_period, 0) AS hold_period, coalesce(o.store_unpaid, 0) AS store_unpaid, coalesce(o.free, 0) AS free,
      coalesce(i.net, 0) AS net, coalesce(i.vat, 0) AS vat
    FROM (
      SELECT p.account, p.payee_id, p.currency, p.vat_rate_ppm, sum(p.not_invoiced)::bigint AS not_invoiced, sum(p.on_hold)::bigint AS on_hold,
        sum(p.hold_period)::bigint AS hold_period, sum(p.store_unpaid)::bigint AS store_unpaid, sum(p.free)::bigint AS free
      FROM payee_origins(p_today, p_hold_days, p_users) p GROUP BY p.account, p.payee_id, p.currency, p.vat_rate_ppm
    ) o FULL JOIN (
      SELECT i.kind AS account, coalesce(i.agency_id, i.user_id) AS payee_id, i.currency, i.vat_rate_ppm, sum(i.net_minor)::bigint AS net,
        sum(i.vat_minor)::bigint AS vat
      FROM invoices i WHERE i.kind IN ('creator', 'client') AND i.paid_at IS NULL AND i.vat_rate_ppm > 0
      GROUP BY i.kind, coalesce(i.agency_id, i.user_id), i.currency, i.vat_rate_ppm
    ) i USING (account, payee_id, currency, vat_rate_ppm)
    WHERE (p_account IS NULL OR account = p_account) AND (p_payee IS NULL OR payee_id = p_payee)
  ), taxed AS (
    SELECT r.account, r.payee_id, r.currency, x.step, x.vat_minor
      - lag(x.vat_minor, 1, 0::bigint) OVER (PARTITION BY r.account, r.payee_id, r.currency, r.vat_rate_ppm ORDER BY x.step) AS vat_minor
    FROM by_rate r CROSS JOIN LATERAL (
      SELECT s.step, s.upto, vat_of(s.upto, r.vat_rate_ppm) + CASE WHEN s.upto = r.net THEN r.vat - vat_of(r.net, r.vat_rate_ppm) ELSE 0 END AS vat_minor
      FROM (VALUES (1, r.free), (2, r.free + r.store_unpaid), (3, r.free + r.store_unpaid + r.hold_period),
        (4, r.free + r.store_unpaid + r.hold_period + r.on_hold)) AS s (step, upto)
    ) x WHERE r.vat_rate_ppm > 0
  ), sums AS (
    SELECT s.account, s.payee_id, s.currency, sum(s.not_invoiced)::bigint AS not_invoiced, sum(s.on_hold)::bigint AS on_hold,
      sum(s.hold_period)::bigint AS hold_period, sum(s.store_unpaid)::bigint AS store_unpaid, sum(s.free)::bigint AS free,
      sum(s.paid)::bigint AS paid, sum(s.settled)::bigint AS settled
    FROM (
      SELECT o.account, o.payee_id, o.currency, o.not_invoiced, o.on_hold, o.hold_period, o.store_unpaid, o.free, 0 AS paid, 0 AS settled
      FROM by_rate o
      UNION ALL
      SELECT t.account, t.payee_id, t.currency, 0, CASE t.step WHEN 4 THEN t.vat_minor ELSE 0 END, CASE t.step WHEN 3 THEN t.vat_minor ELSE 0 END,
        CASE t.step WHEN 2 THEN t.vat_minor ELSE 0 END, CASE t.step WHEN 1 THEN t.vat_minor ELSE 0 END, 0, 0
      FROM taxed t
      UNION ALL
      SELECT e.account, CASE e.account WHEN 'client' THEN e.agency_id ELSE e.user_id END, e.currency, 0, 0, 0, 0, 0, -e.amount_minor, 0
      FROM ledger_entries e WHERE e.part = 'payment' AND e.account IN ('creator', 'client')
      UNION ALL
      SELECT i.kind, coalesce(i.agency_id, i.user_id), i.currency, 0, 0, 0, 0, 0, 0, i.total_minor
      FROM invoices i WHERE i.kind IN ('creator', 'client') AND i.paid_at IS NOT NULL
      UNION ALL
      SELECT p_account, p_payee, d.currency, 0, 0, 0, 0, 0, 0, 0 FROM undecided d
      UNION ALL
      SELECT p_account, p_payee, g.currency, 0, 0, 0, 0, 0, 0, 0 FROM agreed g WHERE g.minor > 0
    ) s
    WHERE (p_account IS NULL OR s.account = p_account) AND (p_payee IS NULL OR s.payee_id = p_payee)
    GROUP BY s.account, s.payee_id, s.currency
  ), rest AS (
    SELECT s.*, s.free - (s.paid - s.settled) AS rest, greatest(s.paid - s.settled - s.free, 0) AS short FROM sums s
  ), taken AS (
    SELECT r.*, least(r.short, r.on_hold) AS of_hold,
      least(greatest(r.short - r.on_hold, 0), r.store_unpaid) AS of_unpaid,
      least(greatest(r.short - r.on_hold - r.store_unpaid, 0), r.hold_period) AS of_period
    FROM rest r
  )
  SELECT t.account, t.payee_id, t.currency, t.settled + t.free + t.not_invoiced + t.hold_period + t.store_unpaid + t.on_hold, t.not_invoiced,
    t.hold_period - t.of_period, t.store_unpaid - t.of_unpaid, t.on_hold - t.of_hold, greatest(t.rest, 0),
    t.short - t.of_hold - t.of_unpaid - t.of_period, t.paid,
    CASE WHEN p_payee IS NOT NULL THEN coalesce(d.minor, 0) END, CASE WHEN p_payee IS NOT NULL THEN coalesce(d.dated, 0) END, d.until,
    CASE WHEN p_payee IS NOT NULL THEN coalesce(g.minor, 0) END
  FROM taken t LEFT JOIN undecided d ON d.currency = t.currency LEFT JOIN agreed g ON g.currency = t.currency
$$;
