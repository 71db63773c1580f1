-- What creators set for their links: a name in the URL, tags, archiving and expiry.
ALTER TABLE links
  -- The current slug; earlier ones are in link_slugs.
  ADD COLUMN slug text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
  ADD COLUMN archived_at timestamptz,
  -- From this instant on, clicks are not priced.
  ADD COLUMN expires_at timestamptz,
  -- Another page of the same store, to which an expired link leads.
  ADD COLUMN expired_url text;

-- Slugs are never given to another link: a published URL must not change its owner. Rows are therefore never removed.
CREATE TABLE link_slugs (
  -- Lower case. A slug of ten characters has a hyphen, so that it is no code (newCode in make-links.ts).
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$' AND (length(slug) <> 10 OR slug LIKE '%-%')),
  link_id bigint NOT NULL REFERENCES links,
  -- The creator of the link, whose new slugs of a day are counted.
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX link_slugs_link ON link_slugs (link_id, created_at);
CREATE INDEX link_slugs_user ON link_slugs (user_id, created_at);

ALTER TABLE links ADD CONSTRAINT links_slug_fkey FOREIGN KEY (slug) REFERENCES link_slugs;
CREATE UNIQUE INDEX links_slug ON links (slug) WHERE slug IS NOT NULL;
CREATE INDEX links_tags ON links USING gin (tags) WHERE tags <> '{}';
