-- A token for programs may be made by another person, who is then named by on_behalf_of, as for tokens of one hour.
ALTER TABLE tokens DROP CONSTRAINT tokens_on_behalf_of;
ALTER TABLE tokens ADD CONSTRAINT tokens_on_behalf_of
  CHECK (purpose = 'api' OR (purpose = 'access') = (on_behalf_of IS NOT NULL) OR revoked_at IS NOT NULL);
UPDATE tokens SET on_behalf_of = created_by
  WHERE purpose = 'api' AND created_by <> user_id AND revoked_at IS NULL AND on_behalf_of IS NULL;

-- Who has made the account of another person or set its credentials, so that nobody approves through an account that they control.
CREATE TABLE credential_changes (
  user_id bigint NOT NULL REFERENCES users,
  changed_by bigint NOT NULL REFERENCES users,
  -- Whether changed_by has made the account, or has made the person an administrator.
  is_creation boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, changed_by),
  CHECK (user_id <> changed_by)
);
