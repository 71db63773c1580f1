-- Media that are kept elsewhere can be told of again, and influencers are found by what shops sort and filter by.

-- What names a medium that is kept elsewhere, so that an import that comes again knows it, hashed, for an address can be longer than an index
-- takes; an uploaded file has none.
ALTER TABLE user_media ADD COLUMN reference text GENERATED ALWAYS AS (md5(coalesce(media_type || ':' || media_id, href))) STORED;
CREATE UNIQUE INDEX user_media_reference ON user_media (user_id, reference);
CREATE INDEX user_media_account ON user_media (store_id, lower(username));

-- followers: of all social accounts together, kept so by the triggers below. locale: of what the influencer writes in.
ALTER TABLE influencers ADD COLUMN followers bigint NOT NULL DEFAULT 0, ADD COLUMN locale text NOT NULL DEFAULT '';
UPDATE influencers i SET
  followers = coalesce((SELECT sum(a.followers)::bigint FROM social_accounts a WHERE a.user_id = i.user_id), 0),
  locale = coalesce((SELECT coalesce(u.preferred_locale, g.locale) FROM users u LEFT JOIN clients c ON c.id = u.client_id
    LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = i.user_id), '');

-- Read in either direction; who has no figure comes last when the highest come first.
CREATE INDEX influencers_followers ON influencers (followers DESC, user_id DESC);
CREATE INDEX influencers_average_stories ON influencers (average_stories DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_performance ON influencers (performance DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_branding ON influencers (branding DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_locale ON influencers (locale, followers DESC, user_id DESC);

CREATE FUNCTION influencer_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.followers := coalesce((SELECT sum(a.followers)::bigint FROM social_accounts a WHERE a.user_id = NEW.user_id), 0);
  IF NEW.locale = '' THEN
    NEW.locale := coalesce((SELECT coalesce(u.preferred_locale, g.locale) FROM users u LEFT JOIN clients c ON c.id = u.client_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = NEW.user_id), '');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER influencers_begin BEFORE INSERT ON influencers FOR EACH ROW EXECUTE FUNCTION influencer_begins();

CREATE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_users bigint[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_users := ARRAY (SELECT user_id FROM changed UNION SELECT user_id FROM former);
  ELSE
    v_users := ARRAY (SELECT DISTINCT user_id FROM changed);
  END IF;
  -- Locked before they are counted: whoever changes an account of the same influencer at the same time counts after us, and counts ours.
  PERFORM FROM influencers WHERE user_id = ANY (v_users) ORDER BY user_id FOR NO KEY UPDATE;
  UPDATE influencers i SET followers = n.followers FROM (
    SELECT w.user_id, coalesce(sum(a.followers), 0)::bigint AS followers
    FROM unnest(v_users) AS w (user_id) LEFT JOIN social_accounts a ON a.user_id = w.user_id GROUP BY w.user_id
  ) n WHERE i.user_id = n.user_id AND i.followers <> n.followers;
  RETURN NULL;
END $$;
CREATE TRIGGER social_accounts_count_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER social_accounts_count_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER social_accounts_count_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();

-- Which store has been told, once, that an influencer's data is complete.
CREATE TABLE influencer_notices (
  user_id bigint NOT NULL REFERENCES influencers,
  store_id bigint NOT NULL REFERENCES stores,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, store_id)
);
