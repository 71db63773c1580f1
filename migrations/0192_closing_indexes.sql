-- A closing inserts a million entries, and each index of the ledger costs it seconds. Nothing looks for an entry by its id alone: the booking and the id are
-- the primary key. An origin is looked for to find what was booked to its parties, which no entry of the platform's share says.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_pkey;
DROP INDEX ledger_entries_booking;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (booking, id);
DROP INDEX ledger_entries_origin;
CREATE INDEX ledger_entries_origin ON ledger_entries (origin_kind, origin_id) WHERE part <> 'platform';
