-- Codes are compared as people write them. This is the first form of code_key; the current one is in repeatable/code_key.sql.
CREATE FUNCTION code_key(p_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT lower(p_code) $$;

-- All codes of an order, as they were reported; voucher_code is the one that counts.
ALTER TABLE orders ADD COLUMN reported_codes text;

-- code_key: the code in its normal form. A newer code that became equal to an older one keeps its row, under a key that no report has.
-- valid_from, null: since ever. valid_until: when it was deleted; the row remains, because it says whose an earlier order is.
ALTER TABLE vouchers ADD COLUMN code_key text, ADD COLUMN valid_from timestamptz, ADD COLUMN valid_until timestamptz;
UPDATE vouchers SET valid_from = created_at;
DROP INDEX vouchers_code;
