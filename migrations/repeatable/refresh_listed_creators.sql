-- Writes again what stores and agencies search of these creators, in the transaction that changes them: a creator who withdraws, is suspended or is erased is
-- found by nobody from the commit on.
CREATE OR REPLACE FUNCTION refresh_listed_creators(p_users bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The profile is locked before reading: a concurrent change of another part of this creator refreshes later and includes this one.
  PERFORM FROM creator_profiles WHERE user_id = ANY (p_users) ORDER BY user_id FOR NO KEY UPDATE;
  DELETE FROM listed_creators l WHERE l.user_id = ANY (p_users) AND NOT EXISTS (SELECT FROM findable_creators f WHERE f.user_id = l.user_id);
  INSERT INTO listed_creators (user_id, agency_id, country, languages, topics, words, followers, is_verified, shows_results, for_stores,
    for_agencies, click_band, order_band, conversion_band, approval_band)
  SELECT f.user_id, f.agency_id, f.country, f.languages, f.topics, f.words, f.followers, f.is_verified, f.shows_results, f.for_stores,
    f.for_agencies, coalesce(b.click_band, 0), coalesce(b.order_band, 0), coalesce(b.conversion_band, 0), coalesce(b.approval_band, 0)
  FROM findable_creators f LEFT JOIN LATERAL creator_bands(ARRAY[f.user_id]) b ON f.shows_results WHERE f.user_id = ANY (p_users) ORDER BY f.user_id
  ON CONFLICT (user_id) DO UPDATE SET agency_id = excluded.agency_id, country = excluded.country, languages = excluded.languages,
    topics = excluded.topics, words = excluded.words, followers = excluded.followers, is_verified = excluded.is_verified,
    shows_results = excluded.shows_results, for_stores = excluded.for_stores, for_agencies = excluded.for_agencies, click_band = excluded.click_band, order_band = excluded.order_band,
    conversion_band = excluded.conversion_band, approval_band = excluded.approval_band;
  DELETE FROM listed_channels c WHERE c.user_id = ANY (p_users)
    AND NOT EXISTS (SELECT FROM social_accounts a WHERE a.user_id = c.user_id AND a.platform = c.platform);
  INSERT INTO listed_channels (user_id, platform, followers, is_verified)
  SELECT a.user_id, a.platform, max(coalesce(nullif(a.followers, 0), a.stated_followers, 0)), bool_or(a.proven_at IS NOT NULL)
  FROM social_accounts a JOIN listed_creators l ON l.user_id = a.user_id
  WHERE a.user_id = ANY (p_users) AND a.platform IS NOT NULL GROUP BY a.user_id, a.platform ORDER BY a.user_id, a.platform
  ON CONFLICT (user_id, platform) DO UPDATE SET followers = excluded.followers, is_verified = excluded.is_verified
    WHERE (listed_channels.followers, listed_channels.is_verified) IS DISTINCT FROM (excluded.followers, excluded.is_verified);
END $$;

-- Reads the changed rows of the statement: `changed` and, for an update, `former`.
CREATE OR REPLACE FUNCTION listed_parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_users bigint[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_users := ARRAY (SELECT user_id FROM changed UNION SELECT user_id FROM former);
  ELSE
    v_users := ARRAY (SELECT DISTINCT user_id FROM changed);
  END IF;
  -- Most creators are not listed; their changes cost one look-up.
  v_users := ARRAY (SELECT x.user_id FROM creator_profiles x WHERE x.user_id = ANY (v_users) AND (x.is_listed OR x.is_listed_for_agencies)
    UNION SELECT l.user_id FROM listed_creators l WHERE l.user_id = ANY (v_users));
  IF v_users <> '{}' THEN
    PERFORM refresh_listed_creators(v_users);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listed_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM creator_profiles x WHERE x.user_id = NEW.id AND (x.is_listed OR x.is_listed_for_agencies)) THEN
    PERFORM refresh_listed_creators(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER creator_profiles_listed_insert AFTER INSERT ON creator_profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER creator_profiles_listed_update AFTER UPDATE ON creator_profiles REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER creator_profiles_listed_delete AFTER DELETE ON creator_profiles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER creator_topics_listed_insert AFTER INSERT ON creator_topics REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER creator_topics_listed_delete AFTER DELETE ON creator_topics REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER social_accounts_listed_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER social_accounts_listed_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER social_accounts_listed_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE OR REPLACE TRIGGER users_listed AFTER UPDATE OF country, agency_id, display_name, username, suspended_at, erased_at, awaits_approval, email_unproven, is_admin ON users
  FOR EACH ROW WHEN ((OLD.country, OLD.agency_id, OLD.display_name, OLD.username, OLD.suspended_at, OLD.erased_at, OLD.awaits_approval, OLD.email_unproven, OLD.is_admin)
    IS DISTINCT FROM (NEW.country, NEW.agency_id, NEW.display_name, NEW.username, NEW.suspended_at, NEW.erased_at, NEW.awaits_approval, NEW.email_unproven, NEW.is_admin))
  EXECUTE FUNCTION listed_user_changed();
