-- Orders that creators miss or find wrong, and what they show for it. A claim that nobody has decided by its deadline is an administrator's to decide.
CREATE TABLE order_claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  store_id bigint NOT NULL REFERENCES stores,
  order_number text NOT NULL,
  ordered_on date NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  note text NOT NULL,
  -- What was known when it was made.
  findings text[] NOT NULL,
  -- The creator's last click to the store before the order.
  click_id uuid,
  due_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('accepted', 'declined')),
  reason text,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  -- The order that an accepted claim became.
  order_row_id bigint REFERENCES orders,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((decision IS NOT DISTINCT FROM 'accepted') = (order_row_id IS NOT NULL))
);
CREATE UNIQUE INDEX order_claims_open ON order_claims (user_id, store_id, lower(order_number)) WHERE decision IS NULL;
CREATE INDEX order_claims_user ON order_claims (user_id, id);
CREATE INDEX order_claims_store ON order_claims (store_id, id);
CREATE INDEX order_claims_order ON order_claims (order_row_id) WHERE order_row_id IS NOT NULL;

-- Pictures, re-encoded. They show what shoppers bought, so they are not among the files that are served to everybody.
CREATE TABLE order_claim_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id bigint NOT NULL REFERENCES order_claims,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX order_claim_evidence_claim ON order_claim_evidence (claim_id);
