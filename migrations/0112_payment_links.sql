-- Pages of the payment provider on which stores pay an invoice.
CREATE TABLE payment_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices,
  -- Repeated requests with this key create one page.
  request_key uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What was asked for; what the provider reports is compared with it.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency char(3) NOT NULL,
  -- The provider's ids of the page and of the payment; null: not known yet.
  session_id text UNIQUE,
  payment_id text UNIQUE,
  url text,
  expires_at timestamptz NOT NULL,
  -- `requested`: the provider has not answered. `processing`: a debit that is not collected yet. `paid`: the whole amount is at the provider.
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'open', 'processing', 'paid', 'failed', 'expired', 'refunded', 'partly_refunded', 'disputed')),
  -- Why a payment that arrived does not pay the invoice.
  problem text CHECK (problem IN ('differs', 'already_paid', 'invoice_changed')),
  -- The invoice is marked as paid by this payment.
  is_booked boolean NOT NULL DEFAULT false,
  -- Grows with every answer of the provider that is stored, so that an older answer does not replace a newer one.
  revision bigint NOT NULL DEFAULT 0,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((session_id IS NULL) = (url IS NULL)),
  CHECK (status IN ('requested', 'failed') OR session_id IS NOT NULL),
  CHECK (NOT is_booked OR status = 'paid' AND problem IS NULL)
);
-- Two open pages could be paid twice.
CREATE UNIQUE INDEX payment_links_open ON payment_links (invoice_id) WHERE status IN ('requested', 'open', 'processing');
CREATE UNIQUE INDEX payment_links_booked ON payment_links (invoice_id) WHERE is_booked;
CREATE INDEX payment_links_invoice ON payment_links (invoice_id);
