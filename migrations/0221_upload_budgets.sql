-- Bytes that an account uploads on a day (UTC). The account is a user, or the negative id of a store's key, as for actors. Rows of past days are removed.
CREATE TABLE upload_days (
  account bigint NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (account, day)
);
CREATE INDEX upload_days_day ON upload_days (day);

-- The size of an uploaded file, in bytes. Files of earlier versions do not count.
ALTER TABLE user_media ADD COLUMN bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0);
CREATE INDEX user_media_bytes ON user_media (user_id) INCLUDE (bytes) WHERE file_key IS NOT NULL;
