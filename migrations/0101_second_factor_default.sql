-- A new marketplace requires a second factor of its administrators. One that has people keeps its choice, so that nobody loses access by an upgrade.
ALTER TABLE account_settings ALTER COLUMN second_factor_for_administrators SET DEFAULT true;
UPDATE account_settings SET second_factor_for_administrators = true WHERE NOT EXISTS (SELECT FROM users);
