-- Records changed terms for users, only for the columns that prices depend on: last activity and address change often. The e-mail can be a target of a
-- campaign.
CREATE OR REPLACE FUNCTION user_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_terms_change(2::smallint, ARRAY[NEW.id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_terms_update AFTER UPDATE OF agency_id, revenue_tier_id, store_group_id, suspended_at, email, email_unproven
  ON users FOR EACH ROW EXECUTE FUNCTION user_terms_changed();
