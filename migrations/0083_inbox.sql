-- What people are notified of: shown in the console, mailed at once or in the weekly digest, as they choose for each kind.
CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL
    CHECK (kind IN ('campaigns', 'orders', 'statements', 'payments', 'limits', 'service', 'security')),
  -- The event of the outbox that it reports; null: what has happened is no event. Without a reference, since events are purged earlier.
  event_id bigint,
  -- The key of a text in the catalogues of messages, and its values.
  message text NOT NULL,
  data jsonb NOT NULL,
  -- Whom it names, beside its reader; it goes with them.
  about_user_id bigint REFERENCES users,
  -- Where it leads in the console.
  path text NOT NULL CHECK (path LIKE '/console%'),
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- `none`: for the weekly digest.
  mail text NOT NULL CHECK (mail IN ('due', 'sent', 'none')),
  -- In place of the reader's address: the one before a change.
  mail_to text,
  digested_at timestamptz
);
CREATE UNIQUE INDEX notifications_event ON notifications (user_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX notifications_user ON notifications (user_id, id);
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE read_at IS NULL;
CREATE INDEX notifications_mail_due ON notifications (id) WHERE mail = 'due';
CREATE INDEX notifications_undigested ON notifications (user_id, created_at)
  WHERE mail = 'none' AND digested_at IS NULL AND read_at IS NULL;
CREATE INDEX notifications_about ON notifications (about_user_id) WHERE about_user_id IS NOT NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- Choices that differ from the defaults: every kind is mailed at once, and the rest once a week.
CREATE TABLE notification_settings (
  user_id bigint PRIMARY KEY REFERENCES users,
  unmailed text[] NOT NULL DEFAULT '{}' CHECK (NOT 'security' = ANY (unmailed)),
  weekly_digest boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL
);

-- Secrets of unsubscribe links (RFC 8058), one of each mail.
CREATE TABLE unsubscribe_links (
  hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- A kind of notification, or `digest`.
  kind text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX unsubscribe_links_user ON unsubscribe_links (user_id);
CREATE INDEX unsubscribe_links_age ON unsubscribe_links (created_at);
