CREATE OR REPLACE FUNCTION purge_visitors(kept_from date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  v_name text;
  v_rows bigint;
  v_forgotten boolean := false;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('purge_visitors')) THEN
    RETURN false;
  END IF;
  FOR v_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('click_visitors'::regclass, 'click_networks'::regclass, 'click_network_days'::regclass)
      AND c.relname < i.inhparent::regclass::text || '_' || to_char(kept_from, 'YYYY_MM_DD')
  LOOP
    EXECUTE format('DROP TABLE %I', v_name);
    v_forgotten := true;
  END LOOP;
  DELETE FROM click_networks_other WHERE day < kept_from;
  DELETE FROM click_network_days_other WHERE day < kept_from;
  DELETE FROM click_visitors_other WHERE day < kept_from;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_forgotten := v_forgotten OR v_rows > 0;
  DELETE FROM visitor_keys WHERE day < kept_from;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_forgotten OR v_rows > 0;
END $$;
