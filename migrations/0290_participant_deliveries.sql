-- Where and in which size and colour a participant receives the products of a campaign. Only the store of the campaign reads it besides the creator. It is
-- removed some days after the campaign or the participation has ended (src/modules/campaigns/deliveries).
CREATE TABLE participant_deliveries (
  participant_id bigint PRIMARY KEY REFERENCES participants ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  recipient text NOT NULL CHECK (recipient <> ''),
  street text NOT NULL CHECK (street <> ''),
  postal_code text NOT NULL CHECK (postal_code <> ''),
  city text NOT NULL CHECK (city <> ''),
  country char(2) NOT NULL,
  phone text NOT NULL DEFAULT '',
  size text NOT NULL DEFAULT '',
  colour text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL
);
CREATE INDEX participant_deliveries_user ON participant_deliveries (user_id);
