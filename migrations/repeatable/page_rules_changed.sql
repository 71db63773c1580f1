-- Counts the changes of a store's domains and URL rules. The profiles of its links are read again, and its links are checked again.
CREATE OR REPLACE FUNCTION page_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(store_id) INTO v_ids FROM (SELECT store_id FROM changed UNION SELECT store_id FROM former) moved;
  ELSE
    SELECT array_agg(DISTINCT store_id) INTO v_ids FROM changed;
  END IF;
  IF v_ids IS NOT NULL THEN
    INSERT INTO page_rule_changes AS c (store_id) SELECT id FROM unnest(v_ids) AS id ORDER BY id
      ON CONFLICT (store_id) DO UPDATE SET version = c.version + 1;
    PERFORM note_terms_change(1::smallint, v_ids);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  v_watched record;
BEGIN
  FOR v_watched IN SELECT * FROM (VALUES ('store_domains'), ('url_rules')) AS w (tab),
    (VALUES ('INSERT', 'NEW TABLE AS changed'), ('UPDATE', 'OLD TABLE AS former NEW TABLE AS changed'),
      ('DELETE', 'OLD TABLE AS changed')) AS e (event, rows)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed()',
      v_watched.tab || '_pages_' || lower(v_watched.event), v_watched.event, v_watched.tab, v_watched.rows);
  END LOOP;
END $$;
