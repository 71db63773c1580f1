-- Whether a user belongs to a store and therefore earns nothing at it: a member; a user of an agency that a member represents or that has the store's VAT
-- number; or a member of another store with the same VAT number or payment method. VAT numbers are compared in capitals, without spaces and punctuation.
-- A change of any table that the result depends on is recorded (terms_changed.sql).
CREATE OR REPLACE FUNCTION belongs_to_store(p_store bigint, p_user bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM store_members m WHERE m.store_id = p_store AND m.user_id = p_user)
    OR EXISTS (
      SELECT FROM users u JOIN agencies c ON NOT c.is_default
        AND (c.id = u.agency_id OR c.id IN (SELECT r.agency_id FROM agency_members r WHERE r.user_id = u.id))
      WHERE u.id = p_user AND (
        nullif(upper(regexp_replace(c.vat_number, '[^[:alnum:]]', '', 'g')), '') = (SELECT nullif(upper(regexp_replace(s.vat_number, '[^[:alnum:]]', '', 'g')), '') FROM stores s WHERE s.id = p_store)
        OR c.id IN (SELECT r.agency_id FROM store_members m JOIN agency_members r ON r.user_id = m.user_id WHERE m.store_id = p_store)))
    OR EXISTS (
      SELECT FROM store_members m JOIN stores o ON o.id = m.store_id WHERE m.user_id = p_user AND (
        nullif(upper(regexp_replace(o.vat_number, '[^[:alnum:]]', '', 'g')), '') = (SELECT nullif(upper(regexp_replace(s.vat_number, '[^[:alnum:]]', '', 'g')), '') FROM stores s WHERE s.id = p_store)
        OR EXISTS (SELECT FROM payment_setups mine JOIN payment_setups its ON its.store_id = p_store AND its.provider = mine.provider
          AND its.method_id = mine.method_id WHERE mine.store_id = o.id)))
$$;
