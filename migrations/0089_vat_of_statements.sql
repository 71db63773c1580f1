-- VAT on self-billed statements, and checks of VAT numbers.

-- What the VAT of an invoice follows from. On statements: `outside_eu_supplier`: a supplier outside the EU, the recipient accounts for the VAT.
-- `small_business`: a supplier whose country exempts it. `not_taxable`: a private person, or no taxable person. `not_applicable`: nothing is known.
ALTER TABLE invoices DROP CONSTRAINT invoices_vat_note_check;
ALTER TABLE invoices ADD CONSTRAINT invoices_vat_note_check CHECK (vat_note IN ('domestic', 'reverse_charge', 'outside_eu', 'not_applicable',
  'outside_eu_supplier', 'small_business', 'not_taxable'));

-- VAT that a payee charges is owed to the payee, and by the tax authority to us.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_check CHECK (account = ANY (CASE part WHEN 'cost' THEN ARRAY['store']
  WHEN 'user' THEN ARRAY['creator', 'client'] WHEN 'client' THEN ARRAY['client'] WHEN 'platform' THEN ARRAY['platform']
  WHEN 'vat' THEN ARRAY['store', 'creator', 'client', 'vat'] ELSE ARRAY['store', 'client', 'creator', 'bank'] END));

-- payee_origins also returns the VAT rate.
DROP FUNCTION IF EXISTS payee_origins(date, integer, bigint[]);

-- Whether a VAT number is registered, as the register (VIES) says. `unavailable`: it gave no answer, which decides nothing.
CREATE TABLE vat_number_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payee_id bigint NOT NULL REFERENCES payees ON DELETE CASCADE,
  vat_number text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('valid', 'invalid', 'unavailable')),
  -- The proof that the register gives to whoever asks with a number of their own.
  consultation_number text,
  -- The name that the register has, if it tells.
  registered_name text,
  reason text,
  checked_at timestamptz NOT NULL
);
CREATE INDEX vat_number_checks_payee ON vat_number_checks (payee_id, vat_number, id DESC);
