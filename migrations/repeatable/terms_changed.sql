-- Tables whose rows name the scope that they change in a column: (table, scope, column).
CREATE OR REPLACE FUNCTION terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  -- A row that moves from one creator or store to another changes the terms of both.
  EXECUTE format(CASE TG_OP
    WHEN 'UPDATE' THEN 'SELECT array_agg(id) FROM (SELECT %1$I AS id FROM changed UNION SELECT %1$I FROM former) moved'
    ELSE 'SELECT array_agg(DISTINCT %1$I) FROM changed' END, TG_ARGV[1]) INTO v_ids;
  IF v_ids IS NOT NULL THEN
    PERFORM note_terms_change(TG_ARGV[0]::smallint, v_ids);
  END IF;
  RETURN NULL;
END $$;

-- A campaign can target a social identifier, so prices depend on a creator's accounts.
CREATE OR REPLACE TRIGGER social_accounts_terms_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION terms_changed(2, 'user_id');

CREATE OR REPLACE TRIGGER social_accounts_terms_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION terms_changed(2, 'user_id');

CREATE OR REPLACE TRIGGER social_accounts_terms_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION terms_changed(2, 'user_id');

DO $$
DECLARE
  v_watched record;
BEGIN
  FOR v_watched IN SELECT * FROM (VALUES
    ('stores', 1, 'id'), ('store_members', 1, 'store_id'), ('payment_setups', 1, 'store_id'), ('agency_members', 3, 'agency_id'), ('prices', 1, 'store_id'), ('campaigns', 1, 'store_id'), ('blocklist', 1, 'store_id'),
    ('participants', 2, 'user_id'), ('users', 2, 'id'), ('user_tag_members', 2, 'user_id'), ('links', 2, 'user_id'),
    ('agencies', 3, 'id'), ('revenue_tiers', 4, 'id')
  ) AS w (tab, scope, col) LOOP
    -- No click can have been priced from a new store, user, agency, tier or link.
    IF v_watched.col <> 'id' AND v_watched.tab <> 'links' THEN
      EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
        EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_insert', v_watched.tab, v_watched.scope, v_watched.col);
    END IF;
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
      EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_delete', v_watched.tab, v_watched.scope, v_watched.col);
    IF v_watched.tab <> 'users' THEN
      EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT
        EXECUTE FUNCTION terms_changed(%L, %L)', v_watched.tab || '_terms_update', v_watched.tab, v_watched.scope, v_watched.col);
    END IF;
  END LOOP;
END $$;

-- A change of membership in a store or an agency can change which other stores the user belongs to (belongs_to_store).
DO $$
DECLARE
  v_tab text;
BEGIN
  FOREACH v_tab IN ARRAY ARRAY['store_members', 'agency_members'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
      EXECUTE FUNCTION terms_changed(2, ''user_id'')', v_tab || '_terms_of_user_insert', v_tab);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
      EXECUTE FUNCTION terms_changed(2, ''user_id'')', v_tab || '_terms_of_user_delete', v_tab);
  END LOOP;
END $$;
