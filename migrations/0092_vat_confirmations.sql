-- When an administrator confirmed that the VAT number is the payee's; null: not since the number, the name or the country last changed. VAT is paid to
-- nobody without: a number that exists may be another's.
ALTER TABLE payees ADD COLUMN vat_confirmed_at timestamptz, ADD COLUMN vat_confirmed_by bigint REFERENCES users,
  ADD CHECK ((vat_confirmed_at IS NULL) = (vat_confirmed_by IS NULL)), ADD CHECK (vat_confirmed_at IS NULL OR vat_number IS NOT NULL);
