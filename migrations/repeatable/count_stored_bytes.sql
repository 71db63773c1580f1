-- Invariant: stored_bytes.bytes is the sum of user_media.bytes over rows with a file, and of campaign_materials.bytes. Rows without a file, and without a known size, do not lock the total.
CREATE OR REPLACE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_change bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    v_change := v_change - (SELECT coalesce(sum(bytes), 0) FROM removed WHERE file_key IS NOT NULL);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    v_change := v_change + (SELECT coalesce(sum(bytes), 0) FROM added WHERE file_key IS NOT NULL);
  END IF;
  IF v_change <> 0 THEN
    UPDATE stored_bytes SET bytes = bytes + v_change;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_media_bytes_insert AFTER INSERT ON user_media REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE OR REPLACE TRIGGER user_media_bytes_update AFTER UPDATE ON user_media REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE OR REPLACE TRIGGER user_media_bytes_delete AFTER DELETE ON user_media REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE OR REPLACE TRIGGER campaign_materials_bytes_insert AFTER INSERT ON campaign_materials REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE OR REPLACE TRIGGER campaign_materials_bytes_delete AFTER DELETE ON campaign_materials REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
