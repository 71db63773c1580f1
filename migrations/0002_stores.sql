-- Shops: what they are, which URLs are theirs, whom they do not pay.

CREATE TABLE stores (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_group_id bigint NOT NULL REFERENCES store_groups,
  name text NOT NULL,
  country char(2) NOT NULL,
  -- Every sum of this store is in this currency; it never changes once a click has been priced in it.
  currency char(3) NOT NULL,
  language text NOT NULL,
  locale text NOT NULL,
  url text,
  -- A picture that was uploaded to us, by its key in the file storage; else an address that the shop named.
  logo_key text,
  logo_url text,
  hidden boolean NOT NULL DEFAULT false,
  deactivated_at timestamptz,
  deleted_at timestamptz,
  toplist_rank integer,
  margin numeric(7, 6) NOT NULL DEFAULT 0.3 CHECK (margin BETWEEN 0 AND 1),
  -- Tracking on the shop's side.
  tracking_key text NOT NULL UNIQUE,
  service_activation_key text NOT NULL UNIQUE,
  plugin_activated_at timestamptz,
  attribution_window_days integer NOT NULL DEFAULT 30 CHECK (attribution_window_days BETWEEN 1 AND 365),
  -- Fields of the product feed that the legacy record carries.
  feed_provider text,
  program_id text,
  feed boolean NOT NULL DEFAULT false,
  autoupdate boolean NOT NULL DEFAULT false,
  deeplinkable boolean NOT NULL DEFAULT true,
  direct_link text,
  metainfo text,
  provider_account_id text,
  number_of_products integer NOT NULL DEFAULT 0,
  last_correct_sync timestamptz,
  earnings_return_rate numeric(7, 6),
  -- Who is billed, and how.
  company_name text,
  street text,
  postal_code text,
  city text,
  vat_number text,
  service_invoicing boolean NOT NULL DEFAULT true,
  payment_setup_id text,
  payment_setup_at timestamptz,
  email_quota_monthly integer NOT NULL DEFAULT 1000 CHECK (email_quota_monthly >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stores_group ON stores (store_group_id, id);
-- The lists that people choose stores from are read from these alone, the search for a part of a name too.
CREATE INDEX stores_choice ON stores (toplist_rank, id, lower(name) COLLATE "C")
  INCLUDE (name, store_group_id, hidden, deactivated_at, deleted_at);
CREATE INDEX stores_name ON stores (name, id, lower(name) COLLATE "C")
  INCLUDE (store_group_id, hidden, deactivated_at, deleted_at);
CREATE INDEX stores_created ON stores (created_at, id);

CREATE TABLE store_members (
  store_id bigint NOT NULL REFERENCES stores,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, store_id)
);
CREATE INDEX store_members_store ON store_members (store_id);

CREATE TABLE store_domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  -- Lower case, punycode, without `www.`, port or trailing dot.
  host text NOT NULL,
  start_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (store_id, host)
);
CREATE INDEX store_domains_host ON store_domains (host);

CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE store_categories (
  store_id bigint NOT NULL REFERENCES stores,
  category_id bigint NOT NULL REFERENCES categories,
  PRIMARY KEY (store_id, category_id)
);
CREATE INDEX store_categories_category ON store_categories (category_id, store_id);

CREATE TABLE url_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  type text NOT NULL CHECK (type IN ('allow', 'block')),
  url text,
  keyword text,
  is_main boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (url IS NOT NULL OR keyword IS NOT NULL)
);
CREATE INDEX url_rules_store ON url_rules (store_id, id);
CREATE UNIQUE INDEX url_rules_one_main ON url_rules (store_id) WHERE is_main;

CREATE TABLE user_tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint REFERENCES stores,
  name text NOT NULL,
  slug text NOT NULL,
  access_level integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (store_id, slug)
);
CREATE TABLE user_tag_members (
  user_id bigint NOT NULL REFERENCES users,
  user_tag_id bigint NOT NULL REFERENCES user_tags,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, user_tag_id)
);
CREATE INDEX user_tag_members_tag ON user_tag_members (user_tag_id, user_id);

-- One row blocks one user, every user with a tag, or every user of an agency.
CREATE TABLE blocklist (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  user_id bigint REFERENCES users,
  user_tag_id bigint REFERENCES user_tags,
  agency_id bigint REFERENCES agencies,
  -- Blocked from making links, while the clicks of existing links still count.
  validate_clicks boolean NOT NULL DEFAULT false,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, user_tag_id, agency_id) = 1),
  UNIQUE NULLS NOT DISTINCT (store_id, user_id, user_tag_id, agency_id)
);
CREATE INDEX blocklist_store ON blocklist (store_id, id);
-- Which stores block a creator.
CREATE INDEX blocklist_user ON blocklist (user_id, store_id) WHERE user_id IS NOT NULL;
CREATE INDEX blocklist_user_tag ON blocklist (user_tag_id, store_id) WHERE user_tag_id IS NOT NULL;
CREATE INDEX blocklist_agency ON blocklist (agency_id, store_id) WHERE agency_id IS NOT NULL;

CREATE TABLE hashtags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  hashtag text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (store_id, hashtag)
);

CREATE TABLE return_ads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_group_id bigint REFERENCES store_groups,
  store_id bigint REFERENCES stores,
  name text NOT NULL,
  url text,
  image_key text,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE order_collectors (
  store_id bigint NOT NULL REFERENCES stores,
  collector text NOT NULL CHECK (collector IN ('sales_pixel', 'shop_plugin', 'server')),
  settings jsonb NOT NULL DEFAULT '{}',
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (store_id, collector)
);

-- Every mail that is sent on a store's behalf, counted against its monthly quota.
CREATE TABLE store_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX store_mails_month ON store_mails (store_id, created_at);

-- Invitations to represent a store or an agency.
CREATE TABLE invites (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  invited_by bigint REFERENCES users,
  -- Whoever shows the mail's secret accepts; only its hash is kept.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  accepted_at timestamptz,
  accepted_by bigint REFERENCES users,
  revoked_at timestamptz,
  CHECK (num_nonnulls(store_id, agency_id) = 1)
);
CREATE INDEX invites_pending ON invites (lower(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL;
-- Inviting the same address again renews what is pending.
CREATE UNIQUE INDEX invites_one_pending ON invites (store_id, agency_id, lower(email)) NULLS NOT DISTINCT
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invites_store ON invites (store_id, id);
CREATE INDEX invites_agency ON invites (agency_id, id);

-- How many invitations an address (hashed) has been sent on a day; rows of past days go.
CREATE TABLE invite_mails (
  day date NOT NULL,
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  mails integer NOT NULL,
  PRIMARY KEY (day, address_hash)
);

CREATE TABLE stats_configurations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  name text NOT NULL,
  data jsonb NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stats_configurations_store ON stats_configurations (store_id, id);
