-- Addresses without an account whose owners want no more invitations. Only a hash of the lower-case address is stored.
CREATE TABLE declined_addresses (
  address_hash bytea PRIMARY KEY CHECK (octet_length(address_hash) = 32),
  declined_at timestamptz NOT NULL
);

-- An unsubscribe link is of a user, or of an address without an account, with the language of its mail.
ALTER TABLE unsubscribe_links ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE unsubscribe_links ADD COLUMN address_hash bytea CHECK (octet_length(address_hash) = 32);
ALTER TABLE unsubscribe_links ADD COLUMN language text;
ALTER TABLE unsubscribe_links ADD CHECK ((user_id IS NULL) <> (address_hash IS NULL));
