-- Bonuses that have been reached are reserved in the store's credit, and a closing reads only the months whose orders have changed.

-- The bonuses of a campaign in a month. A row exists from the first order that counts while the campaign has tiers.
CREATE TABLE bonus_months (
  campaign_id bigint NOT NULL REFERENCES campaigns,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- The bonuses of all tiers that creators have reached by their orders as they are now, whatever the budget.
  reached_minor bigint NOT NULL DEFAULT 0 CHECK (reached_minor >= 0),
  -- What the store's credit reserves for those that are not paid.
  reserved_minor bigint NOT NULL DEFAULT 0 CHECK (reserved_minor >= 0),
  -- A closing has paid all of them, and no order has changed since.
  is_settled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (campaign_id, month)
);
CREATE INDEX bonus_months_unsettled ON bonus_months (month) WHERE NOT is_settled;
CREATE INDEX orders_campaign_day ON orders (campaign_id, day) WHERE campaign_id IS NOT NULL;

DROP FUNCTION IF EXISTS bonuses_due(date);
