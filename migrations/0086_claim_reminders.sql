-- Stores are reminded of a claim once before its deadline.
ALTER TABLE order_claims ADD COLUMN reminded_at timestamptz;
CREATE INDEX order_claims_due ON order_claims (due_at) WHERE decision IS NULL;
