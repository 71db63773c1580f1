-- Keys of stores that set up webhooks. Such a webhook receives only while its key is valid, so that a key that has leaked leaves nothing behind.
ALTER TABLE store_keys DROP CONSTRAINT store_keys_scopes_check;
ALTER TABLE store_keys
  ADD CONSTRAINT store_keys_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,orders,campaigns,webhooks}'::text[]),
  -- Whoever sets up a webhook is sent what it reads.
  ADD CONSTRAINT store_keys_webhooks_read CHECK (NOT ('webhooks' = ANY (scopes)) OR 'read' = ANY (scopes));

-- The key that has set the destination; null: a person has.
ALTER TABLE webhooks ADD COLUMN store_key_id bigint REFERENCES store_keys;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_store_key_of_store CHECK (store_key_id IS NULL OR (store_id IS NOT NULL AND kind = 'webhook'));
CREATE INDEX webhooks_store_key ON webhooks (store_key_id) WHERE store_key_id IS NOT NULL;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_pause_reason_check;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_pause_reason_check CHECK (pause_reason IN ('owner', 'failing', 'gone', 'key_ended'));
