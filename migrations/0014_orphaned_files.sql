-- Files in the storage that no row refers to, and since when that has been seen: what has been so for a day is removed (housekeeping).
CREATE TABLE orphaned_files (
  key text PRIMARY KEY,
  since timestamptz NOT NULL
);

CREATE INDEX stores_logo_key ON stores (logo_key) WHERE logo_key IS NOT NULL;
CREATE INDEX campaigns_image_key ON campaigns (image_key) WHERE image_key IS NOT NULL;
CREATE INDEX user_media_file_key ON user_media (file_key) WHERE file_key IS NOT NULL;
