-- Applies late changes of link_days to the totals of closed days. Transactions that write rows of today or yesterday do not wait for close_days, because a day
-- is closed three days later at the earliest, and no transaction lasts that long.
CREATE OR REPLACE FUNCTION follow_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_is_late boolean;
  v_through date;
  v_sql text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    v_is_late := EXISTS (SELECT FROM removed WHERE day < current_date - 1);
  ELSE
    v_is_late := EXISTS (SELECT FROM added WHERE day < current_date - 1);
  END IF;
  IF NOT v_is_late THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('close_days'));
  SELECT through INTO v_through FROM closed_days;
  FOR v_sql IN SELECT roll_up_statements(concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT *, 1 AS sign FROM added' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT *, -1 AS sign FROM removed' END),
    daterange('1900-01-01', v_through, '[]'), daterange('1900-01-01', sunday_until(v_through), '[]')) LOOP
    EXECUTE v_sql;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER link_days_closed_insert AFTER INSERT ON link_days REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();

CREATE OR REPLACE TRIGGER link_days_closed_update AFTER UPDATE ON link_days REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();

CREATE OR REPLACE TRIGGER link_days_closed_delete AFTER DELETE ON link_days REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();
