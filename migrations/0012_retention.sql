
-- Clicks that arrived before `kept_from`, a month's beginning in UTC, are gone, but for those that orders came of: these lie in clicks_other.
CREATE TABLE click_retention (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  kept_from timestamptz NOT NULL
);
INSERT INTO click_retention (kept_from) VALUES ('1970-01-01 00:00:00+00');

-- A day whose clicks are gone: a fingerprint of what the totals of links said of it when they were last proved by the clicks.
CREATE TABLE sealed_days (
  day date PRIMARY KEY,
  fingerprint text NOT NULL
);

-- The one or two days around `kept_from` that have clicks on both of its sides: sums of the clicks that are gone.
CREATE TABLE sealed_clicks (
  link_id bigint NOT NULL,
  day date NOT NULL,
  campaign_id bigint NOT NULL,
  agency_id bigint NOT NULL,
  clicks bigint NOT NULL,
  social_clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  PRIMARY KEY (link_id, day, campaign_id, agency_id)
);

-- When a token has ended, by its age or because it was revoked: it is forgotten some time after.
CREATE INDEX tokens_ended ON tokens (least(expires_at, revoked_at));
