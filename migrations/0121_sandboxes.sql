-- A sandbox is a database of its own. Production keeps this row of it: whose it is, what its clock says, and until when it is kept.
CREATE TABLE sandboxes (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9]{12}$'),
  owner_id bigint NOT NULL REFERENCES users (id),
  name text NOT NULL,
  shape text NOT NULL CHECK (shape IN ('market', 'empty')),
  seed bigint NOT NULL CHECK (seed BETWEEN 0 AND 4294967295),
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'advancing', 'deleting')),
  -- Until when everything has happened in it.
  clock timestamptz NOT NULL,
  -- Of the latest advance: where it began, and where it ends.
  advanced_from timestamptz,
  advance_to timestamptz,
  -- Why the latest advance stopped; it can be requested again.
  failure text,
  -- Ids for programs; no tokens.
  facts jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  CHECK (state <> 'advancing' OR (advanced_from IS NOT NULL AND advance_to > clock))
);
CREATE INDEX sandboxes_owner_id ON sandboxes (owner_id);
