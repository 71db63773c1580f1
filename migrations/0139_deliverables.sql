-- What participants have agreed to hand in, each with its day, and the drafts that they submit for it.
CREATE TABLE deliverables (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  participant_id bigint NOT NULL REFERENCES participants,
  title text NOT NULL,
  instructions text NOT NULL,
  -- A day in the platform's time zone.
  due_on date NOT NULL,
  -- Follows the newest submission and its decision; `awaited`: there is none.
  status text NOT NULL DEFAULT 'awaited' CHECK (status IN ('awaited', 'submitted', 'changes_requested', 'approved')),
  -- The day of which the creator was reminded last, and how often; a day that is moved is reminded of again.
  reminded_for date,
  reminders smallint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX deliverables_participant ON deliverables (participant_id, due_on, id);
CREATE INDEX deliverables_due ON deliverables (due_on, id) WHERE status IN ('awaited', 'changes_requested');

-- Drafts in versions: an address with a note, or a picture. Only the decision of a version is added later. Drafts are not published,
-- so pictures are not among the files that are served to everybody.
CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deliverable_id bigint NOT NULL REFERENCES deliverables,
  version integer NOT NULL CHECK (version > 0),
  url text,
  note text NOT NULL,
  file_name text,
  media_type text,
  content bytea,
  submitted_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- Null: not decided, or replaced by a later version before it was.
  decision text CHECK (decision IN ('approved', 'changes_requested')),
  feedback text,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  UNIQUE (deliverable_id, version),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((content IS NULL) = (media_type IS NULL))
);
CREATE UNIQUE INDEX submissions_approved ON submissions (deliverable_id) WHERE decision = 'approved';
