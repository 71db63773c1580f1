-- Public pages of creators. A creator keeps the name in the address while the page is hidden, so that nobody else receives its visitors.
CREATE TABLE creator_pages (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  is_public boolean NOT NULL,
  shows_rates boolean NOT NULL DEFAULT false,
  published_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX creator_pages_name ON creator_pages (name);
CREATE INDEX creator_pages_published ON creator_pages (published_at DESC, user_id DESC) WHERE is_public;
