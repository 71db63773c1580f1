-- Creates the partitions of click_visitors and click_networks for the days from first to last. A day that already has rows in the default partition gets
-- none, because PostgreSQL would refuse it.
CREATE OR REPLACE FUNCTION ensure_visitor_days(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := first;
  v_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_visitor_days'));
  WHILE v_day <= last LOOP
    v_name := 'click_visitors_' || to_char(v_day, 'YYYY_MM_DD');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (SELECT FROM click_visitors_other WHERE day = v_day) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF click_visitors FOR VALUES IN (%L)', v_name, v_day);
    END IF;
    v_name := 'click_networks_' || to_char(v_day, 'YYYY_MM_DD');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (SELECT FROM click_networks_other WHERE day = v_day) THEN
      EXECUTE format('CREATE UNLOGGED TABLE %I PARTITION OF click_networks FOR VALUES IN (%L) WITH (fillfactor = 70)', v_name, v_day);
    END IF;
    v_name := 'click_network_days_' || to_char(v_day, 'YYYY_MM_DD');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (SELECT FROM click_network_days_other WHERE day = v_day) THEN
      EXECUTE format('CREATE UNLOGGED TABLE %I PARTITION OF click_network_days FOR VALUES IN (%L) WITH (fillfactor = 70)', v_name, v_day);
    END IF;
    v_day := v_day + 1;
  END LOOP;
END $$;
