-- A person's data as a file, made by a job. Rows are purged with their files a week after they were made.
CREATE TABLE data_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  -- Null: the job has not made the file yet.
  made_at timestamptz,
  -- A ZIP file. It is kept here, since files of the file storage are public.
  content bytea,
  expires_at timestamptz NOT NULL,
  CHECK ((made_at IS NULL) = (content IS NULL))
);
CREATE INDEX data_exports_user ON data_exports (user_id, id);
CREATE INDEX data_exports_age ON data_exports (expires_at);

-- Versions of the marketplace's terms and privacy notice that people are asked to accept; null: nobody is asked.
ALTER TABLE account_settings
  ADD COLUMN terms_version text,
  ADD COLUMN terms_url text,
  ADD COLUMN privacy_version text,
  ADD COLUMN privacy_url text;

-- Which version a person has accepted, and when. Rows are never changed.
CREATE TABLE accepted_terms (
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('terms', 'privacy')),
  version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, version)
);
