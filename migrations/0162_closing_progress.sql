-- How far the closing of a month has come. Its job writes it beside the closing's transaction, so that others can read it meanwhile.
CREATE TABLE closing_progress (
  -- Not a reference: the closing's transaction creates the period.
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  started_at timestamptz NOT NULL,
  -- The step under way, and the number of rows that the one before it has left for it; null: none.
  step text NOT NULL CHECK (step IN ('payments', 'differences', 'invoices', 'bookings', 'notices', 'balances')),
  rows bigint CHECK (rows >= 0),
  updated_at timestamptz NOT NULL
);
