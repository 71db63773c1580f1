-- Terms that a store attaches to a campaign. A text is never changed: another text is another version.
CREATE TABLE campaign_agreements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  version integer NOT NULL CHECK (version > 0),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  text_sha256 bytea NOT NULL CHECK (text_sha256 = sha256(convert_to(text, 'UTF8'))),
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- When another version or none took its place; null: the current one.
  ended_at timestamptz,
  UNIQUE (campaign_id, version)
);
CREATE UNIQUE INDEX campaign_agreements_current ON campaign_agreements (campaign_id) WHERE ended_at IS NULL;

-- Which versions a participant has agreed to. Rows are never changed.
CREATE TABLE participant_agreements (
  participant_id bigint NOT NULL REFERENCES participants,
  agreement_id bigint NOT NULL REFERENCES campaign_agreements,
  -- `accepted`: by naming the version; `joined`: by joining while it was current, through an endpoint that cannot name one.
  manner text NOT NULL CHECK (manner IN ('accepted', 'joined')),
  accepted_at timestamptz NOT NULL,
  accepted_by bigint NOT NULL REFERENCES users,
  PRIMARY KEY (participant_id, agreement_id, manner)
);
CREATE INDEX participant_agreements_agreement ON participant_agreements (agreement_id);
