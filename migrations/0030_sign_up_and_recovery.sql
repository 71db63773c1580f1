-- Sign-up by oneself, and proof of a mailbox by a mailed code.

-- How people get accounts; exactly one row.
CREATE TABLE account_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- Who may sign up: anybody, whoever opens the invitation link of a campaign, nobody.
  sign_up text NOT NULL DEFAULT 'open' CHECK (sign_up IN ('open', 'invitation', 'closed')),
  -- Creators who sign up earn nothing until an administrator has approved them.
  approve_creators boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO account_settings DEFAULT VALUES;

-- Signed up and not yet approved; such an account is suspended, too.
ALTER TABLE users ADD COLUMN awaits_approval boolean NOT NULL DEFAULT false;
CREATE INDEX users_awaiting_approval ON users (id) WHERE awaits_approval;

-- Codes that are mailed to prove a mailbox. A row exists for every request, also for an address without an account; the job that
-- writes the mail decides, and sets the hash. Rows are purged a day after they expire.
CREATE TABLE account_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('sign_up', 'password_reset', 'email_change')),
  -- Where the mail goes.
  email text NOT NULL,
  -- Whose address changes.
  user_id bigint REFERENCES users,
  hash bytea UNIQUE CHECK (octet_length(hash) = 32),
  -- What a sign-up makes an account of, as JSON: name, role, password_hash, offer_token.
  sign_up jsonb,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((kind = 'sign_up') = (sign_up IS NOT NULL)),
  CHECK ((kind = 'email_change') = (user_id IS NOT NULL))
);
CREATE INDEX account_codes_email ON account_codes (lower(email), created_at);
CREATE INDEX account_codes_user ON account_codes (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX account_codes_age ON account_codes (expires_at);
