-- Multiplies every stored amount of some currencies by factors, given by code, because the number of decimals with which it is read changes. Exact: an
-- amount that would lose a unit is refused, and nothing changes. Triggers are off, because totals are converted with what they add up, and a ledger entry
-- keeps its value. Call it while no process uses the database.
CREATE OR REPLACE FUNCTION rescale_amounts(p_factors jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_codes text[] := ARRAY (SELECT jsonb_object_keys(p_factors));
  v_index text := pg_get_indexdef('order_reports_distinct'::regclass);
  v_part record;
BEGIN
  -- Days whose seal is broken keep it, so that the audit still finds them.
  CREATE TEMPORARY TABLE whole_days ON COMMIT DROP AS
    SELECT s.day FROM sealed_days s JOIN fingerprints_of_days('1900-01-01', 'infinity') f USING (day, fingerprint);
  INSERT INTO click_terms (id, terms, first_used_at, last_used_on)
    SELECT rescaled_terms_id(t.id, c.currency, (p_factors ->> c.currency)::numeric),
      rescaled_json(t.terms, c.currency, p_factors, 'click_terms.terms', '{cost,cpc,max_minor}'), t.first_used_at, t.last_used_on
    FROM (SELECT DISTINCT click_terms_id, currency::text FROM clicks WHERE currency = ANY (v_codes)) c JOIN click_terms t ON t.id = c.click_terms_id
    ON CONFLICT (id) DO NOTHING;
  -- A unique index is checked row by row: 100 could become 10000 before 10000 has become 1000000.
  DROP INDEX order_reports_distinct;
  FOR v_part IN
    SELECT c.table_name, c.currency, string_agg(format('%I = %s', c.column_name, c.value), ', ') AS changes,
      string_agg(format('t.%I::text ~ $2', c.column_name), ' OR ') AS mentions
    FROM amount_columns() c GROUP BY c.table_name, c.currency ORDER BY c.table_name, c.currency
  LOOP
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', v_part.table_name);
    BEGIN
      IF v_part.currency IS NULL THEN
        EXECUTE format('UPDATE %I t SET %s WHERE %s', v_part.table_name, v_part.changes, v_part.mentions) USING p_factors, array_to_string(v_codes, '|');
      ELSE
        EXECUTE format('UPDATE %I t SET %s FROM (SELECT key AS code, value::numeric AS f FROM jsonb_each_text($1)) x WHERE x.code = %s',
          v_part.table_name, v_part.changes, v_part.currency) USING p_factors;
      END IF;
    EXCEPTION WHEN check_violation THEN
      RAISE EXCEPTION 'an amount of % would be beyond its limits: %', v_part.table_name, SQLERRM USING ERRCODE = 'TRB08';
    END;
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', v_part.table_name);
  END LOOP;
  EXECUTE v_index;
  UPDATE sealed_days s SET fingerprint = f.fingerprint FROM fingerprints_of_days('1900-01-01', 'infinity') f
    WHERE f.day = s.day AND s.day IN (SELECT day FROM whole_days) AND s.fingerprint <> f.fingerprint;
  DROP TABLE whole_days;
END $$;
