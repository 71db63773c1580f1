-- Orders may carry lines, and campaigns may set the rates of lines by rules.

-- The rules of a campaign, in versions. A version is never changed, except for its end, so that an order keeps the rules of its click.
CREATE TABLE commission_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  version integer NOT NULL CHECK (version > 0),
  -- In the order in which they are tried: [{"skus": […] | null, "categories": […] | null, "customer": "new" | "returning" | null, "cpa_ppm": 0}].
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array' AND jsonb_array_length(rules) > 0),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- When another version or none took its place; null: the current one.
  ended_at timestamptz,
  UNIQUE (campaign_id, version)
);
CREATE UNIQUE INDEX commission_rules_current ON commission_rules (campaign_id) WHERE ended_at IS NULL;

ALTER TABLE order_reports
  -- [{"sku", "category", "quantity", "value_minor"}], in the reported currency; null: the report has no lines.
  ADD COLUMN lines jsonb CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) > 0),
  ADD COLUMN customer text CHECK (customer IN ('new', 'returning'));
DROP INDEX order_reports_distinct;
CREATE UNIQUE INDEX order_reports_distinct ON order_reports (order_row_id, channel, signed, original_minor, original_currency, click_reported, click_id,
  lower(voucher_code), md5(lines::text), customer) NULLS NOT DISTINCT;

ALTER TABLE orders
  -- As in order_reports, and of each line what was refunded ("refunded_minor", "refunded_quantity") and its rates ("rule", "cpa_ppm", "invoice_cpa_ppm").
  ADD COLUMN lines jsonb CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) > 0),
  ADD COLUMN customer text CHECK (customer IN ('new', 'returning')),
  -- The rules of the order's campaign that its lines are priced by; null: there were none.
  ADD COLUMN commission_rules_id bigint REFERENCES commission_rules;

-- Amounts of orders with lines do not follow from one rate. The trigger orders_price computes the amounts of every order (price_order.sql).
ALTER TABLE orders
  ALTER COLUMN cost_minor DROP EXPRESSION,
  ALTER COLUMN user_minor DROP EXPRESSION,
  ALTER COLUMN agency_minor DROP EXPRESSION;
