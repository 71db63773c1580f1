-- Whether a store is out of business here: its keys are refused, and so are its decisions and its reports of orders.
CREATE OR REPLACE FUNCTION store_is_ended(s stores) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL
$$;
