-- The lists of conversations of creators and agencies are read from an index.
ALTER TABLE conversations ADD COLUMN user_id bigint REFERENCES users;
UPDATE conversations c SET user_id = p.user_id FROM participants p WHERE p.id = c.participant_id AND p.user_id IS NOT NULL;
CREATE INDEX conversations_user ON conversations (user_id, last_comment_id) WHERE user_id IS NOT NULL;

-- Texts that a store uses again, and the occasions on which it sends them by itself (src/modules/messages).
CREATE TABLE message_templates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  name text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX message_templates_name ON message_templates (store_id, lower(name));

CREATE TABLE message_triggers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  campaign_id bigint REFERENCES campaigns,
  template_id bigint NOT NULL REFERENCES message_templates,
  author_id bigint NOT NULL REFERENCES users,
  occasion text NOT NULL CHECK (occasion IN ('joined', 'no_clicks', 'first_order', 'tier_reached')),
  days smallint CHECK (days BETWEEN 1 AND 90),
  is_on boolean NOT NULL,
  -- Only what happens after it counts.
  on_since timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CONSTRAINT message_triggers_days CHECK ((occasion = 'no_clicks') = (days IS NOT NULL))
);
CREATE INDEX message_triggers_store ON message_triggers (store_id, id);
CREATE INDEX message_triggers_template ON message_triggers (template_id);
CREATE INDEX message_triggers_on ON message_triggers (occasion, store_id) WHERE is_on;

CREATE TABLE trigger_messages (
  trigger_id bigint NOT NULL REFERENCES message_triggers ON DELETE CASCADE,
  participant_id bigint NOT NULL REFERENCES participants ON DELETE CASCADE,
  comment_id bigint REFERENCES comments,
  left_out text CHECK (left_out IN ('opted_out', 'blocked', 'withdrawn', 'no_account', 'quota')),
  PRIMARY KEY (trigger_id, participant_id),
  CHECK (num_nonnulls(comment_id, left_out) <= 1)
);
CREATE INDEX trigger_messages_participant ON trigger_messages (participant_id);
CREATE INDEX trigger_messages_waiting ON trigger_messages (trigger_id, participant_id) WHERE comment_id IS NULL AND left_out IS NULL;

-- Who has been accepted since when.
CREATE INDEX activities_accepted ON activities (created_at) INCLUDE (participant_id) WHERE type = 'STATUS_CHANGE' AND new_status = 'accepted';
