import { TOTP_SECRETS } from './modules/accounts/index.ts';
import { BILLING_SECRETS, CUSTOMER_KEYS } from './modules/orders/index.ts';
import { ACCOUNT_DETAILS, PAYMENT_FILES } from './modules/payouts/index.ts';
import { SIGNING_SECRETS } from './modules/stores/index.ts';
import { ENTERED_VALUES, WEBHOOK_SECRETS } from './modules/webhooks/index.ts';
import type { SealedColumn } from './platform/secrets/sealed-columns.ts';

/** Every column that the vault encrypts. tests/schema/secret-columns.test.ts compares the list with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  TOTP_SECRETS,
  SIGNING_SECRETS,
  CUSTOMER_KEYS,
  ...BILLING_SECRETS,
  ...WEBHOOK_SECRETS,
  ENTERED_VALUES,
  ACCOUNT_DETAILS,
  PAYMENT_FILES,
];
