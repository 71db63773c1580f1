-- Pictures, films and social posts of creators, and the creators as shops look for them.

CREATE TABLE user_media (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  store_id bigint REFERENCES stores,
  link_id bigint REFERENCES links,
  media_type text NOT NULL CHECK (media_type IN ('social', 'shortvideo', 'video', 'image')),
  media_id text,
  username text,
  favorite boolean NOT NULL DEFAULT false,
  show_store boolean NOT NULL DEFAULT false,
  content_type text,
  href text,
  file_key text,
  published_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_media_user ON user_media (user_id, id);
CREATE INDEX user_media_store ON user_media (store_id, created_at, id);

CREATE TABLE social_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  type text NOT NULL CHECK (type IN ('blog', 'social')),
  identifier text NOT NULL,
  is_valid boolean NOT NULL DEFAULT false,
  followers bigint NOT NULL DEFAULT 0 CHECK (followers >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX social_accounts_identifier ON social_accounts (user_id, type, lower(identifier));
CREATE INDEX social_accounts_lookup ON social_accounts (lower(identifier));

CREATE TABLE influencers (
  user_id bigint PRIMARY KEY REFERENCES users,
  is_business boolean NOT NULL DEFAULT false,
  work_status text NOT NULL DEFAULT '',
  average_stories numeric(12, 2),
  performance numeric(12, 4),
  branding numeric(12, 4),
  data_downloaded_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
