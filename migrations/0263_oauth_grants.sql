-- Programs, such as assistants, that a person permits to act in the person's name (OAuth 2.1, docs/guides/assistants.md). They register themselves, so their
-- names and addresses are their own statements. A registration alone gives access to nothing; one without a grant is deleted after a day.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  -- Null: it named itself unreadably, or not at all.
  name text,
  redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) > 0),
  created_at timestamptz NOT NULL
);

-- What a person has permitted to a program. The program exchanges the code for tokens once; the tokens belong to the grant and end with it.
CREATE TABLE oauth_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,links,campaigns}'::text[]),
  -- The address for which the tokens are valid (RFC 8707).
  resource text NOT NULL,
  redirect_uri text NOT NULL,
  -- Whether the session that permitted it had a second factor.
  second_factor boolean NOT NULL,
  -- The S256 code challenge (RFC 7636).
  challenge text NOT NULL,
  code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
  code_expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX oauth_grants_user ON oauth_grants (user_id);
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);

-- `grant`: what a program sends with its requests; `refresh`: what it exchanges for the next pair, once.
ALTER TABLE tokens
  ADD COLUMN grant_id bigint REFERENCES oauth_grants ON DELETE CASCADE,
  ADD COLUMN resource text,
  DROP CONSTRAINT tokens_purpose_check,
  ADD CONSTRAINT tokens_purpose_check CHECK (purpose IN ('api', 'access', 'session', 'grant', 'refresh')),
  ADD CONSTRAINT tokens_of_grant CHECK ((purpose IN ('grant', 'refresh')) = (grant_id IS NOT NULL) AND (grant_id IS NULL) = (resource IS NULL));
CREATE INDEX tokens_grant ON tokens (grant_id) WHERE grant_id IS NOT NULL;
