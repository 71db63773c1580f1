-- What a token may be used for, and what its owner sees of it.
ALTER TABLE tokens
  -- Tokens that were made before there were scopes have all.
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,links,orders,campaigns,money,administration}'
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,links,orders,campaigns,money,administration}'::text[]),
  -- Of a session: the browser and the system, as `Firefox on Linux`.
  ADD COLUMN device text,
  -- Of a session: when its owner has last shown who they are; null: when it was opened.
  ADD COLUMN authenticated_at timestamptz;
