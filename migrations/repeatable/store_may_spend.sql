-- Whether a store may spend: its orders bring commission, and it may decide about them. It is approved and neither deactivated nor deleted.
CREATE OR REPLACE FUNCTION store_may_spend(s stores) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.approval = 'approved' AND NOT store_is_ended(s)
$$;
