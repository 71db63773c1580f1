-- Pictures that are sent with a message of a store to many. Each is stored once, is re-encoded and is not public (src/modules/messages/attachments).
CREATE TABLE message_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  -- Null until a message is written with it.
  broadcast_id bigint REFERENCES broadcasts ON DELETE CASCADE,
  file_name text NOT NULL,
  media_type text NOT NULL,
  byte_size integer NOT NULL CHECK (byte_size > 0),
  -- Null only after the erasure of the person who added it.
  content bytea,
  added_by bigint NOT NULL REFERENCES users,
  added_at timestamptz NOT NULL
);
CREATE INDEX message_attachments_broadcast ON message_attachments (broadcast_id, id) WHERE broadcast_id IS NOT NULL;
CREATE INDEX message_attachments_unused ON message_attachments (store_id, id) WHERE broadcast_id IS NULL;
CREATE INDEX message_attachments_added_by ON message_attachments (added_by);
