-- Refuses a click whose month has been purged. Such a click can arrive from an old copy of a journal. It would be counted twice if it had been recorded
-- before the purge.
CREATE OR REPLACE FUNCTION refuse_purged_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF click_time(NEW.id) < (SELECT kept_from FROM click_retention) THEN
    RAISE EXCEPTION 'clicks of that time are no longer kept' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER clicks_other_purged BEFORE INSERT ON clicks_other FOR EACH ROW EXECUTE FUNCTION refuse_purged_clicks();
