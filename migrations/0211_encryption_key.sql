-- The id of the key that encrypts secrets in this database (src/open-vault.ts). A process with another key does not start.
CREATE TABLE encryption_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id bytea NOT NULL CHECK (octet_length(key_id) = 8),
  set_at timestamptz NOT NULL
);
