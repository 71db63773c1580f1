-- Whether a participant in this status earns by the terms of its campaign, and counts for what they show: it has joined and is not done. `TAKING_PART` in
-- src/modules/campaigns/participants/transitions.ts is the same list.
CREATE OR REPLACE FUNCTION earns_terms(p_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_status IN ('accepted', 'product_sent', 'have_received', 'have_posted')
$$;
