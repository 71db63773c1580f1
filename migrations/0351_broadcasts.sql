-- Messages of a store to many participants (src/modules/messages/broadcasts).
CREATE INDEX participants_campaign ON participants (campaign_id, id);

CREATE TABLE muted_stores (
  user_id bigint NOT NULL REFERENCES users,
  store_id bigint NOT NULL REFERENCES stores,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, store_id)
);
CREATE INDEX muted_stores_store ON muted_stores (store_id);

CREATE TABLE broadcasts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  campaign_id bigint REFERENCES campaigns,
  author_id bigint NOT NULL REFERENCES users,
  audience text NOT NULL CHECK (audience IN ('participants', 'statuses', 'list')),
  participant_ids bigint[],
  statuses text[],
  list_id bigint REFERENCES creator_lists ON DELETE SET NULL,
  subject text NOT NULL,
  text text NOT NULL,
  send_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('scheduled', 'sent', 'stopped')),
  -- The last participant who was handled while it is being sent.
  position bigint NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  left_out jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT broadcasts_audience CHECK ((audience = 'participants') = (participant_ids IS NOT NULL) AND (audience = 'statuses') = (statuses IS NOT NULL)
    AND (audience <> 'statuses' OR campaign_id IS NOT NULL) AND (audience = 'list' OR list_id IS NULL)),
  CONSTRAINT broadcasts_ended CHECK ((state = 'scheduled') = (ended_at IS NULL))
);
CREATE INDEX broadcasts_store ON broadcasts (store_id, id);
CREATE INDEX broadcasts_due ON broadcasts (send_at) WHERE state = 'scheduled';
CREATE INDEX broadcasts_list ON broadcasts (list_id) WHERE list_id IS NOT NULL;

CREATE TABLE broadcast_recipients (
  broadcast_id bigint NOT NULL REFERENCES broadcasts ON DELETE CASCADE,
  participant_id bigint NOT NULL REFERENCES participants ON DELETE CASCADE,
  comment_id bigint REFERENCES comments,
  left_out text CHECK (left_out IN ('opted_out', 'blocked', 'withdrawn', 'no_account', 'quota')),
  PRIMARY KEY (broadcast_id, participant_id),
  CHECK (num_nonnulls(comment_id, left_out) = 1)
);
CREATE INDEX broadcast_recipients_participant ON broadcast_recipients (participant_id);

-- The messages of broadcasts and triggers of a store on a day (UTC), which are limited.
CREATE TABLE store_message_days (
  store_id bigint NOT NULL REFERENCES stores,
  day date NOT NULL,
  messages integer NOT NULL CHECK (messages >= 0),
  PRIMARY KEY (store_id, day)
);
