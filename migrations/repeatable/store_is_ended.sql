-- Whether a store no longer trades: its keys, decisions and order reports are refused.
CREATE OR REPLACE FUNCTION store_is_ended(s stores) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL OR s.approval = 'rejected'
$$;
