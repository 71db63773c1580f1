-- Sessions of browsers on the host of sandboxes (SANDBOX_URL), which does not receive the cookie of the console. Each belongs to a session of the console and to one
-- sandbox, and is valid as long as both are. The owner receives a code in the console, which the host of sandboxes exchanges once for its cookie.
CREATE TABLE sandbox_sessions (
  sandbox_id text NOT NULL REFERENCES sandboxes (id) ON DELETE CASCADE,
  token_id bigint NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  -- The code that waits for its exchange; null: none.
  code_hash bytea UNIQUE CHECK (octet_length(code_hash) = 32),
  code_expires_at timestamptz,
  -- The cookie; null before the first exchange.
  hash bytea UNIQUE CHECK (octet_length(hash) = 32),
  PRIMARY KEY (sandbox_id, token_id),
  CHECK ((code_hash IS NULL) = (code_expires_at IS NULL))
);
CREATE INDEX sandbox_sessions_token ON sandbox_sessions (token_id);
