-- Versions of the rates that rise with a creator's approved orders under a campaign. src/modules/campaigns/rate-steps.
-- A version is in force from created_at until the next one; empty steps: no rates rise from then on. It prices the orders of clicks, or without a click the
-- orders, of that time.
-- counts: the number of orders, or their value less refunds. period: in which they are counted, by the day of the order; `ever` has no end.
-- applies: `later`: to orders that are approved after those that reach the step; `whole`: to all orders of the period.
-- user_tag_id: only creators with this tag when the order is approved.
-- steps: [{"orders": 30, "cpa_ppm": 120000, "cpo_minor": 500, "margin_ppm": 20000, "margin_cpo_minor": 100}], with value_minor instead of orders if values are
-- counted; cpo_minor and the margins may be missing. Thresholds rise, and rates do not fall.
CREATE TABLE rate_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns (id),
  version integer NOT NULL CHECK (version > 0),
  counts text NOT NULL CHECK (counts IN ('orders', 'value')),
  period text NOT NULL CHECK (period IN ('month', 'quarter', 'ever')),
  applies text NOT NULL CHECK (applies IN ('later', 'whole')),
  user_tag_id bigint REFERENCES user_tags (id),
  steps jsonb NOT NULL CHECK (jsonb_typeof(steps) = 'array'),
  created_by bigint NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  UNIQUE (campaign_id, version),
  CHECK (period <> 'ever' OR applies = 'later')
);
CREATE INDEX rate_steps_author ON rate_steps (created_by);
CREATE INDEX rate_steps_tag ON rate_steps (user_tag_id) WHERE user_tag_id IS NOT NULL;

-- The approved orders of a creator under a campaign that are not fully refunded, in each month, each quarter, and altogether (first_day is -infinity). The
-- row of `ever` is locked first, so that orders of one creator are counted one after the other. changes: how often the row has changed. is_settled: the orders
-- of the period that have a step for the whole period have the one that the sums reach.
CREATE TABLE rate_step_sums (
  campaign_id bigint NOT NULL REFERENCES campaigns (id),
  user_id bigint NOT NULL REFERENCES users (id),
  period text NOT NULL CHECK (period IN ('month', 'quarter', 'ever')),
  first_day date NOT NULL,
  orders bigint NOT NULL,
  value_minor bigint NOT NULL,
  changes bigint NOT NULL DEFAULT 0,
  is_settled boolean NOT NULL DEFAULT true,
  PRIMARY KEY (campaign_id, user_id, period, first_day)
);
CREATE INDEX rate_step_sums_user ON rate_step_sums (user_id);
CREATE INDEX rate_step_sums_unsettled ON rate_step_sums (campaign_id, user_id, period, first_day) WHERE NOT is_settled;

INSERT INTO rate_step_sums (campaign_id, user_id, period, first_day, orders, value_minor)
SELECT o.campaign_id, o.user_id, p.period, CASE p.period WHEN 'ever' THEN '-infinity'::date ELSE date_trunc(p.period, o.day::timestamp)::date END,
  count(*), sum(o.value_minor - o.refunded_minor)
FROM orders o CROSS JOIN (VALUES ('ever'), ('month'), ('quarter')) AS p (period)
WHERE o.campaign_id IS NOT NULL AND o.event_kind_id IS NULL AND o.link_id IS NOT NULL AND o.status = 'approved' AND o.refunded_minor < o.value_minor
GROUP BY 1, 2, 3, 4;

-- The version of steps that priced an approved order, the step that it has (from 1; null: none is reached), and the number or the value that decided: of the
-- orders that were counted before it, or for the whole period of all orders when it was last priced.
ALTER TABLE orders
  ADD COLUMN rate_steps_id bigint REFERENCES rate_steps (id),
  ADD COLUMN rate_step smallint,
  ADD COLUMN rate_step_orders bigint,
  ADD COLUMN rate_step_minor bigint,
  ADD CONSTRAINT orders_rate_step_check CHECK (CASE WHEN rate_steps_id IS NULL THEN num_nonnulls(rate_step, rate_step_orders, rate_step_minor) = 0
    ELSE num_nonnulls(rate_step_orders, rate_step_minor) = 1 AND coalesce(rate_step, 1) > 0 END);
CREATE INDEX orders_rate_steps ON orders (rate_steps_id) WHERE rate_steps_id IS NOT NULL;
