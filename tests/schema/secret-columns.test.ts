import { expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../../src/sealed-columns.ts';
import { createTestDatabase } from '../harness/database.ts';

/**
 * Each column whose name could be that of a secret is encrypted by the vault (src/sealed-columns.ts), stored as a hash, or listed here with the
 * reason why its content is no secret. A new one fails until it is listed.
 */
const LIKE_A_SECRET = /secret|token|key|password|passphrase|hash|credential|private|sealed|signature|code|_pin$/;
const TIME_OR_FLAG = /^(?:timestamp|boolean|date|smallint)/;

/** A hash from which the secret cannot be computed. */
const HASHED = [
  'account_codes.hash',
  'agencies.client_secret_hash',
  'billing_records.customer_hash',
  'customer_bindings.customer_hash',
  'declined_addresses.address_hash',
  'invite_mails.address_hash',
  'invites.token_hash',
  'oauth_grants.code_hash',
  'orders.customer_hash',
  'passkey_challenges.hash',
  'recovery_codes.hash',
  'sandbox_sessions.code_hash',
  'sandbox_sessions.hash',
  'sandbox_tokens.hash',
  'sign_in_failures.key',
  'store_keys.hash',
  'stores.activation_key_hash',
  'tokens.hash',
  'unsubscribe_links.address_hash',
  'unsubscribe_links.hash',
  'users.password_hash',
];

const NO_SECRETS: Readonly<Record<string, readonly string[]>> = {
  'names a record, a file or a version of content': [
    'audit_log.store_key_id',
    'webhooks.store_key_id',
    'campaigns.image_key',
    'categories.key',
    'encryption_key.key_id',
    'idempotency_keys.key',
    'idempotency_keys.request_hash',
    'links.url_hash',
    'orphaned_files.key',
    'payment_links.request_key',
    'payment_setups.customer_key',
    'products.category_key',
    'products.content_hash',
    'products.url_hash',
    'return_ads.image_key',
    'sandbox_sessions.token_id',
    'sandbox_tokens.token_id',
    'site_settings.logo_key',
    'store_groups.key',
    'stores.logo_key',
    'unsealed_secrets.row_key',
    'user_media.file_key',
    'campaign_materials.file_key',
    'creator_profiles.picture_key',
  ],
  'is published: in addresses, in pages of stores, in DNS, or as the public half of a pair': [
    'campaigns.token',
    'link_domains.token',
    'social_accounts.token',
    'links.code',
    'passkeys.credential_id',
    'passkeys.public_key',
    'store_domains.token',
    'stores.tracking_key',
  ],
  'a word of commerce': [
    'agencies.postal_code',
    'campaign_gifts.credit_code',
    'participant_gifts.credit_code',
    'currencies.code',
    'hashtags.hashtag',
    'order_reports.voucher_code',
    'orders.reported_codes',
    'orders.voucher_code',
    'participant_deliveries.postal_code',
    'payees.postal_code',
    'product_feed_runs.failure_code',
    'stores.postal_code',
    'unconfirmed_reports.refusal_code',
    'url_rules.keyword',
    'users.postcode',
    'event_kinds.code',
    'vouchers.code',
    'vouchers.code_key',
  ],
  'the part of an event’s data that only one owner may read': ['event_outbox.private_data'],
  'deleted after a day, and not in backups': ['visitor_keys.key'],
};

const { pool } = await createTestDatabase();

async function columnsLikeSecrets(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; attname: string; type: string }>(`
    SELECT c.relname || '.' || a.attname AS name, a.attname, format_type(a.atttypid, NULL) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped`);
  return rows
    .filter(({ attname, type }) => LIKE_A_SECRET.test(attname) && !TIME_OR_FLAG.test(type))
    .map(({ name }) => name)
    .sort();
}

const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
const listed = () => [...sealed, ...HASHED, ...Object.values(NO_SECRETS).flat()].sort();

test('every column that is named like a secret is encrypted, hashed, or listed as no secret', async () => {
  expect(await columnsLikeSecrets()).toEqual(listed());
});

test('encrypted columns contain bytes, and a column for a secret in clear is found', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND table_name || '.' || column_name = ANY ($1)`,
    [sealed],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealed].sort());
  await pool.query('ALTER TABLE product_feeds ADD feed_password text');
  expect((await columnsLikeSecrets()).filter((name) => !listed().includes(name))).toEqual([
    'product_feeds.feed_password',
  ]);
  await pool.query('ALTER TABLE product_feeds DROP feed_password');
});
