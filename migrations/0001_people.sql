-- Markets, agencies, people and what proves who they are.
-- Money is whole minor units (bigint) beside an ISO 4217 code; shares are fractions of one with six digits.

CREATE TABLE store_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  key text NOT NULL UNIQUE,
  country char(2) NOT NULL,
  currency char(3) NOT NULL,
  locale text NOT NULL,
  language text NOT NULL,
  marketplace boolean NOT NULL DEFAULT false,
  return_ads_enabled boolean NOT NULL DEFAULT false,
  payment_limit_minor bigint NOT NULL DEFAULT 0 CHECK (payment_limit_minor >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE agencies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  client_secret_hash bytea,
  name text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  store_group_id bigint REFERENCES store_groups,
  default_revenue_tier_id bigint,
  -- What the agency and, failing a tier, its creators earn of a click's cpc.
  agency_share numeric(7, 6) NOT NULL DEFAULT 0 CHECK (agency_share BETWEEN 0 AND 1),
  user_share numeric(7, 6) CHECK (user_share BETWEEN 0 AND 1),
  own_payment_system boolean NOT NULL DEFAULT false,
  default_verified_users boolean NOT NULL DEFAULT false,
  revenue_model text NOT NULL DEFAULT 'share',
  locale text,
  feed text,
  config jsonb NOT NULL DEFAULT '{}',
  user_mail_config jsonb NOT NULL DEFAULT '{}',
  company_name text,
  street text,
  postal_code text,
  city text,
  vat_number text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX agencies_one_default ON agencies (is_default) WHERE is_default;

CREATE TABLE revenue_tiers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agency_id bigint REFERENCES agencies,
  name text NOT NULL,
  user_share numeric(7, 6) CHECK (user_share BETWEEN 0 AND 1),
  agency_share numeric(7, 6) CHECK (agency_share BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (coalesce(user_share, 0) + coalesce(agency_share, 0) <= 1)
);
CREATE INDEX revenue_tiers_agency ON revenue_tiers (agency_id);
ALTER TABLE agencies ADD FOREIGN KEY (default_revenue_tier_id) REFERENCES revenue_tiers;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  password_hash text,
  is_admin boolean NOT NULL DEFAULT false,
  agency_id bigint REFERENCES agencies,
  revenue_tier_id bigint REFERENCES revenue_tiers,
  store_group_id bigint REFERENCES store_groups,
  first_name text,
  surname text,
  display_name text,
  country char(2),
  city text,
  address text,
  postcode text,
  phone text,
  preferred_locale text,
  tier_pricing_type text,
  config jsonb NOT NULL DEFAULT '{}',
  recruitment_utm text,
  -- The person at the identity provider; set only by a verified sign-in, never by a matching e-mail alone.
  identity_id text UNIQUE,
  -- The address was typed in by somebody who has not shown that the mailbox is theirs: nothing that is meant for the mailbox goes
  -- to this account without a sign-in.
  email_unproven boolean NOT NULL DEFAULT false,
  is_verified boolean NOT NULL DEFAULT false,
  suspended_at timestamptz,
  agreement_signed_at timestamptz,
  last_active_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_username ON users (lower(username));
CREATE INDEX users_agency ON users (agency_id);

CREATE TABLE agency_members (
  agency_id bigint NOT NULL REFERENCES agencies,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, agency_id)
);

-- Raw tokens leave once, when made; what is kept proves them and cannot be turned back.
CREATE TABLE tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  -- The first characters, so that a person can tell one token from another in a list.
  hint text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('api', 'access', 'session')),
  name text NOT NULL DEFAULT '',
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX tokens_user ON tokens (user_id);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id bigint REFERENCES users,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint,
  details jsonb NOT NULL DEFAULT '{}',
  request_id text
);
CREATE INDEX audit_log_subject ON audit_log (subject_kind, subject_id, id);

-- What the identity provider's hooks have told of its people; `users.identity_id` says which of them are users of ours.
-- Hooks may come again and in any order: `provider_updated_at` is the latest that was heard of.
CREATE TABLE identities (
  id text PRIMARY KEY,
  email text NOT NULL,
  app_url text,
  provider_updated_at timestamptz,
  -- Set by the hook that says that it was created; without it, so far only changes have been heard of.
  created_heard_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Failed sign-ins by address of mail and of network (hashed), so that guessing is slowed down in all processes at once; and by both
-- together for thirty days where somebody has signed in, who keeps tries of their own there.
CREATE TABLE sign_in_failures (
  key bytea PRIMARY KEY CHECK (octet_length(key) = 32),
  failures integer NOT NULL DEFAULT 0,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (window_ends_at);

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL REFERENCES users,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- How many units of a currency one euro buys, by day, as the ECB publishes it.
CREATE TABLE exchange_rates (
  currency char(3) NOT NULL,
  day date NOT NULL,
  units_per_eur numeric(18, 8) NOT NULL CHECK (units_per_eur > 0),
  source text NOT NULL,
  PRIMARY KEY (currency, day)
);

-- So that money can always be read: an indicative set, replaced for every later day by `load-rates`.
INSERT INTO exchange_rates (currency, day, units_per_eur, source)
SELECT currency, date '2024-01-02', rate, 'default set' FROM (VALUES
  ('EUR', 1.0), ('USD', 1.0956), ('JPY', 155.74), ('BGN', 1.9558), ('CZK', 24.688), ('DKK', 7.4552),
  ('GBP', 0.86645), ('HUF', 382.38), ('PLN', 4.3593), ('RON', 4.9756), ('SEK', 11.1480), ('CHF', 0.9287),
  ('ISK', 150.50), ('NOK', 11.3285), ('TRY', 32.6035), ('AUD', 1.6147), ('BRL', 5.3598), ('CAD', 1.4565),
  ('CNY', 7.8264), ('HKD', 8.5582), ('IDR', 16957.19), ('ILS', 3.9795), ('INR', 91.2615), ('KRW', 1430.40),
  ('MXN', 18.6195), ('MYR', 5.0358), ('NZD', 1.7448), ('PHP', 60.983), ('SGD', 1.4524), ('THB', 37.672), ('ZAR', 20.4045)
) AS rates (currency, rate);
