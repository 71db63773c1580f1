-- Creates the monthly partitions that cover [first, last], except for purged months. A month whose clicks are already in the default partition stays there.
CREATE OR REPLACE FUNCTION ensure_click_months(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_month date := date_trunc('month', greatest(first, (SELECT (kept_from AT TIME ZONE 'UTC')::date FROM click_retention)));
  v_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_click_months'));
  WHILE v_month <= last LOOP
    v_name := 'clicks_' || to_char(v_month, 'YYYY_MM');
    IF to_regclass(v_name) IS NULL AND NOT EXISTS (
      SELECT FROM clicks_other WHERE id >= click_floor(v_month::timestamp AT TIME ZONE 'UTC')
        AND id < click_floor((v_month + interval '1 month')::timestamp AT TIME ZONE 'UTC')
    ) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF clicks FOR VALUES FROM (%L) TO (%L)', v_name,
        click_floor(v_month::timestamp AT TIME ZONE 'UTC'),
        click_floor((v_month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
    END IF;
    v_month := v_month + interval '1 month';
  END LOOP;
END $$;
