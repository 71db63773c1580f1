-- The rules that decide to whom an order belongs and when it is approved, in versions. campaign_id null: the store's. An order keeps the versions that applied
-- when it was placed. valid_from of a first version: -infinity.
CREATE TABLE order_rule_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  campaign_id bigint REFERENCES campaigns (id),
  version int NOT NULL CHECK (version > 0),
  valid_from timestamptz NOT NULL,
  -- Who changed the rules; null: they are the first ones, or a program of the store changed them.
  actor_id bigint REFERENCES users (id),
  attribution text CONSTRAINT order_rule_versions_attribution_check CHECK (attribution IN ('click_first', 'code_first')),
  window_days smallint CONSTRAINT order_rule_versions_window_check CHECK (window_days BETWEEN 1 AND 365),
  approval_days smallint CONSTRAINT order_rule_versions_approval_check CHECK (approval_days BETWEEN 1 AND 90),
  CONSTRAINT order_rule_versions_store_check CHECK (campaign_id IS NOT NULL OR (attribution IS NOT NULL AND window_days IS NOT NULL))
);
CREATE UNIQUE INDEX order_rule_versions_of_store ON order_rule_versions (store_id, version) WHERE campaign_id IS NULL;
CREATE UNIQUE INDEX order_rule_versions_of_campaign ON order_rule_versions (campaign_id, version) WHERE campaign_id IS NOT NULL;
CREATE INDEX order_rule_versions_store ON order_rule_versions (store_id, id);
CREATE INDEX order_rule_versions_deciding ON order_rule_versions (store_id) WHERE campaign_id IS NOT NULL AND attribution IS NOT NULL;
CREATE INDEX order_rule_versions_actor ON order_rule_versions (actor_id) WHERE actor_id IS NOT NULL;

-- Null: as the store's rules say.
ALTER TABLE campaigns
  ADD COLUMN attribution text CONSTRAINT campaigns_attribution_check CHECK (attribution IN ('click_first', 'code_first')),
  ADD COLUMN attribution_window_days smallint CONSTRAINT campaigns_attribution_window_check CHECK (attribution_window_days BETWEEN 1 AND 365);

-- Orders that name an exclusive code are its creator's, whatever the rule.
ALTER TABLE vouchers ADD COLUMN exclusive boolean NOT NULL DEFAULT false;

-- order_rules_id: the version of the store's rules under which the order was placed; null: their first one. campaign_rules_id: the version of the campaign's
-- rules that decided to whom it belongs; null: the store's did. window_days: the window that applied to its click; null: the order is older than this column.
ALTER TABLE orders ADD COLUMN order_rules_id bigint REFERENCES order_rule_versions (id),
  ADD COLUMN campaign_rules_id bigint REFERENCES order_rule_versions (id), ADD COLUMN window_days smallint,
  DROP CONSTRAINT orders_attribution_rule_check,
  ADD CONSTRAINT orders_attribution_rule_check CHECK (attribution_rule IN ('click_first', 'code_first', 'exclusive_code'));

-- The history of the rules of existing stores is in the audit log.
WITH changes AS (
  SELECT subject_id AS store_id, id, at, actor_id, details -> 'before' AS before, details -> 'after' AS after, NULL::int AS window_before, NULL::int AS window_after
  FROM audit_log WHERE action = 'store.order_rules_changed' AND details -> 'after' ? 'attribution'
  UNION ALL
  SELECT subject_id, id, at, actor_id, NULL, NULL, (details ->> 'before')::int, (details ->> 'days')::int
  FROM audit_log WHERE action = 'store.attribution_window_set'
), moments AS (
  SELECT s.id AS store_id, 0::bigint AS id, '-infinity'::timestamptz AS at, NULL::bigint AS actor_id FROM stores s
  UNION ALL SELECT store_id, id, at, actor_id FROM changes
), states AS (
  SELECT m.*,
    coalesce(rule.after, next_rule.before,
      jsonb_build_object('attribution', coalesce(r.attribution, 'click_first'), 'approval_days', r.approval_days)) AS rules,
    coalesce(win.window_after, next_win.window_before, s.attribution_window_days) AS window_days
  FROM moments m JOIN stores s ON s.id = m.store_id LEFT JOIN order_rules r ON r.store_id = s.id
  LEFT JOIN LATERAL (SELECT c.after FROM changes c WHERE c.store_id = m.store_id AND c.id <= m.id AND c.after IS NOT NULL ORDER BY c.id DESC LIMIT 1) rule ON true
  LEFT JOIN LATERAL (SELECT c.before FROM changes c WHERE c.store_id = m.store_id AND c.id > m.id AND c.after IS NOT NULL ORDER BY c.id LIMIT 1) next_rule ON true
  LEFT JOIN LATERAL (SELECT c.window_after FROM changes c WHERE c.store_id = m.store_id AND c.id <= m.id AND c.window_after IS NOT NULL ORDER BY c.id DESC LIMIT 1) win ON true
  LEFT JOIN LATERAL (SELECT c.window_before FROM changes c WHERE c.store_id = m.store_id AND c.id > m.id AND c.window_after IS NOT NULL ORDER BY c.id LIMIT 1) next_win ON true
)
INSERT INTO order_rule_versions (store_id, version, valid_from, actor_id, attribution, window_days, approval_days)
SELECT store_id, row_number() OVER (PARTITION BY store_id ORDER BY id), at, actor_id, coalesce(rules ->> 'attribution', 'click_first'), window_days,
  (rules ->> 'approval_days')::smallint
FROM states;

INSERT INTO order_rule_versions (store_id, campaign_id, version, valid_from, approval_days)
SELECT store_id, id, 1, '-infinity', approval_days FROM campaigns WHERE approval_days IS NOT NULL;
