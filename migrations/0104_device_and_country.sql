-- Device class and country of clicks, and the country from which a session was opened.

-- One small number (see the functions device_of and country_of); null: recorded by an earlier version. Without a default, so that no row is rewritten.
ALTER TABLE clicks ADD COLUMN device_country smallint;

ALTER TABLE tokens ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$');

-- It has one more argument now (migrations/repeatable).
DROP FUNCTION IF EXISTS record_clicks(pg_snapshot, uuid[], bigint[], bigint[], bigint[], bigint[], text[], date[], uuid[], smallint[], smallint[], int[],
  uuid[], int[], int[], smallint[], bigint[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], bigint[],
  bigint[], bigint[], bigint[], bigint[], bigint[], boolean, boolean);
