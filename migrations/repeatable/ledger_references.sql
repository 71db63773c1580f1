-- The references of ledger entries to periods, stores, agencies, creators and lines of invoices, checked for all rows of a statement at once. Foreign keys
-- check each row separately and lock the referenced rows: a closing inserts a million bookings. Both functions plan their statement at each call,
-- because a payment inserts two entries.

-- Refuses entries that refer to nothing. Arguments: the columns with lines of invoices.
CREATE OR REPLACE FUNCTION ledger_references() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_missing text;
BEGIN
  EXECUTE format('WITH referred AS MATERIALIZED (SELECT DISTINCT month, store_id, agency_id, user_id, %1$s FROM added)
    SELECT x.what FROM (
      SELECT ''month '' || r.month AS what FROM referred r WHERE NOT EXISTS (SELECT FROM payment_periods p WHERE p.month = r.month)
      UNION ALL
      SELECT ''store '' || r.store_id FROM referred r WHERE r.store_id IS NOT NULL AND NOT EXISTS (SELECT FROM stores s WHERE s.id = r.store_id)
      UNION ALL
      SELECT ''agency '' || r.agency_id FROM referred r WHERE r.agency_id IS NOT NULL AND NOT EXISTS (SELECT FROM agencies a WHERE a.id = r.agency_id)
      UNION ALL
      SELECT ''user '' || r.user_id FROM referred r WHERE r.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = r.user_id)
      UNION ALL
      SELECT ''invoice line '' || r.id FROM (SELECT DISTINCT unnest(ARRAY[%1$s]) AS id FROM referred) r
        WHERE r.id IS NOT NULL AND NOT EXISTS (SELECT FROM invoice_lines l WHERE l.id = r.id)
    ) x LIMIT 1', array_to_string(TG_ARGV, ', ')) INTO v_missing;
  IF v_missing IS NOT NULL THEN
    RAISE EXCEPTION 'a ledger entry refers to %, which does not exist', v_missing USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER single_entries_references AFTER INSERT ON single_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_references('invoice_line_id');

CREATE OR REPLACE TRIGGER closing_bookings_references AFTER INSERT ON closing_bookings REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_references('cost_line_id', 'user_line_id', 'client_line_id');

-- Refuses to delete a row to which entries refer. Arguments: its key, and the column of the entries.
CREATE OR REPLACE FUNCTION ledger_is_referred() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_is_referred boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM removed r JOIN ledger_entries e ON e.%I = r.%I)', TG_ARGV[1], TG_ARGV[0]) INTO v_is_referred;
  IF v_is_referred THEN
    RAISE EXCEPTION 'ledger entries refer to this row of %', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_periods_ledger AFTER DELETE ON payment_periods REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('month', 'month');

CREATE OR REPLACE TRIGGER stores_ledger AFTER DELETE ON stores REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'store_id');

CREATE OR REPLACE TRIGGER agencies_ledger AFTER DELETE ON agencies REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'agency_id');

CREATE OR REPLACE TRIGGER users_ledger AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'user_id');

CREATE OR REPLACE TRIGGER invoice_lines_ledger AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'invoice_line_id');
