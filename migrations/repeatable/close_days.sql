-- Closes the next days, at most 28, that ended at least three days ago. Returns whether there are more. A day before today can be given as the limit.
CREATE OR REPLACE FUNCTION close_days(p_today date DEFAULT current_date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_last date := least(p_today, current_date) - 3;
  v_first date;
  v_through date;
  v_until date;
  v_sql text;
BEGIN
  IF (SELECT through >= v_last FROM closed_days) THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('close_days'));
  SELECT through INTO v_through FROM closed_days;
  SELECT min(day) INTO v_first FROM link_days WHERE day > sunday_until(v_through);
  v_until := greatest(v_through, least(v_last, coalesce(v_first, v_last) + 27));
  FOR v_sql IN SELECT roll_up_statements('SELECT *, 1 AS sign FROM link_days', daterange(v_through, v_until, '(]'),
    daterange(sunday_until(v_through), sunday_until(v_until), '(]')) LOOP
    EXECUTE v_sql;
  END LOOP;
  UPDATE closed_days SET through = v_until;
  RETURN v_until < v_last;
END $$;
