-- Reminders of unpaid invoices of stores.

-- A reminder that was sent. `blocks`: the last of the schedule; until the invoice is paid the store's credit limit is zero.
CREATE TABLE dunning_notices (
  invoice_id bigint NOT NULL REFERENCES invoices,
  level integer NOT NULL CHECK (level > 0),
  blocks boolean NOT NULL,
  -- A day of the statistics.
  sent_on date NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, level)
);
CREATE INDEX dunning_notices_blocking ON dunning_notices (invoice_id) WHERE blocks;

-- Through this day nothing is sent, and nothing is blocked. Set back when it is over.
ALTER TABLE invoices ADD COLUMN dunning_paused_until date, ADD CHECK (dunning_paused_until IS NULL OR kind = 'store');
