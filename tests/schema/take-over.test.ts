import { describe, expect, it } from 'vitest';
import { takeOver } from '../../src/modules/accounts/unproven-address.ts';
import { createTestApplication } from '../harness/application.ts';

/**
 * Every table, with the reason why nothing in it that was made before the owner proved the mailbox can send money or data away or open the
 * account; `removed`: a take-over removes or disables it. A new table needs a line.
 */
const TABLES: Record<string, string> = {
  ...as('removed', [
    'tokens',
    'oauth_grants',
    'totp_factors',
    'passkeys',
    'recovery_codes',
    'passkey_challenges',
    'account_codes',
    'payees',
    'payout_accounts',
    'payee_consents',
    'vat_number_checks',
    'webhooks',
    'report_schedules',
    'report_recipients',
    'broadcasts',
    'message_triggers',
    'store_keys',
    'order_signing_secrets',
    'billing_records',
    'billing_sources',
    'payment_setups',
    'campaigns',
    'one_time_payments',
    'invites',
    'agency_invitations',
    'store_members',
    'agency_members',
    'link_domains',
    'participant_deliveries',
    'creator_pages',
    'creator_profiles',
    'product_feeds',
    'data_exports',
    'notification_settings',
    'unsubscribe_links',
    'idempotency_keys',
    'sandboxes',
    'stores',
    'users',
  ]),
  ...as('belongs to a campaign, which is paused', [
    'bonus_months',
    'bonus_tiers',
    'rate_step_sums',
    'rate_steps',
    'campaign_agreements',
    'campaign_gift_products',
    'campaign_gifts',
    'campaign_links',
    'campaign_materials',
    'campaign_pages',
    'campaign_questions',
    'campaign_targets',
    'campaign_templates',
    'commission_rules',
    'deliverables',
    'participants',
    'prices',
    'publications',
    'shared_budgets',
    'submissions',
    'vouchers',
  ]),
  ...as('a record of what happened', [
    'accepted_terms',
    'activities',
    'activity_reads',
    'appeals',
    'audit_log',
    'bank_entries',
    'bank_entry_invoices',
    'bank_files',
    'closing_bookings',
    'broadcast_recipients',
    'comments',
    'conversations',
    'message_attachments',
    'store_message_days',
    'trigger_messages',
    'credential_changes',
    'declined_addresses',
    'dunning_notices',
    'imported_commissions',
    'gift_orders',
    'influencer_notices',
    'invite_mails',
    'invoice_lines',
    'invoice_numbers',
    'invoices',
    'notifications',
    'order_attributions',
    'order_claim_evidence',
    'order_claims',
    'order_events',
    'order_reports',
    'orders',
    'participant_agreements',
    'participant_answers',
    'participant_gift_products',
    'participant_gifts',

    'payment_events',
    'payment_links',
    'payment_periods',
    'payout_files',
    'payout_runs',
    'payout_transfers',
    'payouts',
    'prepayments',
    'product_feed_runs',
    'publication_figures',
    'publication_proofs',
    'recorded_terms',
    'refused_reports',
    'sign_in_failures',
    'single_entries',
    'store_mails',
    'terms_promises',
    'unannounced_orders',
    'unconfirmed_reports',
    'usage_rights',
    'void_items',
    'voids',
    'webhook_attempts',
    'webhook_deliveries',
  ]),
  ...as('reserves money of the store for creators, which only an administrator can end', ['guarantees']),
  ...as('a registration of a program, which alone gives access to nothing', ['oauth_clients']),
  ...as('only takes something away from people', ['blocklist', 'payout_holds', 'payout_minimums']),
  ...as('only administrators write it', [
    'account_settings',
    'accounting_settings',
    'agencies',
    'categories',
    'currencies',
    'encryption_key',
    'exchange_rates',
    'export_identity',
    'marketplace_settings',
    'payment_system_configs',
    'return_ads',
    'revenue_tiers',
    'site_settings',
    'store_categories',
    'store_credit',
    'store_groups',
    'user_tag_members',
    'user_tags',
  ]),
  ...as('leads visitors to the own store or to a store that pays, and earns for the owner of the account', [
    'creator_page_links',
    'link_slugs',
    'links',
    'store_domains',
    'url_rules',
    'unpaid_links',
    'page_rule_changes',
  ]),
  ...as('texts and pictures, which the owner sees and changes', [
    'creator_list_members',
    'creator_lists',
    'creator_notes',
    'creator_topics',
    'message_templates',
    'muted_stores',
    'hashtags',
    'influencers',
    'products',
    'social_accounts',
    'store_pages',
    'user_media',
    'orphaned_files',
  ]),
  ...as('settings of how the store’s orders and figures are read', [
    'customer_bindings',
    'customer_keys',
    'customer_programmes',
    'event_kinds',
    'event_prices',
    'order_collectors',
    'order_rule_versions',
    'order_rules',
    'stats_configurations',
  ]),
  ...as('the identity provider’s own record', ['identities']),
  ...as('ends with the session of the console or the sandbox, which are removed', [
    'sandbox_sessions',
    'sandbox_tokens',
  ]),
  ...as('computed from other tables', [
    'campaign_counts',
    'campaign_spend',
    'click_event_progress',
    'click_journals',
    'click_network_days',
    'click_networks',
    'click_retention',
    'click_subs',
    'click_terms',
    'click_visitors',
    'clicks',
    'closed_days',
    'closing_progress',
    'creator_currency_days',
    'creator_days',
    'creator_result_day',
    'creator_results',
    'listed_channels',
    'listed_creators',
    'event_outbox',
    'link_days',
    'link_weeks',
    'reported_limits',
    'schema_definitions',
    'schema_migrations',
    'sealed_clicks',
    'sealed_days',
    'store_days',
    'store_report_totals',
    'stored_bytes',
    'terms_changes',
    'unsealed_secrets',
    'upload_days',
    'visitor_keys',
  ]),
};

