-- Refuses a booking whose entries do not add up to zero, or that is added by more than one statement or in more than one currency. The statement is planned
-- at each call, because a payment adds two entries, and the VAT of a closing thousands. Bookings of closings balance by their form.
CREATE OR REPLACE FUNCTION bookings_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_booking bigint;
BEGIN
  EXECUTE 'SELECT booking FROM added GROUP BY booking HAVING sum(amount_minor) <> 0 OR min(currency) <> max(currency) LIMIT 1' INTO v_booking;
  IF v_booking IS NOT NULL THEN
    RAISE EXCEPTION 'booking % does not balance', v_booking USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER single_entries_balance AFTER INSERT ON single_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION bookings_balance();
