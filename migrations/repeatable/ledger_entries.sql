-- The ledger: all entries of all bookings. `single_entries` has those of VAT, payments, credit notes and prepayments, which are inserted one by one;
-- `closing_bookings` has a row for each booking of a closing, whose entries are the store's cost, the parts of the creator and the agency, and the rest of the
-- platform. first_id orders entries as id does, but for those of one booking, and has an index beside recorded_in. The condition on the amount is outside of the union, so that each table remains accessible by its indexes in a join.
CREATE OR REPLACE VIEW ledger_entries AS
  SELECT e.* FROM (
    SELECT s.id, s.booking, s.at, s.month, s.account, s.part, s.store_id, s.agency_id, s.user_id, s.currency, s.amount_minor, s.quantity, s.origin_kind,
      s.origin_id, s.invoice_line_id, s.recorded_in, s.id AS first_id
    FROM single_entries s
    UNION ALL
    SELECT b.booking, b.booking, b.at, b.month, 'store', 'cost'::text, b.store_id, b.agency_id, b.user_id, b.currency, -b.cost_minor, b.quantity, b.origin_kind,
      b.origin_id, b.cost_line_id, b.recorded_in, b.booking
    FROM closing_bookings b
    UNION ALL
    SELECT b.booking + 1, b.booking, b.at, b.month, b.user_account, 'user', b.store_id, b.agency_id, b.user_id, b.currency, b.user_minor, b.quantity,
      b.origin_kind, b.origin_id, b.user_line_id, b.recorded_in, b.booking
    FROM closing_bookings b
    UNION ALL
    SELECT b.booking + 2, b.booking, b.at, b.month, 'client', 'client', b.store_id, b.agency_id, b.user_id, b.currency, b.agency_minor, b.quantity,
      b.origin_kind, b.origin_id, b.client_line_id, b.recorded_in, b.booking
    FROM closing_bookings b
    UNION ALL
    SELECT b.booking + 3, b.booking, b.at, b.month, 'platform', 'platform', b.store_id, b.agency_id, b.user_id, b.currency,
      b.cost_minor - b.user_minor - b.agency_minor, 0::bigint, b.origin_kind, b.origin_id, NULL::bigint, b.recorded_in, b.booking
    FROM closing_bookings b
  ) e WHERE e.amount_minor <> 0;
