-- Lists and notes about creators end with their store.
CREATE OR REPLACE FUNCTION store_lists_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM creator_lists WHERE store_id = NEW.id;
  DELETE FROM creator_notes WHERE store_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stores_lists_end AFTER UPDATE OF deleted_at ON stores
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION store_lists_end();
