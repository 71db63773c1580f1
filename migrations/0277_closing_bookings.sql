-- A closing books the difference of each origin as one row instead of one for each of its three or four entries: a large month writes a third of the rows and
-- half of the index entries. `ledger_entries` becomes a view of both tables. Entries of earlier closings stay where they are.
ALTER TABLE ledger_entries RENAME TO single_entries;
DROP TRIGGER IF EXISTS ledger_entries_balance ON single_entries;
DROP TRIGGER IF EXISTS ledger_entries_fixed ON single_entries;
DROP TRIGGER IF EXISTS ledger_entries_references ON single_entries;
DO $$
DECLARE
  v_old text;
BEGIN
  FOR v_old IN SELECT conname FROM pg_constraint WHERE conrelid = 'single_entries'::regclass AND conname LIKE 'ledger\_entries%' LOOP
    EXECUTE format('ALTER TABLE single_entries RENAME CONSTRAINT %I TO %I', v_old, replace(v_old, 'ledger_entries', 'single_entries'));
  END LOOP;
  FOR v_old IN SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = 'single_entries'::regclass AND relname LIKE 'ledger\_entries%' LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', v_old, replace(v_old, 'ledger_entries', 'single_entries'));
  END LOOP;
END $$;
-- Bookings and entries take their numbers from one sequence. Each number leaves room for four entries: those of a closing's booking are numbered from that of
-- the booking.
ALTER TABLE single_entries ALTER COLUMN id DROP IDENTITY;
ALTER SEQUENCE bookings INCREMENT BY 4;
SELECT setval('bookings', greatest(nextval('bookings'), (SELECT max(id) FROM single_entries)));
ALTER TABLE single_entries ALTER COLUMN id SET DEFAULT nextval('bookings');

CREATE TABLE closing_bookings (
  booking bigint NOT NULL,
  at timestamptz NOT NULL,
  month date NOT NULL,
  origin_kind text NOT NULL CHECK (origin_kind IN ('clicks', 'commission', 'one_time')),
  origin_id text NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  agency_id bigint,
  currency char(3) NOT NULL,
  quantity bigint NOT NULL,
  -- What the store owes, and the parts of the creator and the agency; the rest is the platform's.
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  -- The account of the creator's part: an agency may be paid for its creators.
  user_account text CHECK (user_account IN ('creator', 'client')),
  cost_line_id bigint,
  user_line_id bigint,
  client_line_id bigint,
  recorded_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  PRIMARY KEY (recorded_in, booking),
  CHECK (cost_minor = 0 OR cost_line_id IS NOT NULL),
  CHECK (user_minor = 0 OR (user_line_id IS NOT NULL AND user_account IS NOT NULL)),
  CHECK (agency_minor = 0 OR client_line_id IS NOT NULL),
  CHECK (agency_id IS NOT NULL OR (agency_minor = 0 AND user_account IS DISTINCT FROM 'client'))
);
CREATE UNIQUE INDEX closing_bookings_booking ON closing_bookings (booking);
CREATE INDEX closing_bookings_origin ON closing_bookings (origin_kind, origin_id);
CREATE INDEX closing_bookings_user ON closing_bookings (user_id);
CREATE INDEX closing_bookings_month ON closing_bookings USING brin (month) WITH (pages_per_range = 32);
CREATE INDEX closing_bookings_cost_line ON closing_bookings (cost_line_id) WHERE cost_line_id IS NOT NULL;
CREATE INDEX closing_bookings_user_line ON closing_bookings (user_line_id) WHERE user_line_id IS NOT NULL;
CREATE INDEX closing_bookings_client_line ON closing_bookings (client_line_id) WHERE client_line_id IS NOT NULL;

-- Its definition is in repeatable/ledger_entries.sql; other definitions refer to it.
CREATE VIEW ledger_entries AS
  SELECT id, booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor, quantity, origin_kind, origin_id, invoice_line_id,
    recorded_in
  FROM single_entries;
