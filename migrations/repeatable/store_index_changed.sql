-- Notifies the in-memory URL index of every process which stores to read again. A row that moves from one store to another changes both.
CREATE OR REPLACE FUNCTION store_index_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_id bigint;
BEGIN
  EXECUTE format(CASE TG_OP
    WHEN 'UPDATE' THEN 'SELECT array_agg(id) FROM (SELECT %1$I AS id FROM changed UNION SELECT %1$I FROM former) moved'
    ELSE 'SELECT array_agg(DISTINCT %1$I) FROM changed' END, TG_ARGV[0]) INTO v_ids;
  IF cardinality(v_ids) > 1000 THEN
    PERFORM pg_notify('store_index', '*');
  ELSE
    FOREACH v_id IN ARRAY coalesce(v_ids, '{}') LOOP
      PERFORM pg_notify('store_index', v_id::text);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  v_watched record;
BEGIN
  FOR v_watched IN SELECT * FROM (VALUES ('stores', 'id'), ('store_domains', 'store_id'), ('url_rules', 'store_id')) AS w (tab, col),
    (VALUES ('INSERT', 'NEW TABLE AS changed'), ('UPDATE', 'OLD TABLE AS former NEW TABLE AS changed'),
      ('DELETE', 'OLD TABLE AS changed')) AS e (event, rows)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed(%L)',
      v_watched.tab || '_index_' || lower(v_watched.event), v_watched.event, v_watched.tab, v_watched.rows, v_watched.col);
  END LOOP;
END $$;
