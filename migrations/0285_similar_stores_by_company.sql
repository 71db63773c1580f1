-- Finds stores of the same company for the decision about a new store (src/modules/stores/approval/application.ts): by VAT number without separators, and
-- by the name of the company. The domains have an index since they were introduced.
CREATE INDEX stores_vat_number ON stores (upper(regexp_replace(vat_number, '[^A-Za-z0-9]', '', 'g'))) WHERE vat_number IS NOT NULL;
CREATE INDEX stores_company_name ON stores (lower(company_name)) WHERE company_name IS NOT NULL;
