-- Invitations of creators to be represented by an agency (src/modules/media/joining). `invites` are those of people who represent a store or an agency.
CREATE TABLE agency_invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agency_id bigint NOT NULL REFERENCES agencies ON DELETE CASCADE,
  -- A creator whom the agency has found and whose address it does not know, or an address that it has given.
  user_id bigint REFERENCES users,
  email text,
  invited_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answer text CHECK (answer IN ('accepted', 'declined', 'revoked')),
  answered_at timestamptz,
  CONSTRAINT agency_invitations_named CHECK (num_nonnulls(user_id, email) = 1),
  CONSTRAINT agency_invitations_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX agency_invitations_agency ON agency_invitations (agency_id, id);
CREATE UNIQUE INDEX agency_invitations_open ON agency_invitations (agency_id, user_id, lower(email)) NULLS NOT DISTINCT WHERE answer IS NULL;
CREATE INDEX agency_invitations_user ON agency_invitations (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX agency_invitations_email ON agency_invitations (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX agency_invitations_expiry ON agency_invitations (expires_at);
