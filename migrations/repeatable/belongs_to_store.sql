-- Whether somebody belongs to a store; whoever does earns nothing at it.
CREATE OR REPLACE FUNCTION belongs_to_store(p_store bigint, p_user bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM store_members m WHERE m.store_id = p_store AND m.user_id = p_user)
$$;
