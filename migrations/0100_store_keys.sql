-- API keys that belong to a store. Whoever makes one can leave the team without ending it.
CREATE TABLE store_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,orders,campaigns}'::text[]),
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX store_keys_store ON store_keys (store_id, id);

-- Which key acted, in place of a user.
ALTER TABLE audit_log ADD COLUMN store_key_id bigint REFERENCES store_keys;
ALTER TABLE audit_log ADD CHECK (actor_id IS NULL OR store_key_id IS NULL);

-- Callers are users and, with negative ids, keys of stores.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_user_id_fkey;