function as(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

const application = await createTestApplication();
const { database, market } = application;
const { pool, db } = database;
const query = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;

/** An account that an attacker has prepared: a store and an agency of its own, and everything that could help later. */
async function prepare() {
  const [victim, accomplice, creator] = [await market.user(), await market.user(), await market.user()];
  const [storeId, agencyId] = [await market.store(), await market.agency()];
  await market.member(storeId, victim);
  await market.representative(agencyId, victim);
  await market.activationKey(storeId);
  const campaignId = await market.campaign({ storeId });
  await application.tokenOf(victim);
  await pool.query('UPDATE users SET email_unproven = true, deletion_due_at = now() WHERE id = $1', [victim]);
  const [payee] = await query(
    `INSERT INTO payees (user_id, kind, legal_name, street, postal_code, city, country, vat_status, created_at, updated_at)
     VALUES ($1, 'person', 'Mallory', 's', '1', 'c', 'SE', 'none', now(), now()) RETURNING id`,
    victim,
  );
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO totp_factors (user_id, sealed_secret, created_at, confirmed_at) VALUES ($1, '\\x00', now(), now())`,
      [victim],
    ],
    [
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, backed_up, name, created_at)
       VALUES ($1, $2, '\\x00', 0, false, 'x', now())`,
      [victim, `credential-${victim}`],
    ],
    [`INSERT INTO recovery_codes (user_id, hash) VALUES ($1, sha256('x'))`, [victim]],
    [
      `INSERT INTO oauth_clients (id, redirect_uris, created_at) VALUES ($1, '{https://mallory.example}', now())`,
      [`client${victim}`],
    ],
    [
      `INSERT INTO oauth_grants (client_id, user_id, scopes, resource, redirect_uri, second_factor, challenge, code_hash, code_expires_at, created_at)
       VALUES ($2, $1, '{read}', 'https://x.example/mcp', 'https://mallory.example', false, '', sha256($2::text::bytea), now() + interval '1 minute', now())`,
      [victim, `client${victim}`],
    ],
    [
      `INSERT INTO passkey_challenges (hash, user_id, expires_at) VALUES (sha256($2::bytea), $1, now() + interval '1 hour')`,
      [victim, `c${victim}`],
    ],
    [
      `INSERT INTO account_codes (kind, email, user_id, hash, created_at, expires_at)
       VALUES ('email_change', 'mallory@example.test', $1, sha256($2::bytea), now(), now() + interval '1 hour')`,
      [victim, `a${victim}`],
    ],
    [
      `INSERT INTO payout_accounts (payee_id, method, currency, masked, sealed, fingerprint, created_by, created_at, usable_from)
       VALUES ($1, 'iban', NULL, 'DE', '\\x00', '\\x00', $2, now(), now())`,
      [payee.id, victim],
    ],
    [
      `INSERT INTO payee_consents (payee_id, version, given_by, given_at) VALUES ($1, '2026-11', $2, now())`,
      [payee.id, victim],
    ],
    [
      `INSERT INTO webhooks (kind, user_id, url, events, description, sealed_secret, created_by, created_at, updated_at)
       VALUES ('webhook', $1, 'https://mallory.example', '{order.*}', '', 'whsec', $1, now(), now())`,
      [victim],
    ],
    [
      `INSERT INTO webhooks (kind, store_id, url, events, description, sealed_secret, created_by, created_at, updated_at)
       VALUES ('webhook', $1, 'https://mallory.example', '{order.*}', '', 'whsec', $2, now(), now())`,
      [storeId, victim],
    ],
    [
      `WITH made AS (
         INSERT INTO report_schedules (store_id, name, list, filters, every, hour, format, next_at, created_by, created_at, updated_at)
         VALUES ($1, 'x', 'orders', '{}', 'day', 1, 'csv', now(), $2, now(), now()), ($1, 'x', 'orders', '{}', 'day', 1, 'csv', now(), $3, now(), now()) RETURNING id)
       INSERT INTO report_recipients (schedule_id, user_id) SELECT id, $2 FROM made`,
      [storeId, victim, accomplice],
    ],
    [
      `INSERT INTO broadcasts (store_id, author_id, audience, participant_ids, subject, text, send_at, state, created_at)
       VALUES ($1, $2, 'participants', '{1}', 'x', 'x', now() + interval '1 day', 'scheduled', now())`,
      [storeId, victim],
    ],
    [
      `WITH made AS (INSERT INTO message_templates (store_id, name, subject, text, created_at, updated_at) VALUES ($1, 'x', 'x', 'x', now(), now()) RETURNING id)
       INSERT INTO message_triggers (store_id, template_id, author_id, occasion, is_on, on_since, created_at)
       SELECT $1, id, $2, 'joined', true, now(), now() FROM made`,
      [storeId, victim],
    ],
    [
      `INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_by, created_at)
       VALUES ($1, 'x', sha256($2::bytea), 'trbs_', '{read}', $3, now())`,
      [storeId, `k${victim}`, victim],
    ],
    [`INSERT INTO order_signing_secrets (store_id, sealed_secret) VALUES ($1, 'secret')`, [storeId]],
    [
      `WITH made AS (INSERT INTO billing_sources (store_id, source, sealed_secret, connected_at, updated_at) VALUES ($1, 'stripe', 'secret', now(), now()) RETURNING id)
       INSERT INTO billing_records (source_id, kind, record_id, stated_at, rank, counts, heard_at) SELECT id, 'payment', 'pi_1', now(), 0, true, now() FROM made`,
      [storeId],
    ],
    [`INSERT INTO payment_setups (store_id, provider) VALUES ($1, 'manual')`, [storeId]],
    [
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment, created_by)
       VALUES ($1, $2, 100, 'SEK', current_date, 'x', $3)`,
      [storeId, creator, victim],
    ],
    [
      `INSERT INTO invites (email, store_id, invited_by, token_hash, expires_at) VALUES ('m@example.test', $1, $2, sha256($3::bytea), now() + interval '1 day')`,
      [storeId, victim, `i${victim}`],
    ],
    [
      `INSERT INTO invites (email, store_id, invited_by, accepted_at, accepted_by) VALUES ('m@example.test', $1, $2, now(), $3)`,
      [storeId, victim, accomplice],
    ],
    [
      `INSERT INTO invites (email, agency_id, invited_by, accepted_at, accepted_by) VALUES ('m@example.test', $1, $2, now(), $3)`,
      [agencyId, victim, accomplice],
    ],
    [
      `INSERT INTO agency_invitations (agency_id, email, invited_by, created_at, expires_at) VALUES ($1, 'm@example.test', $2, now(), now() + interval '1 day')`,
      [agencyId, victim],
    ],
    [`INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'owner')`, [storeId, accomplice]],
    [`INSERT INTO agency_members (agency_id, user_id, role) VALUES ($1, $2, 'owner')`, [agencyId, accomplice]],
    [
      `WITH joined AS (INSERT INTO participants (campaign_id, user_id, status) VALUES ($2, $1, 'accepted') RETURNING id)
       INSERT INTO participant_deliveries (participant_id, user_id, recipient, street, postal_code, city, country, updated_at)
       SELECT id, $1, 'Mallory', 's', '1', 'c', 'SE', now() FROM joined`,
      [victim, campaignId],
    ],
    [
      `INSERT INTO creator_pages (user_id, name, is_public, published_at) VALUES ($1, $2, true, now())`,
      [victim, `mallory-${victim}`],
    ],
    [
      `INSERT INTO creator_profiles (user_id, is_listed, is_listed_for_agencies, shows_results, updated_at) VALUES ($1, true, true, true, now())`,
      [victim],
    ],
    [`INSERT INTO link_domains (host, user_id) VALUES ($2, $1)`, [victim, `go${victim}.mallory.example`]],
    [
      `INSERT INTO product_feeds (store_id, url, format, schedule, created_at, updated_at) VALUES ($1, 'https://mallory.example', 'csv', 'daily', now(), now())`,
      [storeId],
    ],
    [
      `INSERT INTO data_exports (user_id, requested_at, expires_at) VALUES ($1, now(), now() + interval '7 days')`,
      [victim],
    ],
    [`INSERT INTO notification_settings (user_id, updated_at) VALUES ($1, now())`, [victim]],
    [
      `INSERT INTO unsubscribe_links (hash, user_id, kind, created_at) VALUES (sha256($2::bytea), $1, 'orders', now())`,
      [victim, `u${victim}`],
    ],
    [`INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, 'k', sha256('x'))`, [victim]],
    [
      `INSERT INTO sandboxes (id, owner_id, name, shape, seed, clock, created_at, expires_at, last_used_at)
       VALUES ($2, $1, 'x', 'empty', 1, now(), now(), now() + interval '30 days', now())`,
      [victim, `sandbox${String(victim).padStart(5, '0')}`],
    ],
  ];
  for (const [text, values] of statements) await pool.query(text, values);
  return { victim, accomplice, storeId, agencyId, campaignId, payee: payee.id as number };
}

/** What is left of the preparations, by table. */
async function leftOf({
  victim,
  accomplice,
  storeId,
  agencyId,
  campaignId,
  payee,
}: Awaited<ReturnType<typeof prepare>>) {
  const [row] = await query(
    `SELECT (SELECT count(*) FROM tokens WHERE user_id = $1 AND revoked_at IS NULL) AS tokens,
      (SELECT count(*) FROM oauth_grants WHERE user_id = $1 AND ended_at IS NULL) AS oauth_grants,
      (SELECT count(*) FROM totp_factors WHERE user_id = $1) AS totp_factors,
      (SELECT count(*) FROM passkeys WHERE user_id = $1) AS passkeys,
      (SELECT count(*) FROM recovery_codes WHERE user_id = $1) AS recovery_codes,
      (SELECT count(*) FROM passkey_challenges WHERE user_id = $1) AS passkey_challenges,
      (SELECT count(*) FROM account_codes WHERE user_id = $1) AS account_codes,
      (SELECT count(*) FROM payees WHERE id = $6) AS payees,
      (SELECT count(*) FROM payout_accounts WHERE payee_id = $6 AND removed_at IS NULL) AS payout_accounts,
      (SELECT count(*) FROM payee_consents WHERE payee_id = $6) AS payee_consents,
      (SELECT count(*) FROM webhooks WHERE created_by = $1 AND deleted_at IS NULL) AS webhooks,
      (SELECT count(*) FROM report_schedules WHERE created_by = $1) AS report_schedules,
      (SELECT count(*) FROM broadcasts WHERE author_id = $1 AND state = 'scheduled') AS broadcasts,
      (SELECT count(*) FROM message_triggers WHERE author_id = $1 AND is_on) AS message_triggers,
      (SELECT count(*) FROM report_recipients WHERE user_id = $1) AS report_recipients,
      (SELECT count(*) FROM store_keys WHERE store_id = $3 AND revoked_at IS NULL) AS store_keys,
      (SELECT count(*) FROM order_signing_secrets WHERE store_id = $3) AS order_signing_secrets,
      (SELECT count(*) FROM billing_sources WHERE store_id = $3) AS billing_sources,
      (SELECT count(*) FROM billing_records r JOIN billing_sources b ON b.id = r.source_id WHERE b.store_id = $3) AS billing_records,
      (SELECT count(*) FROM payment_setups WHERE store_id = $3) AS payment_setups,
      (SELECT count(*) FROM campaigns WHERE id = $5 AND active) AS campaigns,
      (SELECT count(*) FROM one_time_payments WHERE store_id = $3) AS one_time_payments,
      (SELECT count(*) FROM invites WHERE invited_by = $1 AND accepted_at IS NULL AND revoked_at IS NULL) AS invites,
      (SELECT count(*) FROM agency_invitations WHERE agency_id = $4 AND answer IS NULL) AS agency_invitations,
      (SELECT count(*) FROM store_members WHERE store_id = $3 AND user_id = $2) AS store_members,
      (SELECT count(*) FROM agency_members WHERE agency_id = $4 AND user_id = $2) AS agency_members,
      (SELECT count(*) FROM participant_deliveries WHERE user_id = $1) AS participant_deliveries,
      (SELECT count(*) FROM creator_pages WHERE user_id = $1 AND is_public) AS creator_pages,
      (SELECT count(*) FROM creator_profiles WHERE user_id = $1 AND (is_listed OR is_listed_for_agencies OR shows_results)) AS creator_profiles,
      (SELECT count(*) FROM link_domains WHERE user_id = $1) AS link_domains,
      (SELECT count(*) FROM product_feeds WHERE store_id = $3 AND url IS NOT NULL) AS product_feeds,
      (SELECT count(*) FROM data_exports WHERE user_id = $1) AS data_exports,
      (SELECT count(*) FROM notification_settings WHERE user_id = $1) AS notification_settings,
      (SELECT count(*) FROM unsubscribe_links WHERE user_id = $1) AS unsubscribe_links,
      (SELECT count(*) FROM idempotency_keys WHERE user_id = $1) AS idempotency_keys,
      (SELECT count(*) FROM sandboxes WHERE owner_id = $1 AND expires_at > now()) AS sandboxes,
      (SELECT count(*) FROM stores WHERE id = $3 AND activation_key_hash IS NOT NULL) AS stores,
      (SELECT count(*) FROM users WHERE id = $1 AND deletion_due_at IS NOT NULL) AS users`,
    victim,
    accomplice,
    storeId,
    agencyId,
    campaignId,
    payee,
  );
  return Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]));
}

describe('A take-over of an account', () => {
  it('handles every table, or states why it need not', async () => {
    const tables = await query(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  });

  it('leaves nothing that sends money or data away or opens the account', async () => {
    const made = await prepare();
    const before = await leftOf(made);
    for (const [name, count] of Object.entries(before)) expect([name, count > 0]).toEqual([name, true]);
    const removed = Object.keys(TABLES).filter((name) => TABLES[name] === 'removed');
    expect(Object.keys(before).sort()).toEqual(removed.filter((name) => name !== 'vat_number_checks').sort());
    await db.transaction((tx) => takeOver(tx, { userId: made.victim, passwordHash: null, at: new Date() }));
    const after = await leftOf(made);
    for (const [name, count] of Object.entries(after)) expect([name, count]).toEqual([name, 0]);
    const entries = await query(
      `SELECT details FROM audit_log WHERE action = 'user.taken_over' AND subject_id = $1`,
      made.victim,
    );
    expect(entries).toEqual([
      { details: { removed: expect.objectContaining({ payout_accounts: 1, webhooks: 2, invites: 1, tokens: 1 }) } },
    ]);
    // The owner keeps the store and the agency.
    expect(await query('SELECT user_id FROM store_members WHERE store_id = $1', made.storeId)).toEqual([
      { user_id: made.victim },
    ]);
  });

  it('keeps what belongs to others', async () => {
    const made = await prepare();
    const partner = await market.user();
    await pool.query(`INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'owner')`, [
      made.storeId,
      partner,
    ]);
    await db.transaction((tx) => takeOver(tx, { userId: made.victim, passwordHash: null, at: new Date() }));
    const after = await leftOf(made);
    expect(after).toMatchObject({
      store_members: 1,
      order_signing_secrets: 1,
      payment_setups: 1,
      campaigns: 1,
      stores: 1,
      tokens: 0,
      webhooks: 0,
    });
  });
});
