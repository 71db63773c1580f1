-- Statistics: charts open with one configuration at most, and days that are over are added up once more.

CREATE UNIQUE INDEX stats_configurations_default ON stats_configurations (store_id) WHERE is_default;

-- A long range of link_days has a row for each link and day. Of days that are closed, what a creator brought a store is kept by day, and what
-- a link brought by week (named by its Monday). A late change of a closed day, as orders bring, changes these in the same transaction.
CREATE TABLE creator_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  -- Those of them that were on links of the kind `tag`.
  tag_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  agency_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_agency_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day, user_id)
);
CREATE INDEX creator_days_user ON creator_days (user_id, day);
CREATE INDEX creator_days_day ON creator_days USING brin (day) WITH (pages_per_range = 32);

CREATE TABLE link_weeks (
  link_id bigint NOT NULL,
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  orders bigint NOT NULL,
  order_minor bigint NOT NULL,
  order_cost_minor bigint NOT NULL,
  PRIMARY KEY (link_id, week)
);
CREATE INDEX link_weeks_store ON link_weeks (store_id, week);

-- The last day that is closed; of weeks, those that end with it or before.
CREATE TABLE closed_days (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  through date NOT NULL
);
INSERT INTO closed_days (through) VALUES ('1969-12-28');
