-- Codes that are mailed for a sign-in after many wrong passwords. A row without a user is of an attempt with a wrong password or an unknown address, and is
-- never mailed: the work is the same, so that the time of the reply says nothing.
ALTER TABLE account_codes DROP CONSTRAINT account_codes_kind_check;
ALTER TABLE account_codes DROP CONSTRAINT account_codes_check1;
ALTER TABLE account_codes
  ADD CONSTRAINT account_codes_kind_check CHECK (kind IN ('sign_up', 'password_reset', 'email_change', 'sign_in')),
  ADD CONSTRAINT account_codes_check1 CHECK (kind = 'sign_in' OR (kind = 'email_change') = (user_id IS NOT NULL));
