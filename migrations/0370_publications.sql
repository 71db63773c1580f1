-- Where a deliverable was published, and how it was disclosed as advertising. The deliverable then has the status `published`.
ALTER TABLE deliverables DROP CONSTRAINT deliverables_status_check;
ALTER TABLE deliverables ADD CONSTRAINT deliverables_status_check
  CHECK (status IN ('awaited', 'submitted', 'changes_requested', 'approved', 'published'));

CREATE TABLE publications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deliverable_id bigint NOT NULL UNIQUE REFERENCES deliverables,
  participant_id bigint NOT NULL REFERENCES participants,
  -- Null only after the erasure of the creator.
  url text,
  platform text NOT NULL,
  -- Whether the address names a proven channel of the creator, as of the last change.
  is_on_proven_channel boolean NOT NULL,
  -- A day in the platform's time zone.
  published_on date NOT NULL,
  disclosure text NOT NULL CHECK (disclosure IN ('paid_partnership_label', 'hashtag', 'spoken', 'other')),
  disclosure_text text NOT NULL DEFAULT '',
  -- Raised by each correction, so that a decision is about what the store has seen.
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  reported_by bigint NOT NULL REFERENCES users,
  reported_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The store's decision; null: none since the last change.
  decision text CHECK (decision IN ('accepted', 'correction_requested')),
  feedback text,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  -- What the last check of the address found, since when, and the next check; null: there is none.
  address_state text CHECK (address_state IN ('reachable', 'not_reachable', 'unknown')),
  address_since timestamptz,
  address_checked_at timestamptz,
  checks smallint NOT NULL DEFAULT 0,
  next_check_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((address_state IS NULL) = (address_checked_at IS NULL))
);
CREATE INDEX publications_participant ON publications (participant_id, id);
CREATE INDEX publications_due ON publications (next_check_at) WHERE next_check_at IS NOT NULL;

-- Pictures that prove a publication or its figures. They are re-encoded and not public; the hash is that of the stored bytes.
CREATE TABLE publication_proofs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publication_id bigint NOT NULL REFERENCES publications ON DELETE CASCADE,
  media_type text NOT NULL,
  byte_size integer NOT NULL CHECK (byte_size > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- Null only after the erasure of the creator.
  content bytea,
  added_by bigint NOT NULL REFERENCES users,
  added_at timestamptz NOT NULL
);
CREATE INDEX publication_proofs_publication ON publication_proofs (publication_id, id);
