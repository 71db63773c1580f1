-- Passkeys (WebAuthn): a way to sign in of its own, and a second factor beside the password.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- As the authenticator names it, in base64url.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- The authenticator's count of signatures; 0 when it keeps none.
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  -- Copied to other devices of its owner by the platform.
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id, id);

-- Challenges that were given out and not answered. Each is good once, for five minutes.
CREATE TABLE passkey_challenges (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  -- Who registers a passkey; null: somebody signs in, or confirms a session.
  user_id bigint REFERENCES users,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
