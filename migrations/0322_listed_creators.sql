-- What stores search: one row for each creator whom they may find. `refresh_listed_creators` is the only writer of the rows, and triggers call it
-- (migrations/repeatable/refresh_listed_creators.sql). The bands follow the results of a day (`creator_bands`).
CREATE TABLE listed_creators (
  user_id bigint PRIMARY KEY REFERENCES users,
  agency_id bigint,
  country character(2),
  languages text[] NOT NULL,
  topics bigint[] NOT NULL,
  words tsvector NOT NULL,
  -- Of the largest channel.
  followers bigint NOT NULL,
  is_verified boolean NOT NULL,
  shows_results boolean NOT NULL,
  -- 0: not shown.
  click_band smallint NOT NULL DEFAULT 0,
  order_band smallint NOT NULL DEFAULT 0,
  conversion_band smallint NOT NULL DEFAULT 0,
  approval_band smallint NOT NULL DEFAULT 0
);
CREATE INDEX listed_creators_followers ON listed_creators (followers DESC, user_id DESC);
CREATE INDEX listed_creators_country ON listed_creators (country, followers DESC, user_id DESC);
CREATE INDEX listed_creators_topics ON listed_creators USING gin (topics);
CREATE INDEX listed_creators_languages ON listed_creators USING gin (languages);
CREATE INDEX listed_creators_words ON listed_creators USING gin (words);
CREATE INDEX listed_creators_clicks ON listed_creators (click_band DESC, user_id DESC) WHERE click_band > 0;
CREATE INDEX listed_creators_orders ON listed_creators (order_band DESC, user_id DESC) WHERE order_band > 0;
CREATE INDEX listed_creators_conversion ON listed_creators (conversion_band DESC, user_id DESC) WHERE conversion_band > 0;
CREATE INDEX listed_creators_approval ON listed_creators (approval_band DESC, user_id DESC) WHERE approval_band > 0;

-- The largest channel of a listed creator at each platform.
CREATE TABLE listed_channels (
  user_id bigint NOT NULL REFERENCES listed_creators ON DELETE CASCADE,
  platform text NOT NULL,
  followers bigint NOT NULL,
  is_verified boolean NOT NULL,
  PRIMARY KEY (user_id, platform)
);
CREATE INDEX listed_channels_followers ON listed_channels (platform, followers DESC, user_id DESC);

-- Results of creators at stores in the 90 days before `creator_result_day`. Computed once a day.
CREATE TABLE creator_results (
  user_id bigint NOT NULL REFERENCES users,
  store_id bigint NOT NULL REFERENCES stores,
  clicks bigint NOT NULL,
  orders bigint NOT NULL,
  approved bigint NOT NULL,
  denied bigint NOT NULL,
  PRIMARY KEY (user_id, store_id)
);
CREATE INDEX creator_results_store ON creator_results (store_id, user_id);
CREATE TABLE creator_result_day (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), day date NOT NULL);
