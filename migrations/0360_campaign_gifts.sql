-- What a campaign with product seeding gives its participants, in versions: a participant keeps the version that was current when they joined.
-- kind: product (the one product of the list), choice (the participant chooses `choices` of the list) or credit (value_minor to spend in the shop).
-- value_minor: in minor units of the store's currency; for choices the value of the most expensive ones.
CREATE TABLE campaign_gifts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  kind text NOT NULL CHECK (kind IN ('product', 'choice', 'credit')),
  choices smallint NOT NULL CHECK (choices BETWEEN 0 AND 10),
  value_minor bigint NOT NULL CHECK (value_minor BETWEEN 0 AND 100000000000),
  credit_code text CHECK (credit_code <> ''),
  received_after_days smallint NOT NULL CHECK (received_after_days BETWEEN 1 AND 90),
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (CASE kind WHEN 'product' THEN choices = 1 WHEN 'choice' THEN choices >= 1 ELSE choices = 0 END),
  CHECK (credit_code IS NULL OR kind = 'credit')
);
CREATE UNIQUE INDEX campaign_gifts_current ON campaign_gifts (campaign_id) WHERE ended_at IS NULL;
CREATE INDEX campaign_gifts_campaign ON campaign_gifts (campaign_id);

-- The products of a gift, as they were when the store named them. product_id: the product of the store's feed; null: it is in no feed.
CREATE TABLE campaign_gift_products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gift_id bigint NOT NULL REFERENCES campaign_gifts ON DELETE CASCADE,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 49),
  product_id text,
  title text NOT NULL CHECK (title <> ''),
  url text,
  value_minor bigint NOT NULL CHECK (value_minor BETWEEN 0 AND 10000000000),
  UNIQUE (gift_id, place)
);

-- What a participant is given. gift_id: null when the campaign named no gift, but the store sent something. value_minor: null until it is known.
-- carrier, number, tracking_url, code: what the creator reads about the parcel or the credit.
CREATE TABLE participant_gifts (
  participant_id bigint PRIMARY KEY REFERENCES participants ON DELETE CASCADE,
  gift_id bigint REFERENCES campaign_gifts,
  value_minor bigint CHECK (value_minor BETWEEN 0 AND 100000000000),
  assigned_at timestamptz NOT NULL,
  carrier text NOT NULL DEFAULT '',
  number text NOT NULL DEFAULT '',
  tracking_url text CHECK (tracking_url LIKE 'https://%'),
  credit_code text CHECK (credit_code <> ''),
  sent_at timestamptz,
  delivered_at timestamptz,
  received_at timestamptz,
  not_received_at timestamptz,
  not_received text NOT NULL DEFAULT '',
  address_reminders smallint NOT NULL DEFAULT 0 CHECK (address_reminders BETWEEN 0 AND 2)
);
CREATE INDEX participant_gifts_gift ON participant_gifts (gift_id);
CREATE INDEX participant_gifts_on_the_way ON participant_gifts (sent_at) WHERE sent_at IS NOT NULL AND received_at IS NULL;
CREATE INDEX participant_gifts_without_address ON participant_gifts (assigned_at) WHERE sent_at IS NULL AND address_reminders < 2;

-- The products that a participant has chosen. options: size, colour and the like in the participant's words, removed with the address.
CREATE TABLE participant_gift_products (
  participant_id bigint NOT NULL REFERENCES participant_gifts ON DELETE CASCADE,
  gift_product_id bigint NOT NULL REFERENCES campaign_gift_products,
  options text NOT NULL DEFAULT '',
  PRIMARY KEY (participant_id, gift_product_id)
);
CREATE INDEX participant_gift_products_product ON participant_gift_products (gift_product_id);
