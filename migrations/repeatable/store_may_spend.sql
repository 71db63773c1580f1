-- Whether what a store promises is earned: its orders bring commission, and it may decide about them.
CREATE OR REPLACE FUNCTION store_may_spend(s stores) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT (s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL)
$$;
