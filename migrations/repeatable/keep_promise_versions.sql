-- Versions of promises and records of terms are never changed.
CREATE OR REPLACE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER terms_promises_keep BEFORE UPDATE OR DELETE ON terms_promises FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE OR REPLACE TRIGGER recorded_terms_keep BEFORE UPDATE OR DELETE ON recorded_terms FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

-- A promise becomes weaker only by its own rule: the day does not come earlier, and a shorter notice begins when the longer one has passed. It waits for changes of
-- terms that are being written, and they wait for it (keep_promised_terms).
CREATE OR REPLACE FUNCTION keep_promise_versions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_promise record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('terms_promises', NEW.store_id));
  SELECT * INTO v_promise FROM promise_at(NEW.campaign_id, NEW.created_at);
  IF NEW.version IS DISTINCT FROM (SELECT coalesce(max(t.version), 0) + 1 FROM terms_promises t WHERE t.campaign_id = NEW.campaign_id)
    OR NEW.store_id IS DISTINCT FROM (SELECT c.store_id FROM campaigns c WHERE c.id = NEW.campaign_id) THEN
    RAISE EXCEPTION 'this is not the next version of the promise' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.ended_reason IS NULL AND (v_promise.until >= v_promise.today AND coalesce(NEW.until < v_promise.until, true)
    OR v_promise.notice_days > coalesce(NEW.notice_days, 0) AND NEW.begins_on < v_promise.today + v_promise.notice_days) THEN
    RAISE EXCEPTION 'promise: cannot become weaker before %.', v_promise.earliest USING ERRCODE = 'TRB09';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER terms_promises_version BEFORE INSERT ON terms_promises FOR EACH ROW EXECUTE FUNCTION keep_promise_versions();
