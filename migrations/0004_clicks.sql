
-- class: 0 counted, 1 bot, 2 prefetch, 3 duplicate, 4 blocked, 5 inactive.
-- terms: 0 none, 1 campaign the link is attached to, 2 the store's campaign for this creator, 3 running campaign, 4 store's own prices.
CREATE TABLE clicks (
  id uuid NOT NULL,
  link_id bigint NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  -- The first campaign that would have priced this click, had its cap left room.
  capped_campaign_id bigint,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  -- What the shares are of, and the shares in millionths.
  cpc_minor bigint NOT NULL,
  user_share_ppm integer NOT NULL,
  agency_share_ppm integer NOT NULL,
  currency char(3) NOT NULL,
  day date NOT NULL,
  class smallint NOT NULL,
  source smallint NOT NULL,
  terms smallint NOT NULL,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX clicks_user ON clicks (user_id, id);
CREATE TABLE clicks_other PARTITION OF clicks DEFAULT;

-- Which visitors have been counted on which link today. Rows go with their day's partition.
CREATE TABLE click_visitors (
  day date NOT NULL,
  link_id bigint NOT NULL,
  visitor uuid NOT NULL,
  PRIMARY KEY (link_id, visitor, day)
) PARTITION BY LIST (day);
CREATE TABLE click_visitors_other PARTITION OF click_visitors DEFAULT;

-- The secret of a day; with it gone, nobody can tell who a visitor was.
CREATE TABLE visitor_keys (
  day date PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- Totals. They change in the transaction that writes their clicks and orders; campaign_id 0 is "under no campaign". A link has one
-- creator and one store, so what is asked of a creator is read from its links' days.
CREATE TABLE link_days (
  link_id bigint NOT NULL,
  day date NOT NULL,
  campaign_id bigint NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  social_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  agency_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_agency_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, day, campaign_id)
) WITH (fillfactor = 70);
CREATE INDEX link_days_store ON link_days (store_id, day, user_id, link_id);
CREATE INDEX link_days_user ON link_days (user_id, day, link_id);
CREATE INDEX link_days_campaign ON link_days (campaign_id, day, user_id) WHERE campaign_id <> 0;
CREATE INDEX link_days_day ON link_days USING brin (day) WITH (pages_per_range = 32);

CREATE TABLE store_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  social_clicks bigint NOT NULL DEFAULT 0,
  uncounted bigint NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  agency_minor bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  order_cost_minor bigint NOT NULL DEFAULT 0,
  order_user_minor bigint NOT NULL DEFAULT 0,
  order_agency_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day)
) WITH (fillfactor = 70);

-- When what a click may earn was last changed, by the transaction that changed it: of a store, user, agency or tier. A process
-- prices from memory and names the snapshot up to which it has followed these changes; a batch is refused when there are later ones.
-- scope: 1 store, 2 user, 3 agency, 4 revenue tier.
CREATE TABLE terms_changes (
  scope smallint NOT NULL,
  id bigint NOT NULL,
  changed_by xid8 NOT NULL,
  PRIMARY KEY (scope, id)
) WITH (fillfactor = 70);
CREATE INDEX terms_changes_changed_by ON terms_changes (changed_by);
