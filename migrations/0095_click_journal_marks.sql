-- A log that is not this process's own (NATS JetStream, docs/clicks.md) may lose its end, and give its sequence numbers out again. The mark names
-- the last place of the log that was carried, so that this is noticed. Journals in files need none.
ALTER TABLE click_journals ADD COLUMN mark text;
