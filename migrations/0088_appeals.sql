-- Appeals against voids, denials and declined claims. Their threads are the comments and activities of participations: one concept, of two things.
CREATE TABLE appeals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('click', 'order', 'one_time_payment', 'order_claim')),
  -- The id of the click, the order, the payment or the claim.
  subject text NOT NULL,
  store_id bigint NOT NULL REFERENCES stores,
  -- The creator whom it concerns.
  user_id bigint NOT NULL REFERENCES users,
  opened_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  outcome text CHECK (outcome IN ('upheld', 'dismissed')),
  closed_by bigint REFERENCES users,
  closed_at timestamptz,
  CHECK ((outcome IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX appeals_open ON appeals (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX appeals_user ON appeals (user_id, id);
CREATE INDEX appeals_store ON appeals (store_id, id);

ALTER TABLE comments ALTER COLUMN participant_id DROP NOT NULL, ADD COLUMN appeal_id bigint REFERENCES appeals,
  ADD CHECK (num_nonnulls(participant_id, appeal_id) = 1);
CREATE INDEX comments_appeal ON comments (appeal_id, id) WHERE appeal_id IS NOT NULL;

ALTER TABLE activities ALTER COLUMN participant_id DROP NOT NULL, ADD COLUMN appeal_id bigint REFERENCES appeals,
  ADD CHECK (num_nonnulls(participant_id, appeal_id) = 1);
CREATE INDEX activities_appeal ON activities (appeal_id, id) WHERE appeal_id IS NOT NULL;
