-- Domains of creators and agencies, on which only their own links are followed.
CREATE TABLE link_domains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  user_id bigint REFERENCES users,
  agency_id bigint REFERENCES agencies,
  -- Published by the owner as a proof; no secret.
  token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  proven_by text CHECK (proven_by IN ('dns', 'file', 'meta')),
  proven_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, agency_id) = 1),
  CHECK ((proven_by IS NULL) = (proven_at IS NULL)),
  UNIQUE NULLS NOT DISTINCT (host, user_id, agency_id)
);
-- Several may name a domain; one can have it.
CREATE UNIQUE INDEX link_domains_proven ON link_domains (host) WHERE proven_at IS NOT NULL;
CREATE INDEX link_domains_user ON link_domains (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX link_domains_agency ON link_domains (agency_id) WHERE agency_id IS NOT NULL;
