-- Records changed terms for targets and attached links. They refer to a campaign or a link, so the scope is found through one join.
CREATE OR REPLACE FUNCTION target_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT o.store_id) INTO v_ids FROM changed c JOIN campaigns o ON o.id = c.campaign_id;
  PERFORM note_terms_change(1::smallint, v_ids);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER campaign_targets_terms_insert AFTER INSERT ON campaign_targets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();

CREATE OR REPLACE TRIGGER campaign_targets_terms_update AFTER UPDATE ON campaign_targets REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();

CREATE OR REPLACE TRIGGER campaign_targets_terms_delete AFTER DELETE ON campaign_targets REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
