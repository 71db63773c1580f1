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
  locale = coalesce((SELECT coalesce(u.preferred_locale, g.locale) FROM users u LEFT JOIN agencies c ON c.id = u.agency_id
    LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = i.user_id), '');

-- Read in either direction; who has no figure comes last when the highest come first.
CREATE INDEX influencers_followers ON influencers (followers DESC, user_id DESC);
CREATE INDEX influencers_average_stories ON influencers (average_stories DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_performance ON influencers (performance DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_branding ON influencers (branding DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_locale ON influencers (locale, followers DESC, user_id DESC);

-- Which store has been told, once, that an influencer's data is complete.
CREATE TABLE influencer_notices (
  user_id bigint NOT NULL REFERENCES influencers,
  store_id bigint NOT NULL REFERENCES stores,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, store_id)
);
