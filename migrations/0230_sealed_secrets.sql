-- Secrets that the server must read again are encrypted by the vault (src/sealed-columns.ts). The key is not in the database, so the rows that
-- exist now are listed here with their columns, and the next start encrypts them before it serves.
CREATE TABLE unsealed_secrets (
  table_name text NOT NULL,
  column_name text NOT NULL,
  row_key bigint NOT NULL,
  PRIMARY KEY (table_name, column_name, row_key)
);

ALTER TABLE totp_factors RENAME COLUMN secret TO sealed_secret;
ALTER TABLE order_signing_secrets RENAME COLUMN secret TO sealed_secret;
ALTER TABLE order_signing_secrets ALTER COLUMN sealed_secret TYPE bytea USING convert_to(sealed_secret, 'UTF8');
ALTER TABLE webhooks RENAME COLUMN secret TO sealed_secret;
ALTER TABLE webhooks RENAME COLUMN previous_secret TO sealed_previous_secret;
ALTER TABLE webhooks
  ALTER COLUMN sealed_secret TYPE bytea USING convert_to(sealed_secret, 'UTF8'),
  ALTER COLUMN sealed_previous_secret TYPE bytea USING convert_to(sealed_previous_secret, 'UTF8');

INSERT INTO unsealed_secrets (table_name, column_name, row_key)
SELECT 'totp_factors', 'sealed_secret', user_id FROM totp_factors
UNION ALL SELECT 'order_signing_secrets', 'sealed_secret', id FROM order_signing_secrets
UNION ALL SELECT 'webhooks', 'sealed_secret', id FROM webhooks WHERE sealed_secret IS NOT NULL
UNION ALL SELECT 'webhooks', 'sealed_previous_secret', id FROM webhooks WHERE sealed_previous_secret IS NOT NULL;
