-- Files that a store gives the participants of a campaign to download (src/modules/campaigns/materials). They are not public.
CREATE TABLE campaign_materials (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  place smallint NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'video/mp4', 'application/pdf', 'application/zip')),
  note text NOT NULL DEFAULT '',
  bytes bigint NOT NULL CHECK (bytes > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  file_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX campaign_materials_campaign ON campaign_materials (campaign_id, place);
