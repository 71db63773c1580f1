-- Who may spend: approval of stores, accepted domains, credit limits; and counters that limit paid clicks of one network.

-- Rows that name no state are written by operators: the market that exists, demo data, imports. A registration names its own.
ALTER TABLE stores
  ADD COLUMN approval text NOT NULL DEFAULT 'approved' CHECK (approval IN ('pending', 'approved', 'rejected')),
  ADD COLUMN approval_reason text,
  ADD COLUMN approval_by bigint REFERENCES users,
  ADD COLUMN approval_at timestamptz,
  ADD CHECK (approval <> 'rejected' OR approval_reason IS NOT NULL);
CREATE INDEX stores_approval ON stores (approval, id) WHERE approval <> 'approved';

-- What names look like: compatibility forms, case, accents, look-alike letters of other scripts, digits that stand for letters, and punctuation
-- make no difference. Never replaced: an index is made of it.
CREATE FUNCTION store_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    translate(regexp_replace(lower(normalize(lower(normalize(name, NFKC)), NFKD)), '[̀-ͯ]', '', 'g'),
      'авекмнорстухіјѕԁԛԝһӏοαερτυικνχηøłđıßæœ0134578@$|!i',
      'abekmhopctyxljsdqwhloaeptulkvxnoldlsaooleastbaslll'),
    '[^[:alnum:]]', '', 'g')
$$;
CREATE INDEX stores_name_key ON stores (store_name_key(name) text_pattern_ops) WHERE deleted_at IS NULL;

-- A domain that nobody has accepted leads no URL to the store. `token` is what its owner publishes as the proof.
ALTER TABLE store_domains
  ADD COLUMN standing text NOT NULL DEFAULT 'consented' CHECK (standing IN ('unproven', 'consented', 'proven')),
  ADD COLUMN token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  ADD COLUMN proven_by text CHECK (proven_by IN ('dns', 'file', 'meta')),
  ADD COLUMN accepted_by bigint REFERENCES users,
  ADD COLUMN accepted_at timestamptz,
  ADD COLUMN checked_at timestamptz,
  ADD CHECK ((standing = 'proven') = (proven_by IS NOT NULL));

-- What the administrators of this marketplace have decided, one row. Credit limits are whole euros; a store's limit is in its currency.
CREATE TABLE marketplace_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_registration text NOT NULL DEFAULT 'approval' CHECK (store_registration IN ('closed', 'approval', 'open')),
  credit_limit_eur bigint NOT NULL DEFAULT 10000 CHECK (credit_limit_eur BETWEEN 0 AND 1000000000),
  verified_credit_limit_eur bigint NOT NULL DEFAULT 100000 CHECK (verified_credit_limit_eur BETWEEN 0 AND 1000000000),
  network_store_daily integer NOT NULL DEFAULT 30 CHECK (network_store_daily >= 0),
  network_creator_daily integer NOT NULL DEFAULT 60 CHECK (network_creator_daily >= 0),
  network_minute integer NOT NULL DEFAULT 10 CHECK (network_minute >= 0),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by bigint REFERENCES users
);
INSERT INTO marketplace_settings DEFAULT VALUES;

-- What a store has incurred and not paid yet, and what it may: counters as exact as those of caps. Apart from `stores`, so that recording clicks
-- locks nothing that others wait for. `limit_minor` follows from `own_limit_minor`, else from the settings (migrations/repeatable/credit_limits.sql).
CREATE TABLE store_credit (
  store_id bigint PRIMARY KEY REFERENCES stores ON DELETE CASCADE,
  incurred_minor bigint NOT NULL DEFAULT 0,
  limit_minor bigint NOT NULL DEFAULT 0 CHECK (limit_minor >= 0),
  own_limit_minor bigint CHECK (own_limit_minor >= 0),
  -- Paid clicks that one network may bring to this store; null: what the settings say.
  network_daily integer CHECK (network_daily >= 0),
  network_minute integer CHECK (network_minute >= 0),
  -- When the store was told that it nears its limit; null: it has not been since it last paid.
  warned_at timestamptz
) WITH (fillfactor = 50);
INSERT INTO store_credit (store_id, incurred_minor)
SELECT s.id, coalesce((SELECT sum(d.cost_minor + d.order_cost_minor) FROM store_days d WHERE d.store_id = s.id), 0)
  + coalesce((SELECT sum(t.user_minor) FROM one_time_payments t WHERE t.store_id = s.id), 0)
  - coalesce((SELECT sum(i.net_minor) FROM invoices i WHERE i.store_id = s.id AND i.kind = 'store' AND i.paid_at IS NOT NULL), 0)
FROM stores s;
-- A store that owes much already is trusted with it: an upgrade stops nobody.
UPDATE store_credit SET own_limit_minor = 2 * incurred_minor WHERE incurred_minor > 2500000;

-- Paid clicks of a network (keyed hash of the day) at a store (scope 1) or a creator (scope 2): of the day, and of the latest minute. Rows go with their
-- day's partition; partitions are not logged, for a crash of the database may forget the counters of a day.
CREATE TABLE click_networks (
  day date NOT NULL,
  network uuid NOT NULL,
  scope smallint NOT NULL CHECK (scope IN (1, 2)),
  id bigint NOT NULL,
  clicks integer NOT NULL,
  minute integer NOT NULL,
  minute_clicks integer NOT NULL,
  PRIMARY KEY (network, id, scope, day)
) PARTITION BY LIST (day);
CREATE UNLOGGED TABLE click_networks_other PARTITION OF click_networks DEFAULT;

-- Their signatures change (migrations/repeatable).
DROP FUNCTION IF EXISTS record_clicks(pg_snapshot, uuid[], bigint[], bigint[], bigint[], bigint[], text[], date[], uuid[], smallint[], smallint[], int[],
  int[], smallint[], bigint[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[],
  bigint[], bigint[], bigint[], bigint[], bigint[], boolean, boolean);
DROP FUNCTION IF EXISTS choose_terms(int[], boolean[], int[], int[], int[], int[], int[], bigint[], bigint[], bigint[], bigint[]);
