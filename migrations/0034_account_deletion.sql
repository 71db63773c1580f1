-- Somebody has asked for their account to be erased; until then they can keep it.
ALTER TABLE users ADD COLUMN deletion_due_at timestamptz;
CREATE INDEX users_deletion_due ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
