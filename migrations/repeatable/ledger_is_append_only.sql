-- Refuses every change of ledger entries.
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed; book a reversal' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER single_entries_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON single_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE TRIGGER closing_bookings_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON closing_bookings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
