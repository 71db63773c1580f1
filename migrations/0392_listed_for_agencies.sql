-- Creators choose separately whether agencies find them. Lists and notes belong to a store or to an agency, and end with it.
ALTER TABLE creator_profiles ADD COLUMN is_listed_for_agencies boolean NOT NULL DEFAULT false;

ALTER TABLE listed_creators
  ADD COLUMN for_stores boolean NOT NULL DEFAULT true,
  ADD COLUMN for_agencies boolean NOT NULL DEFAULT false;
ALTER TABLE listed_creators ALTER COLUMN for_stores DROP DEFAULT, ALTER COLUMN for_agencies DROP DEFAULT;
-- Fewer creators may choose agencies than stores.
CREATE INDEX listed_creators_agencies ON listed_creators (followers DESC, user_id DESC) WHERE for_agencies;
CREATE INDEX listed_creators_agencies_newest ON listed_creators (user_id DESC) WHERE for_agencies;

ALTER TABLE creator_lists
  ALTER COLUMN store_id DROP NOT NULL,
  ADD COLUMN agency_id bigint REFERENCES agencies ON DELETE CASCADE,
  ADD CONSTRAINT creator_lists_owner CHECK (num_nonnulls(store_id, agency_id) = 1);
DROP INDEX creator_lists_name;
CREATE UNIQUE INDEX creator_lists_name ON creator_lists (store_id, agency_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX creator_lists_agency ON creator_lists (agency_id) WHERE agency_id IS NOT NULL;

ALTER TABLE creator_notes
  DROP CONSTRAINT creator_notes_pkey,
  ALTER COLUMN store_id DROP NOT NULL,
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN agency_id bigint REFERENCES agencies ON DELETE CASCADE,
  ADD CONSTRAINT creator_notes_owner CHECK (num_nonnulls(store_id, agency_id) = 1);
CREATE UNIQUE INDEX creator_notes_one ON creator_notes (store_id, agency_id, user_id) NULLS NOT DISTINCT;
CREATE INDEX creator_notes_agency ON creator_notes (agency_id) WHERE agency_id IS NOT NULL;
