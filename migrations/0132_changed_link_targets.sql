-- Edges follow links in NATS without a database. This column tells the process that publishes links which of them have been changed.
ALTER TABLE links
  -- The transaction that last changed the slug or the expiry; null: none did. Set by the trigger link_target_changed.
  ADD COLUMN target_changed_by xid8;
UPDATE links l SET target_changed_by = pg_current_xact_id() WHERE EXISTS (SELECT FROM link_slugs s WHERE s.link_id = l.id);
CREATE INDEX links_target_changed ON links (target_changed_by) WHERE target_changed_by IS NOT NULL;
