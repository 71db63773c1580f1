-- How the marketplace presents itself on its public pages. One row.
CREATE TABLE site_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  name text NOT NULL DEFAULT 'Tributary' CHECK (length(name) BETWEEN 1 AND 64),
  logo_key text,
  accent text NOT NULL DEFAULT '#0b6e79' CHECK (accent ~ '^#[0-9a-f]{6}$'),
  introduction text NOT NULL DEFAULT '',
  terms text NOT NULL DEFAULT '',
  privacy text NOT NULL DEFAULT '',
  imprint text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO site_settings DEFAULT VALUES;
CREATE INDEX site_settings_logo_key ON site_settings (logo_key) WHERE logo_key IS NOT NULL;

-- Stores and campaigns with a public page. Only those with a row have one.
CREATE TABLE store_pages (
  store_id bigint PRIMARY KEY REFERENCES stores (id) ON DELETE CASCADE,
  about text NOT NULL DEFAULT '',
  published_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX store_pages_published ON store_pages (published_at DESC, store_id DESC);
CREATE TABLE campaign_pages (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  published_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX campaign_pages_published ON campaign_pages (published_at DESC, campaign_id DESC);
