-- Whether a store may spend: it is approved, and neither deactivated nor deleted. Only then do its orders earn commission, and may it decide about them.
CREATE OR REPLACE FUNCTION store_may_spend(s stores) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.approval = 'approved' AND NOT store_is_ended(s)
$$;
