-- The bytes of all kept files of creators. The trigger of user_media keeps it (count_stored_bytes.sql), so that an upload does not sum all files.
CREATE TABLE stored_bytes (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  bytes bigint NOT NULL CHECK (bytes >= 0)
);

-- Null: the size of a file of an earlier version, which maintenance reads from the storage.
ALTER TABLE user_media ALTER COLUMN bytes DROP NOT NULL, ALTER COLUMN bytes DROP DEFAULT;
UPDATE user_media SET bytes = NULL WHERE bytes = 0 AND file_key IS NOT NULL;
CREATE INDEX user_media_unsized ON user_media (id) WHERE file_key IS NOT NULL AND bytes IS NULL;

INSERT INTO stored_bytes (bytes) SELECT coalesce(sum(bytes), 0) FROM user_media WHERE file_key IS NOT NULL;
