-- The payees who have consented to self-billing, in any version of the text, by account of the ledger (`creator`, `client`) and party. Only with the
-- consent is a statement an invoice in the payee's name, with the payee's identity and VAT.
CREATE OR REPLACE VIEW self_billed_payees AS
  SELECT CASE WHEN p.user_id IS NULL THEN 'client' ELSE 'creator' END AS account, coalesce(p.user_id, p.agency_id) AS party, p.id, p.legal_name, p.street,
    p.postal_code, p.city, p.country, p.vat_number, p.vat_status, p.vat_confirmed_at, p.tax_number
  FROM payees p WHERE EXISTS (SELECT FROM payee_consents c WHERE c.payee_id = p.id);
