-- Refuses every change of ledger entries.
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed; book a reversal' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
