-- Records which transaction last changed where a link leads, or under which slug.
CREATE OR REPLACE FUNCTION link_target_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.target_changed_by := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER link_target_changed BEFORE UPDATE OF slug, expires_at, expired_url ON links FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug OR OLD.expires_at IS DISTINCT FROM NEW.expires_at OR OLD.expired_url IS DISTINCT FROM NEW.expired_url)
  EXECUTE FUNCTION link_target_changed();
