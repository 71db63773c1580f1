-- The standing of unpaid statements of creators and agencies: by statement, the amounts that are held (by reason), payable, and withdrawn since
-- (voided, denied or refunded; the next closing books them):
--   earned = on_hold + hold_period + store_unpaid + payable + withdrawn
-- It divides the amounts of payee_origins among the statements that contain the origin, the oldest first, so that the sums over all open statements of a
-- payee are those of payee_balances before payouts that settle no statement. Statements that are marked as paid are settled and not in it.
-- Amounts include VAT, divided as payee_balances divides it but rounded for each statement: the sums over the statements of a payee whose open amounts
-- are only partly payable can differ from payee_balances by one minor unit a statement.
-- p_users: creators whose work the statements state. p_invoices: the statements.
CREATE OR REPLACE FUNCTION statement_standings(p_today date, p_hold_days integer, p_users bigint[], p_invoices bigint[]) RETURNS TABLE (
  invoice_id bigint, earned bigint, on_hold bigint, hold_period bigint, store_unpaid bigint, payable bigint, withdrawn bigint
) LANGUAGE sql STABLE AS $$
  WITH origins AS (
    SELECT o.*, o.on_hold + o.hold_period + o.store_unpaid + o.free AS net FROM payee_origins(p_today, p_hold_days, p_users) o
  ), entries AS (
    SELECT i.id AS invoice_id, e.part, e.origin_kind, e.origin_id, sum(e.amount_minor)::bigint AS minor
    FROM ledger_entries e JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
    WHERE e.part IN ('user', 'client') AND e.user_id = ANY (p_users) AND i.paid_at IS NULL
    GROUP BY i.id, e.part, e.origin_kind, e.origin_id
  ), placed AS (
    SELECT e.invoice_id, e.minor, coalesce(o.net, 0) AS net, coalesce(o.free, 0) AS free, coalesce(o.on_hold, 0) AS on_hold,
      coalesce(o.hold_period, 0) AS hold_period,
      sum(e.minor) OVER origin AS upto, lead(e.invoice_id) OVER origin IS NULL AS is_last
    FROM entries e LEFT JOIN origins o USING (part, origin_kind, origin_id)
    WINDOW origin AS (PARTITION BY e.part, e.origin_kind, e.origin_id ORDER BY e.invoice_id)
  ), shares AS (
    SELECT p.*, greatest(0, least(p.upto, p.net)) - greatest(0, least(p.upto - p.minor, p.net)) AS kept,
      CASE WHEN p.net > 0 THEN greatest(0, least(p.upto, p.net, p.free)) - greatest(0, least(p.upto - p.minor, p.net, p.free))
        WHEN p.is_last THEN p.net ELSE 0 END AS payable
    FROM placed p
  ), nets AS (
    SELECT s.invoice_id, sum(s.minor)::bigint AS earned, sum(CASE WHEN s.on_hold > 0 THEN s.kept ELSE 0 END)::bigint AS on_hold,
      sum(CASE WHEN s.hold_period > 0 THEN s.kept ELSE 0 END)::bigint AS hold_period,
      sum(CASE WHEN s.net > 0 AND s.on_hold = 0 AND s.hold_period = 0 THEN s.kept - s.payable ELSE 0 END)::bigint AS store_unpaid,
      sum(s.payable)::bigint AS payable, sum(s.minor - CASE WHEN s.net > 0 THEN s.kept ELSE s.payable END)::bigint AS withdrawn
    FROM shares s WHERE s.invoice_id = ANY (p_invoices) GROUP BY s.invoice_id
  )
  SELECT n.invoice_id, n.earned + v.earned, n.on_hold + v.held - v.period, n.hold_period + v.period - v.unpaid, n.store_unpaid + v.unpaid - v.payable,
    n.payable + v.payable, n.withdrawn + v.earned - v.held
  FROM nets n JOIN invoices i ON i.id = n.invoice_id CROSS JOIN LATERAL (
    SELECT vat_of(n.earned, i.vat_rate_ppm) AS earned, vat_of(n.payable, i.vat_rate_ppm) AS payable,
      vat_of(n.payable + n.store_unpaid, i.vat_rate_ppm) AS unpaid, vat_of(n.payable + n.store_unpaid + n.hold_period, i.vat_rate_ppm) AS period,
      vat_of(n.payable + n.store_unpaid + n.hold_period + n.on_hold, i.vat_rate_ppm) AS held
  ) v
$$;
