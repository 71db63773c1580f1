-- What creators say about themselves. Stores see it of creators who apply or take part (src/modules/media/profiles).
CREATE TABLE creator_profiles (
  user_id bigint PRIMARY KEY REFERENCES users,
  bio text NOT NULL DEFAULT '',
  -- ISO 639-1.
  languages text[] NOT NULL DEFAULT '{}',
  -- [{kind, minor, currency}]: what the creator asks for.
  rates jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(rates) = 'array'),
  -- [{title, url}]
  portfolio jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(portfolio) = 'array'),
  picture_key text,
  updated_at timestamptz NOT NULL
);
CREATE INDEX creator_profiles_picture ON creator_profiles (picture_key) WHERE picture_key IS NOT NULL;

-- The topics of a creator are categories of stores.
CREATE TABLE creator_topics (
  user_id bigint NOT NULL REFERENCES users,
  category_id bigint NOT NULL REFERENCES categories ON DELETE CASCADE,
  PRIMARY KEY (user_id, category_id)
);
CREATE INDEX creator_topics_category ON creator_topics (category_id, user_id);
