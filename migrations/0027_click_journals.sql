-- How far each click journal (a folder of one process, docs/clicks.md) has been carried into the database. The position moves in the transaction
-- that records the clicks before it, so each is recorded once whatever ends when.
CREATE TABLE click_journals (
  journal text PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  carried_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
