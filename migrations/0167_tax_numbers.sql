-- The number of a tax office: EN 16931 accepts it (BT-32) where the seller of an exempt supply has no VAT number.
ALTER TABLE payees ADD COLUMN tax_number text CHECK (char_length(tax_number) BETWEEN 1 AND 30);
