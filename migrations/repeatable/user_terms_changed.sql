-- A user's row changes often for reasons that no price depends on (last activity, address). The e-mail may be an offer's target.
CREATE OR REPLACE FUNCTION user_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_terms_change(2::smallint, ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_terms_update AFTER UPDATE OF agency_id, revenue_tier_id, store_group_id, suspended_at, email, email_unproven
  ON users FOR EACH ROW EXECUTE FUNCTION user_terms_changed();
