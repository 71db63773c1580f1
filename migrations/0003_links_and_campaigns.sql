-- Tracked links, and the terms under which their clicks earn.

CREATE TABLE links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users,
  store_id bigint NOT NULL REFERENCES stores,
  -- Where the link leads, for ever; the redirect goes nowhere else.
  url text NOT NULL,
  -- SHA-256 of `url`: the same creator converting the same URL again gets the same link.
  url_hash bytea NOT NULL CHECK (octet_length(url_hash) = 32),
  title text NOT NULL DEFAULT '',
  -- `link`: in a text; `tag`: on a picture or film (user media).
  kind text NOT NULL DEFAULT 'link' CHECK (kind IN ('link', 'tag')),
  suspended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, store_id, url_hash)
);
CREATE INDEX links_user ON links (user_id, created_at, id);
CREATE INDEX links_store ON links (store_id, created_at, id);
CREATE INDEX links_created ON links (created_at, id);

CREATE TABLE shared_budgets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  title text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  spent_minor bigint NOT NULL DEFAULT 0 CHECK (spent_minor >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);
CREATE INDEX shared_budgets_store ON shared_budgets (store_id, id);

CREATE TABLE campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  store_group_id bigint REFERENCES store_groups,
  token text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('standard', 'user_accept', 'store_accept', 'suggestion')),
  name text NOT NULL DEFAULT '',
  campaign_title text NOT NULL DEFAULT '',
  campaign_text text NOT NULL DEFAULT '',
  influencer_text text NOT NULL DEFAULT '',
  campaign_show boolean NOT NULL DEFAULT true,
  image_key text,
  active boolean NOT NULL DEFAULT true,
  priority integer NOT NULL DEFAULT 50 CHECK (priority BETWEEN 1 AND 100),
  valid_from timestamptz,
  -- The last instant at which the campaign holds.
  valid_until timestamptz,
  -- Set: the store's terms for this one creator.
  only_user_id bigint REFERENCES users,
  has_product_seeding boolean NOT NULL DEFAULT false,
  has_onetime_payment boolean NOT NULL DEFAULT false,
  one_time_payment_minor bigint CHECK (one_time_payment_minor >= 0),
  -- Caps. With per_user_limit each participant has the clicks and the money for itself.
  per_user_limit boolean NOT NULL DEFAULT false,
  max_clicks bigint CHECK (max_clicks >= 0),
  max_money_minor bigint CHECK (max_money_minor >= 0),
  budget_limit_minor bigint CHECK (budget_limit_minor >= 0),
  shared_budget_id bigint REFERENCES shared_budgets,
  todo text[] NOT NULL DEFAULT '{}',
  store_visibility smallint NOT NULL DEFAULT 0 CHECK (store_visibility IN (0, 1, 2)),
  show_for_advertiser boolean NOT NULL DEFAULT true,
  created_by bigint REFERENCES users,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (valid_until IS NULL OR valid_from IS NULL OR valid_until > valid_from),
  CHECK (NOT has_onetime_payment OR one_time_payment_minor IS NOT NULL)
);
CREATE INDEX campaigns_store ON campaigns (store_id, id);
CREATE INDEX campaigns_running ON campaigns (store_id, priority DESC, id DESC) WHERE active AND deleted_at IS NULL;
CREATE UNIQUE INDEX campaigns_only_user ON campaigns (store_id, only_user_id) WHERE only_user_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX campaigns_shared_budget ON campaigns (shared_budget_id) WHERE shared_budget_id IS NOT NULL;
CREATE INDEX campaigns_created_by ON campaigns (created_by, id);

