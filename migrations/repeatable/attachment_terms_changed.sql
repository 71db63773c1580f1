CREATE OR REPLACE FUNCTION attachment_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT l.user_id) INTO v_ids FROM changed c JOIN links l ON l.id = c.link_id;
  PERFORM note_terms_change(2::smallint, v_ids);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER campaign_links_terms_insert AFTER INSERT ON campaign_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();

CREATE OR REPLACE TRIGGER campaign_links_terms_delete AFTER DELETE ON campaign_links REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();
