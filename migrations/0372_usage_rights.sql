-- What a store may do with a publication beside reading it, as versions for each deliverable: offered by the store, accepted by the creator. Accepted rights
-- never change; they end by agreement, or are replaced by a later version that the creator accepts.
CREATE TABLE usage_rights (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deliverable_id bigint NOT NULL REFERENCES deliverables,
  participant_id bigint NOT NULL REFERENCES participants,
  version integer NOT NULL CHECK (version > 0),
  channels text[] NOT NULL
    CHECK (cardinality(channels) > 0 AND channels <@ ARRAY['organic', 'website', 'newsletter', 'paid_ads', 'shop', 'print']),
  territory text NOT NULL CHECK (territory <> ''),
  -- Days in the platform's time zone, both included; null: without an end.
  starts_on date NOT NULL,
  ends_on date CHECK (ends_on >= starts_on),
  -- 0: included.
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  -- The store's when it was offered.
  currency text NOT NULL,
  allows_whitelisting boolean NOT NULL,
  exclusivity text NOT NULL,
  status text NOT NULL CHECK (status IN ('offered', 'accepted', 'declined', 'withdrawn', 'replaced')),
  offered_by bigint NOT NULL REFERENCES users,
  offered_at timestamptz NOT NULL,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  -- An earlier last day that one side proposes, and the one that both have agreed on.
  proposed_end date,
  proposed_by_side text CHECK (proposed_by_side IN ('store', 'creator')),
  agreed_end date,
  last_day date GENERATED ALWAYS AS (least(ends_on, agreed_end)) STORED,
  -- The payment of the price; a second one is impossible.
  payment_id bigint UNIQUE REFERENCES one_time_payments,
  -- The number of days before the last day for which both sides have been reminded.
  reminded_days smallint,
  UNIQUE (deliverable_id, version),
  CHECK ((status = 'offered') = (decided_at IS NULL)),
  CHECK ((proposed_end IS NULL) = (proposed_by_side IS NULL)),
  CHECK (payment_id IS NULL OR status IN ('accepted', 'replaced'))
);
CREATE UNIQUE INDEX usage_rights_offered ON usage_rights (deliverable_id) WHERE status = 'offered';
CREATE UNIQUE INDEX usage_rights_accepted ON usage_rights (deliverable_id) WHERE status = 'accepted';
CREATE INDEX usage_rights_participant ON usage_rights (participant_id, id);
CREATE INDEX usage_rights_end ON usage_rights (last_day) WHERE status = 'accepted' AND last_day IS NOT NULL;
