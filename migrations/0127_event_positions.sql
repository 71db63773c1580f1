-- The order in which events were dispatched. Ids are assigned before the commit, so a reader that continues after an id would miss an event that
-- commits later; events are dispatched in one transaction at a time, so a reader that continues after a position misses none.
ALTER TABLE event_outbox ADD COLUMN position bigint;
CREATE SEQUENCE event_positions OWNED BY event_outbox.position;
UPDATE event_outbox e SET position = n.position
FROM (SELECT id, nextval('event_positions') AS position FROM (SELECT id FROM event_outbox WHERE dispatched_at IS NOT NULL AND type <> 'webhook.test' ORDER BY id) o) n
WHERE e.id = n.id;
CREATE UNIQUE INDEX event_outbox_position ON event_outbox (position) WHERE position IS NOT NULL;
