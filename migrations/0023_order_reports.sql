-- Who may claim an order: every report of an order is kept beside it, stores choose which reports count, and pages can be signed.

-- What a store asks of reports of its orders. A store without a row has the defaults of its columns.
CREATE TABLE order_rules (
  store_id bigint PRIMARY KEY REFERENCES stores,
  -- Ways whose reports bring commission.
  counted_ways text[] NOT NULL DEFAULT '{sales_pixel,shop_plugin,server}'
    CHECK (counted_ways <@ '{sales_pixel,shop_plugin,server}'::text[] AND cardinality(counted_ways) > 0),
  -- Whether reports of pages count only with a signature.
  signature_required boolean NOT NULL DEFAULT false,
  -- In minor units of the store's currency; an order above it brings commission only once the limit is raised and the order confirmed.
  max_order_minor bigint NOT NULL DEFAULT 100000000 CHECK (max_order_minor BETWEEN 1 AND 100000000000),
  -- The day on which the store was last told of disputes by mail.
  dispute_mailed_on date,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Secrets with which a shop signs what its pages report. Verification needs the secret itself, so it is not hashed.
CREATE TABLE order_signing_secrets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: valid until it is replaced.
  valid_until timestamptz
);
CREATE INDEX order_signing_secrets_store ON order_signing_secrets (store_id, id);
CREATE UNIQUE INDEX order_signing_secrets_current ON order_signing_secrets (store_id) WHERE valid_until IS NULL;

-- What was reported of an order, each distinct report once.
CREATE TABLE order_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_row_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('sales_pixel', 'shop_plugin', 'server')),
  -- A page's report with a valid signature.
  signed boolean NOT NULL DEFAULT false,
  -- Whether the store's rules let it bring commission when it came.
  counts boolean NOT NULL DEFAULT true,
  -- When it came, when the order was placed according to it, and whether the report said so.
  at timestamptz NOT NULL,
  order_at timestamptz NOT NULL,
  day date NOT NULL,
  dated boolean NOT NULL DEFAULT false,
  original_minor bigint NOT NULL CHECK (original_minor >= 0),
  original_currency char(3) NOT NULL,
  -- A click may be reported that has not the form of one.
  click_told boolean NOT NULL,
  click_id uuid CHECK (click_id IS NULL OR click_told),
  voucher_code text,
  actor_id bigint REFERENCES users
);
CREATE UNIQUE INDEX order_reports_distinct ON order_reports
  (order_row_id, channel, signed, original_minor, original_currency, click_told, click_id, lower(voucher_code)) NULLS NOT DISTINCT;

ALTER TABLE orders
  -- Whether what it follows was reported by a signed page.
  ADD COLUMN signed boolean NOT NULL DEFAULT false,
  -- The report (order_reports) that a person has said to be right; later reports change nothing. No reference: reports already refer to orders.
  ADD COLUMN resolved_report_id bigint,
  -- Disputed and unconfirmed orders wait for a person: they are nobody's, and cannot be approved.
  ADD CONSTRAINT orders_unresolved_unapproved
    CHECK (status <> 'approved' OR unattributed_reason NOT IN ('disputed', 'unconfirmed'));
CREATE INDEX orders_unresolved ON orders (store_id, day, id)
  WHERE status = 'pending' AND unattributed_reason IN ('disputed', 'unconfirmed', 'value_limit');

-- Orders that may still change have one report so far: what they are.
INSERT INTO order_reports (order_row_id, channel, at, order_at, day, original_minor, original_currency, click_told, click_id, voucher_code)
SELECT id, channel, created_at, order_at, day, original_minor, original_currency,
  click_id IS NOT NULL OR unattributed_reason IS NOT DISTINCT FROM 'unknown_click', click_id, voucher_code
FROM orders WHERE status = 'pending' OR unattributed_reason IN ('unknown_click', 'no_exchange_rate');

-- The key of a shop's plugin is kept as its hash. Null: the store has none. Keys that exist go on working.
ALTER TABLE stores ADD COLUMN activation_key_hash bytea UNIQUE;
UPDATE stores SET activation_key_hash = sha256(convert_to(service_activation_key, 'UTF8'));
ALTER TABLE stores DROP COLUMN service_activation_key;
