-- Time-based one-time passwords (RFC 6238) beside the password, and recovery codes for who has lost the device.
CREATE TABLE totp_factors (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- Needed as it is to compute codes; whoever reads this table still lacks the password.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null: begun, and not asked for yet.
  confirmed_at timestamptz,
  -- The time step of the code that was used last: none is used twice.
  last_step bigint
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);

-- The session was opened, or is confirmed, with a second factor.
ALTER TABLE tokens ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

-- Whose sessions have their office only with a second factor.
ALTER TABLE account_settings
  ADD COLUMN second_factor_for_administrators boolean NOT NULL DEFAULT false,
  ADD COLUMN second_factor_for_stores boolean NOT NULL DEFAULT false;
