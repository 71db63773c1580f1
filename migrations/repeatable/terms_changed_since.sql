-- Returns the terms that other transactions have changed since a snapshot, as "scope:id", or null if there are none. Without changes it costs one index
-- probe.
CREATE OR REPLACE FUNCTION terms_changed_since(p_seen pg_snapshot) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(scope || ':' || id) FROM terms_changes
  WHERE changed_by >= pg_snapshot_xmin(p_seen) AND NOT pg_visible_in_snapshot(changed_by, p_seen)
    AND changed_by IS DISTINCT FROM pg_current_xact_id_if_assigned();
$$;
