-- Payouts to connected accounts at the payment provider.
ALTER TABLE payout_accounts DROP CONSTRAINT payout_accounts_method_check;
ALTER TABLE payout_accounts ADD CONSTRAINT payout_accounts_method_check
  CHECK (method IN ('iban', 'bankgiro', 'plusgiro', 'uk', 'us', 'paypal', 'wise', 'stripe'));
ALTER TABLE payout_files DROP CONSTRAINT payout_files_kind_check;
-- `stripe`: the list of transfers that the service itself sends.
ALTER TABLE payout_files ADD CONSTRAINT payout_files_kind_check CHECK (kind IN ('bank', 'paypal', 'wise', 'stripe'));

-- The transfer of a payout. It is sent with the end-to-end id of the payout as its idempotency key.
CREATE TABLE payout_transfers (
  payout_id bigint PRIMARY KEY REFERENCES payouts,
  -- `waiting`: never sent. `sending`: sent at least once, without an answer yet.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sending', 'sent', 'refused')),
  -- When it was sent for the first time: the provider remembers the key for a day.
  first_sent_at timestamptz,
  -- The provider's id.
  transfer_id text UNIQUE,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'waiting') <= (first_sent_at IS NULL)),
  CHECK ((status IN ('sending', 'sent')) <= (first_sent_at IS NOT NULL)),
  CHECK ((status = 'sent') = (transfer_id IS NOT NULL))
);
