CREATE OR REPLACE FUNCTION note_terms_change(p_scope smallint, p_ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO terms_changes (scope, id, changed_by)
  SELECT DISTINCT p_scope, id, pg_current_xact_id() FROM unnest(p_ids) AS id WHERE id IS NOT NULL ORDER BY 2
  ON CONFLICT (scope, id) DO UPDATE SET changed_by = excluded.changed_by;
$$;
