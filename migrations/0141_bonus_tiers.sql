-- Campaigns may pay fixed bonuses by tier of the month.

-- The tiers of a campaign, in versions. A version holds from its first month until the next version's, and is never changed.
CREATE TABLE bonus_tiers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  version integer NOT NULL CHECK (version > 0),
  first_month date NOT NULL CHECK (extract(day FROM first_month) = 1),
  -- [{"orders": 10 | null, "value_minor": 5000000 | null, "bonus_minor": 50000}]; empty: no bonuses.
  tiers jsonb NOT NULL CHECK (jsonb_typeof(tiers) = 'array'),
  -- The most that the bonuses of one month cost together.
  budget_minor bigint NOT NULL CHECK (budget_minor >= 0),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  UNIQUE (campaign_id, version)
);

-- A bonus is a one-time payment that the closing of a month creates. Its date is the last day of the month in which it was earned.
ALTER TABLE one_time_payments
  ADD COLUMN bonus_campaign_id bigint REFERENCES campaigns,
  -- The position of the tier, from 1.
  ADD COLUMN bonus_tier integer CHECK (bonus_tier > 0),
  ADD CHECK ((bonus_campaign_id IS NULL) = (bonus_tier IS NULL)),
  ADD CHECK (bonus_campaign_id IS NULL OR participant_id IS NULL);
CREATE UNIQUE INDEX one_time_payments_bonus ON one_time_payments (bonus_campaign_id, user_id, payment_date, bonus_tier) WHERE bonus_campaign_id IS NOT NULL;