CREATE TABLE campaign_targets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  user_id bigint REFERENCES users,
  user_tag_id bigint REFERENCES user_tags,
  store_group_id bigint REFERENCES store_groups,
  agency_id bigint REFERENCES agencies,
  revenue_tier_id bigint REFERENCES revenue_tiers,
  email text,
  social_identifier text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, email, social_identifier) = 1),
  UNIQUE NULLS NOT DISTINCT
    (campaign_id, user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, email, social_identifier)
);
-- Which campaigns are aimed at a user; a target stands in one of these.
CREATE INDEX campaign_targets_user ON campaign_targets (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX campaign_targets_user_tag ON campaign_targets (user_tag_id) WHERE user_tag_id IS NOT NULL;
CREATE INDEX campaign_targets_store_group ON campaign_targets (store_group_id) WHERE store_group_id IS NOT NULL;
CREATE INDEX campaign_targets_agency ON campaign_targets (agency_id) WHERE agency_id IS NOT NULL;
CREATE INDEX campaign_targets_revenue_tier ON campaign_targets (revenue_tier_id) WHERE revenue_tier_id IS NOT NULL;
CREATE INDEX campaign_targets_email ON campaign_targets (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX campaign_targets_social ON campaign_targets (lower(social_identifier)) WHERE social_identifier IS NOT NULL;

CREATE TABLE participants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  user_id bigint REFERENCES users,
  pre_registered_email text,
  pre_registered_identifier text,
  status text NOT NULL CHECK (status IN ('open', 'applied', 'denied', 'accepted', 'store_denied', 'done',
    'suggestion', 'second_prio', 'have_posted', 'have_received', 'product_sent')),
  -- Once the creator has applied, a revert leads back to `applied`.
  applied_at timestamptz,
  todo jsonb,
  payment_amount_minor bigint,
  payment_currency char(3),
  -- Override: this participant's own click limit.
  click_limit bigint CHECK (click_limit >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (campaign_id, user_id),
  CHECK (num_nonnulls(user_id, pre_registered_email, pre_registered_identifier) >= 1)
);
CREATE INDEX participants_user ON participants (user_id, campaign_id);
CREATE UNIQUE INDEX participants_email ON participants (campaign_id, lower(pre_registered_email));
CREATE UNIQUE INDEX participants_identifier ON participants (campaign_id, lower(pre_registered_identifier));
CREATE INDEX participants_waiting_email ON participants (lower(pre_registered_email)) WHERE user_id IS NULL;

-- What a click or an order costs: the store's own prices, a campaign's, or a participant's overrides of a campaign's.
CREATE TABLE prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  campaign_id bigint REFERENCES campaigns,
  participant_id bigint REFERENCES participants,
  source smallint NOT NULL CHECK (source IN (0, 1)),
  cpc_minor bigint CHECK (cpc_minor BETWEEN 0 AND 1000000000),
  invoice_cpc_minor bigint CHECK (invoice_cpc_minor BETWEEN 0 AND 1000000000),
  cpa numeric(7, 6) CHECK (cpa BETWEEN 0 AND 1),
  invoice_cpa numeric(7, 6) CHECK (invoice_cpa BETWEEN 0 AND 1),
  user_share numeric(7, 6) CHECK (user_share BETWEEN 0 AND 1),
  agency_share numeric(7, 6) CHECK (agency_share BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (participant_id IS NULL OR campaign_id IS NOT NULL),
  CHECK (coalesce(user_share, 0) + coalesce(agency_share, 0) <= 1),
  UNIQUE NULLS NOT DISTINCT (store_id, campaign_id, participant_id, source)
);
CREATE INDEX prices_campaign ON prices (campaign_id) WHERE campaign_id IS NOT NULL;

CREATE TABLE campaign_links (
  campaign_id bigint NOT NULL REFERENCES campaigns,
  link_id bigint NOT NULL REFERENCES links,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (link_id, campaign_id)
);
CREATE INDEX campaign_links_campaign ON campaign_links (campaign_id);

-- What a campaign has used: user_id 0 for all of it, else one creator's part. Caps are held against these rows, locked.
CREATE TABLE campaign_spend (
  campaign_id bigint NOT NULL REFERENCES campaigns,
  user_id bigint NOT NULL DEFAULT 0,
  clicks bigint NOT NULL DEFAULT 0 CHECK (clicks >= 0),
  spent_minor bigint NOT NULL DEFAULT 0 CHECK (spent_minor >= 0),
  PRIMARY KEY (campaign_id, user_id)
) WITH (fillfactor = 70);

CREATE TABLE comments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant_id bigint NOT NULL REFERENCES participants,
  author_id bigint NOT NULL REFERENCES users,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX comments_participant ON comments (participant_id, id);

CREATE TABLE activities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant_id bigint NOT NULL REFERENCES participants,
  type text NOT NULL CHECK (type IN ('COMMENT', 'DELETED_COMMENT', 'STATUS_CHANGE')),
  actor_id bigint REFERENCES users,
  comment_id bigint REFERENCES comments,
  old_status text,
  new_status text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz
);
CREATE INDEX activities_participant ON activities (participant_id, id);

CREATE TABLE activity_reads (
  participant_id bigint NOT NULL REFERENCES participants,
  user_id bigint NOT NULL REFERENCES users,
  read_activity_id bigint NOT NULL,
  PRIMARY KEY (participant_id, user_id)
);
