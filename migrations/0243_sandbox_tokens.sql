-- Hashes of the tokens of sandboxes, which are rows of other databases: a guessed token of a sandbox that is not open is refused without a connection to it.
-- A token that is listed may be revoked or expired; the sandbox decides.
CREATE TABLE sandbox_tokens (
  sandbox_id text NOT NULL REFERENCES sandboxes (id) ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- Its id in the database of the sandbox.
  token_id bigint NOT NULL,
  PRIMARY KEY (sandbox_id, hash)
);

-- Null: the tokens of a sandbox of an earlier version were not noted yet.
ALTER TABLE sandboxes ADD COLUMN tokens_noted_at timestamptz;
