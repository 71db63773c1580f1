-- The payee of an account of the ledger (`creator`, `client`) who has consented to self-billing, in any version of the text; null: none. Only with the
-- consent is a statement an invoice in the payee's name, with the payee's identity and VAT.
CREATE OR REPLACE FUNCTION self_billed_payee(p_account text, p_party bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT p.id FROM payees p WHERE CASE p_account WHEN 'creator' THEN p.user_id = p_party ELSE p.agency_id = p_party END
    AND EXISTS (SELECT FROM payee_consents c WHERE c.payee_id = p.id)
$$;
