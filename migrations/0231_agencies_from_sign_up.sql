-- An agency that somebody has created by signing up sends few invitations until an administrator has verified one of its owners. Existing
-- agencies keep their limit.
ALTER TABLE agencies ADD COLUMN from_sign_up boolean NOT NULL DEFAULT false;
