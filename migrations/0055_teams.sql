-- Roles of a store's members and of an agency's representatives. Members that exist become owners.
ALTER TABLE store_members ADD COLUMN role text NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'manager', 'finance', 'read_only'));
ALTER TABLE agency_members ADD COLUMN role text NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'manager', 'finance', 'read_only'));
CREATE INDEX agency_members_agency ON agency_members (agency_id);

-- The role that the invited person receives. Pending invitations were made when all members had all rights.
ALTER TABLE invites ADD COLUMN role text NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'manager', 'finance', 'read_only'));
