-- Product feeds of stores, the runs that read them, and the products that they list.

-- Where a store's products come from. A store that only uploads files has a row without a URL.
CREATE TABLE product_feeds (
  store_id bigint PRIMARY KEY REFERENCES stores,
  url text,
  format text NOT NULL CHECK (format IN ('xml', 'csv', 'tsv')),
  schedule text NOT NULL CHECK (schedule IN ('manual', 'hourly', 'every_6_hours', 'daily', 'weekly')),
  -- Of the last reply that was read completely; sent back so that an unchanged feed is not transferred.
  etag text,
  last_modified text,
  -- Null: not fetched on a schedule.
  next_run_at timestamptz,
  -- Failures since the last success.
  failures integer NOT NULL DEFAULT 0,
  -- Products that are not gone.
  product_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (url IS NOT NULL OR schedule = 'manual')
);
CREATE INDEX product_feeds_due ON product_feeds (next_run_at) WHERE next_run_at IS NOT NULL;

-- One reading of a feed. The advisory lock of its store decides who works on it; a run that is `running` without the lock belongs to a
-- process that has ended, and is started again.
CREATE TABLE product_feed_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  -- `removal`: the feed was deleted, and its products are marked as gone.
  source text NOT NULL CHECK (source IN ('schedule', 'request', 'upload', 'removal')),
  format text NOT NULL CHECK (format IN ('xml', 'csv', 'tsv')),
  -- `unchanged`: the server replied that the feed is the one of the last run.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'unchanged', 'failed')),
  -- The uploaded file, until the run has ended.
  content bytea,
  attempts integer NOT NULL DEFAULT 0,
  requested_by bigint REFERENCES users,
  items integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  gone integer NOT NULL DEFAULT 0,
  -- Items with an error, which are left out.
  refused integer NOT NULL DEFAULT 0,
  -- The first 100 errors: line, product id, field, message.
  errors jsonb NOT NULL DEFAULT '[]',
  failure_code text,
  failure_message text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((finished_at IS NOT NULL) = (state IN ('done', 'unchanged', 'failed')))
);
-- One run of a store at a time.
CREATE UNIQUE INDEX product_feed_runs_open ON product_feed_runs (store_id) WHERE state IN ('waiting', 'running');
CREATE INDEX product_feed_runs_store ON product_feed_runs (store_id, id);
CREATE INDEX product_feed_runs_finished ON product_feed_runs (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  -- `g:id` of the feed.
  product_id text NOT NULL,
  title text NOT NULL,
  brand text NOT NULL,
  category text NOT NULL,
  category_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(category)) STORED,
  url text NOT NULL,
  -- SHA-256 of the normalised URL, as `links.url_hash`.
  url_hash bytea NOT NULL CHECK (octet_length(url_hash) = 32),
  image_url text,
  currency char(3) NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  sale_price_minor bigint CHECK (sale_price_minor >= 0 AND sale_price_minor < price_minor),
  availability text NOT NULL CHECK (availability IN ('in_stock', 'out_of_stock', 'preorder', 'backorder')),
  -- What a buyer pays now.
  current_minor bigint NOT NULL GENERATED ALWAYS AS (coalesce(sale_price_minor, price_minor)) STORED,
  discount_ppm integer NOT NULL GENERATED ALWAYS AS (
    CASE WHEN sale_price_minor IS NULL THEN 0 ELSE ((price_minor - sale_price_minor)::numeric * 1000000 / price_minor)::integer END) STORED,
  -- The price before the last change, and when it changed.
  previous_minor bigint,
  price_changed_at timestamptz,
  -- Of all columns that come from the feed, so that an unchanged product is not written.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || brand || ' ' || category)) STORED,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the feed first left it out.
  gone_at timestamptz,
  UNIQUE (store_id, product_id)
);
CREATE INDEX products_words ON products USING gin (words) WHERE gone_at IS NULL;
-- The orders of the search, for all stores and for one.
CREATE INDEX products_newest ON products (id) WHERE gone_at IS NULL;
CREATE INDEX products_price ON products (currency, current_minor, id) WHERE gone_at IS NULL;
CREATE INDEX products_discount ON products (discount_ppm, id) WHERE gone_at IS NULL AND discount_ppm > 0;
CREATE INDEX products_store_newest ON products (store_id, id) WHERE gone_at IS NULL;
CREATE INDEX products_store_price ON products (store_id, current_minor, id) WHERE gone_at IS NULL;
CREATE INDEX products_category ON products (category_key) WHERE gone_at IS NULL;
-- Searches are ordered, so a plan that walks an index in that order is bad for what is rare, and must be recognised as rare: the statistics
-- name ten thousand words and a thousand categories.
ALTER TABLE products ALTER COLUMN words SET STATISTICS 1000;
ALTER TABLE products ALTER COLUMN category_key SET STATISTICS 1000;
-- Links of creators to products.
CREATE INDEX products_url ON products (store_id, url_hash);
CREATE INDEX products_gone ON products (gone_at) WHERE gone_at IS NOT NULL;
