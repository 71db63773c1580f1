import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { AFTER_CLOSING, createClosedMonth } from '../../../../tests/harness/closed-month.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { diskStorage } from '../../../platform/storage/disk.ts';
import { createFileRemover } from '../../../platform/storage/remove-file.ts';
import { audit } from '../../payments/audit/audit.ts';
import { handleIdentityUpdate } from '../identity/handle-identity-event.ts';
import { userOfIdentity } from '../identity/user-of-identity.ts';
import { hashPassword } from '../password.ts';

/** A mark that every text about the person contains, in any case. */
const MARK = 'zebedee';
const EMAIL = 'Zebedee.Quill@example.test';
const SUBJECT = 'auth0|zebedee';
const FILE = `media/${'a1'.repeat(32)}.png`;

const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING });
const userId = cast.ids.creator;
let storage: ReturnType<typeof diskStorage>;
let session: string;
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const erase = (as = cast.tokens.admin, id: number | string = userId) =>
  application.call({ method: 'POST', url: `/v2/admin/users/${id}/erase`, as });
const signIn = () =>
  application.call({ method: 'POST', url: '/v2/sessions', body: { email: EMAIL, password: 'a good password' } });
const identity = { subject: SUBJECT, email: EMAIL, emailVerified: true, name: 'Zebedee Quill', serviceUserId: null };

/** `table.column` of every column of any type, in any schema, whose text holds the mark. */
async function columnsWithMark(): Promise<string[]> {
  const columns = await query(`
    SELECT format('%I.%I', c.table_schema, c.table_name) AS table, c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE' ORDER BY 1, 3`);
  expect(columns.length).toBeGreaterThan(400);
  const found = [];
  for (const { table, table_name, column_name } of columns) {
    const hits = await query(`SELECT FROM ${table} WHERE "${column_name}"::text ILIKE $1 LIMIT 1`, `%${MARK}%`);
    if (hits.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}
/** All data on which money depends, as one text. */
const books = async () => {
  const texts = [];
  for (const table of [
    'ledger_entries',
    'invoices',
    'invoice_lines',
    'orders',
    'link_days',
    'store_days',
    'clicks',
    'one_time_payments',
    'links',
  ])
    texts.push(await query(`SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS rows FROM ${table} t`));
  return JSON.stringify(texts);
};

beforeAll(async () => {
  const hash = await hashPassword('a good password');
  await query(
    `UPDATE users SET username = 'zebedee', email = $2, password_hash = $3, first_name = 'Zebedee', surname = 'Zebedeeson', display_name = 'Z. Zebedee',
       city = 'Zebedeetown', address = 'Zebedee Street 1', postcode = 'zebedee 1', phone = 'zebedee 070', preferred_locale = 'fi_FI',
       config = '{"a": "zebedee"}', recruitment_utm = 'zebedee', identity_id = $4, country = 'SE', tier_pricing_type = NULL WHERE id = $1`,
    userId,
    EMAIL,
    hash,
    SUBJECT,
  );
  await createClosedMonth(application, cast);
  const { market, database } = application;
  const { storeId } = cast;
  const campaignId = await market.campaign({ storeId, onlyUserId: userId });
  await query(`UPDATE campaigns SET name = 'zebedee', campaign_title = 'For zebedee' WHERE id = $1`, campaignId);
  const other = await market.campaign({ storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId: other, userId });
  await query(`UPDATE participants SET pre_registered_email = $2 WHERE id = $1`, participantId, EMAIL);
  await query(
    `INSERT INTO participants (campaign_id, status, pre_registered_email) SELECT id, 'open', $1 FROM campaigns WHERE only_user_id IS NULL AND id <> $2 LIMIT 1`,
    EMAIL.toUpperCase(),
    other,
  );
  await query(
    `INSERT INTO participants (campaign_id, status, pre_registered_identifier) VALUES ($1, 'open', 'ZEBEDEE')`,
    other,
  );
  await query(`INSERT INTO campaign_targets (campaign_id, email) VALUES ($1, $2)`, campaignId, EMAIL.toUpperCase());
  await query(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'zebedee')`, userId);
  await query(`INSERT INTO campaign_targets (campaign_id, social_identifier) VALUES ($1, 'Zebedee')`, other);
  await query(`INSERT INTO influencers (user_id, work_status) VALUES ($1, 'zebedee')`, userId);
  await query(`INSERT INTO influencer_notices (user_id, store_id) VALUES ($1, $2)`, userId, storeId);
  const [comment] = await query(
    `INSERT INTO comments (participant_id, author_id, text) VALUES ($1, $2, 'I am Zebedee') RETURNING id`,
    participantId,
    userId,
  );
  await query(
    `INSERT INTO activities (participant_id, type, actor_id, comment_id) VALUES ($1, 'COMMENT', $2, $3)`,
    participantId,
    userId,
    comment!['id'],
  );
  await query(
    `INSERT INTO user_media (user_id, store_id, media_type, username, file_key) VALUES ($1, $2, 'image', 'zebedee', $3)`,
    userId,
    storeId,
    FILE,
  );
  await query(
    `INSERT INTO user_media (user_id, store_id, media_type, username, href) VALUES ($1, $2, 'social', 'zebedee', 'https://social.example/zebedee')`,
    userId,
    storeId,
  );
  await query(
    `INSERT INTO identities (id, email, app_url) VALUES ($1, $2, 'https://app.example/zebedee')`,
    SUBJECT,
    EMAIL,
  );
  await query(
    `INSERT INTO invites (email, store_id, invited_by, token_hash) VALUES ($1, $2, $3, sha256('a'))`,
    EMAIL,
    storeId,
    cast.ids.admin,
  );
  await query(
    `INSERT INTO invites (email, agency_id, accepted_at, accepted_by) VALUES ('old.zebedee@example.test', $1, now(), $2)`,
    cast.agencyId,
    userId,
  );
  await query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, reply) VALUES ($1, 'zebedee', 'a', '{"name": "zebedee"}')`,
    userId,
  );
  await query(
    `INSERT INTO vouchers (store_id, code, user_id, link_id) SELECT store_id, 'ZEBEDEE10', user_id, id FROM links WHERE user_id = $1 LIMIT 1`,
    userId,
  );
  await query(`UPDATE orders SET voucher_code = 'ZEBEDEE10'`);
  await query(
    `INSERT INTO order_claims (user_id, store_id, order_number, ordered_on, amount_minor, currency, note, findings, due_at, created_at)
     VALUES ($1, $2, 'A-1', '2026-01-10', 1, 'SEK', 'Zebedee misses it', '{}', now(), now())`,
    userId,
    cast.storeId,
  );
  await query(
    `INSERT INTO account_codes (kind, email, sign_up, created_at, expires_at) VALUES ('sign_up', $1, '{"name": "Zebedee"}', now(), now())`,
    EMAIL,
  );
  await query(`SELECT graphile_worker.add_job('send_mail', json_build_object('to', $1::text))`, EMAIL);
  await query(
    `INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, details) VALUES ($1, 'user.identity_linked', 'user', $1, $2)`,
    userId,
    { identity: SUBJECT },
  );
  const about = { reason: 'Zebedee clicks his own links' };
  const admin = (path: string, body: object) =>
    application.call({ method: 'POST', url: `/v2/admin/${path}`, as: cast.tokens.admin, body });
  const { body: hold } = await admin('holds', { user_id: userId, ...about });
  expect((await admin(`holds/${hold.id}/release`, about)).status).toBe(200);
  const filter = { kind: 'one_time_payments', user_id: userId, from: '2026-01-01', to: '2026-01-31' };
  const { body: preview } = await admin('voids/preview', filter);
  const { body: done } = await admin('voids', { ...filter, fingerprint: preview.fingerprint, ...about });
  expect((await admin(`voids/${done.id}/undo`, about)).status).toBe(200);
  await query(`UPDATE tokens SET name = 'zebedee’s laptop', hint = 'zebedee' WHERE user_id = $1`, userId);
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-erase-'));
  afterThisFile(() => rm(folder, { recursive: true }));
  storage = diskStorage(folder);
  await storage.put(FILE, Buffer.from('picture'), 'image/png');
  session = cast.tokens.creator;
  expect(database).toBeDefined();
});

/** Kept: records that the law requires, and texts that the stores themselves wrote. */
const KEPT = ['invoice_lines.description', 'invoices.parties', 'orders.voucher_code'];

describe('A person', () => {
  it('is erased only by administrators, and never the last administrator', async () => {
    for (const as of [cast.tokens.creator, cast.tokens.agency, cast.tokens.advertiser])
      expect((await erase(as)).status).toBe(403);
    expect((await application.call({ method: 'POST', url: `/v2/admin/users/${userId}/erase` })).status).toBe(401);
    expect((await erase(cast.tokens.admin, 999_999_999)).status).toBe(404);
    expect((await erase(cast.tokens.admin, cast.ids.admin)).body).toMatchObject({ error: 'last_administrator' });
    expect((await erase(cast.tokens.admin, 'x')).status).toBe(404);
  });

  it('can sign in before the erasure, and occurs in many tables', async () => {
    expect(await columnsWithMark()).toEqual([
      '_private_jobs.payload',
      'account_codes.email',
      'account_codes.sign_up',
      'audit_log.details',
      'campaign_targets.email',
      'campaign_targets.social_identifier',
      'campaigns.campaign_title',
      'campaigns.name',
      'campaigns.shown_title',
      'comments.text',
      'idempotency_keys.key',
      'idempotency_keys.reply',
      'identities.app_url',
      'identities.email',
      'identities.id',
      'influencers.work_status',
      'invites.email',
      'invoice_lines.description',
      'invoices.parties',
      'order_claims.note',
      'orders.voucher_code',
      'participants.pre_registered_email',
      'participants.pre_registered_identifier',
      'payout_holds.reason',
      'payout_holds.release_reason',
      'social_accounts.identifier',
      'tokens.hint',
      'tokens.name',
      'user_media.href',
      'user_media.username',
      'users.address',
      'users.city',
      'users.config',
      'users.display_name',
      'users.email',
      'users.first_name',
      'users.full_name',
      'users.identity_id',
      'users.phone',
      'users.postcode',
      'users.public_name',
      'users.recruitment_utm',
      'users.surname',
      'users.username',
      'voids.reason',
      'voids.undo_reason',
      'vouchers.code',
      'vouchers.code_key',
    ]);
    expect((await signIn()).status).toBe(201);
    expect((await application.call({ url: '/v2/me', as: session })).status).toBe(200);
    expect(await faults()).toEqual([]);
  });

  it('is removed everywhere except where documented; the books are unchanged', async () => {
    const before = await books();
    const { status, body } = await erase();
    expect([status, body]).toEqual([200, { id: userId, erased_at: AFTER_CLOSING.toISOString() }]);
    expect(await columnsWithMark()).toEqual(KEPT);
    expect(await books()).toBe(before);
    expect(await faults()).toEqual([]);
    const [row] = await query(`SELECT to_jsonb(u) AS u FROM users u WHERE id = $1`, userId);
    const {
      id,
      username,
      public_name,
      full_name,
      email,
      agency_id,
      revenue_tier_id,
      store_group_id,
      identity_id,
      is_admin,
      config,
      ...rest
    } = row!['u'];
    expect([id, username, public_name, full_name, email, is_admin, config]).toEqual([
      userId,
      `erased-${userId}`,
      `erased-${userId}`,
      `erased-${userId}`,
      `erased-${userId}@erased.invalid`,
      false,
      {},
    ]);
    expect(identity_id).toMatch(/^erased:[0-9a-f]{64}$/);
    expect([agency_id, store_group_id, revenue_tier_id]).toEqual(
      [cast.agencyId, expect.anything(), null].map((value, at) => (at === 1 ? store_group_id : value)),
    );
    const texts = Object.entries(rest)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name]) => name)
      .sort();
    expect(texts).toEqual(['created_at', 'erased_at', 'suspended_at', 'updated_at']);
    // The actions remain; the texts about them are removed.
    expect(await query('SELECT reason, release_reason, created_by FROM payout_holds')).toEqual([
      { reason: 'erased', release_reason: 'erased', created_by: cast.ids.admin },
    ]);
    expect(await query('SELECT reason, undo_reason, created_by FROM voids')).toEqual([
      { reason: 'erased', undo_reason: 'erased', created_by: cast.ids.admin },
    ]);
    const reasons = await query(`SELECT action FROM audit_log WHERE details ->> 'reason' = 'erased' ORDER BY id`);
    expect(reasons.map(({ action }) => action)).toEqual([
      'user.put_on_hold',
      'user.hold_released',
      'one_time_payments.voided',
      'one_time_payments.void_undone',
    ]);
    const [log] = await query(`SELECT * FROM audit_log WHERE action = 'user.erased'`);
    expect(log).toMatchObject({ actor_id: cast.ids.admin, subject_kind: 'user', subject_id: userId, details: {} });
  });

  it('can use no token, and cannot sign in by password or identity provider', async () => {
    expect((await application.call({ url: '/v2/me', as: session })).status).toBe(401);
    expect((await signIn()).status).toBeGreaterThanOrEqual(400);
    const ctx = { db: application.database.db };
    await expect(userOfIdentity(ctx, identity as never)).rejects.toMatchObject({ status: 401 });
    const news = { id: SUBJECT, email: EMAIL, updatedAt: AFTER_CLOSING };
    await handleIdentityUpdate({ ...ctx, now: () => AFTER_CLOSING, log: { warn() {} } } as never, news as never);
    expect(await columnsWithMark()).toEqual(KEPT);
  });

  it('keeps links, which redirect to the stores and earn nothing', async () => {
    const [link] = await query('SELECT id, code, url FROM links WHERE user_id = $1 LIMIT 1', userId);
    await application.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = application.app.server.address() as { port: number };
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0' };
    const reply = await fetch(`http://127.0.0.1:${port}/r/${link!['code']}`, { headers, redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')!.startsWith(link!['url'])]).toEqual([302, true]);
    const clickId = new URL(reply.headers.get('location')!).searchParams.get('tclid');
    const counted = () => query('SELECT class, cost_minor, user_minor FROM clicks WHERE id = $1', clickId);
    await expect.poll(counted).toEqual([{ class: 5, cost_minor: 0, user_minor: 0 }]);
  });

  it('has no files after the job has run', async () => {
    await runWaitingJobs(application.database, [createFileRemover(storage)]);
    expect(await storage.get(FILE)).toBeNull();
  });

  it('stays erased when the erasure is repeated', async () => {
    const before = await query('SELECT * FROM users WHERE id = $1', userId);
    expect((await erase()).body).toEqual({ id: userId, erased_at: AFTER_CLOSING.toISOString() });
    expect(await query('SELECT * FROM users WHERE id = $1', userId)).toEqual(before);
    expect(await query(`SELECT FROM audit_log WHERE action = 'user.erased'`)).toHaveLength(1);
  });
});

it('Every table that refers to users is handled by the erasure', async () => {
  const tables = await query(
    // The reference of ledger entries is checked by a trigger.
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confrelid = 'users'::regclass
     UNION SELECT 'ledger_entries' FROM pg_trigger WHERE tgname = 'users_ledger' ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'accepted_terms',
    'account_codes',
    'accounting_settings',
    'activities',
    'activity_reads',
    'agency_invitations',
    'agency_members',
    'appeals',
    'audit_log',
    'bank_entries',
    'bank_files',
    'blocklist',
    'bonus_tiers',
    'broadcasts',
    'campaign_agreements',
    'campaign_gifts',
    'campaign_targets',
    'campaigns',
    'comments',
    'commission_rules',
    'conversations',
    'creator_list_members',
    'creator_notes',
    'creator_pages',
    'creator_profiles',
    'creator_results',
    'creator_topics',
    'credential_changes',
    'customer_bindings',
    'customer_programmes',
    'data_exports',
    'deliverables',
    'guarantees',
    'imported_commissions',
    'influencers',
    'invites',
    'invoices',
    'ledger_entries',
    'link_domains',
    'link_slugs',
    'links',
    'listed_creators',
    'marketplace_settings',
    'message_attachments',
    'message_triggers',
    'muted_stores',
    'notification_settings',
    'notifications',
    'oauth_grants',
    'one_time_payments',
    'order_attributions',
    'order_claims',
    'order_events',
    'order_reports',
    'order_rule_versions',
    'orders',
    'participant_agreements',
    'participant_answers',
    'participant_deliveries',
    'participants',
    'passkey_challenges',
    'passkeys',
    'payee_consents',
    'payees',
    'payment_links',
    'payment_periods',
    'payment_system_configs',
    'payout_accounts',
    'payout_holds',
    'payout_minimums',
    'payout_runs',
    'payouts',
    'prepayments',
    'product_feed_runs',
    'publication_figures',
    'publication_proofs',
    'publications',
    'rate_step_sums',
    'rate_steps',
    'recorded_terms',
    'recovery_codes',
    'report_recipients',
    'report_schedules',
    'sandboxes',
    'social_accounts',
    'store_domains',
    'store_keys',
    'store_members',
    'stores',
    'submissions',
    'terms_promises',
    'tokens',
    'totp_factors',
    'unsubscribe_links',
    'usage_rights',
    'user_media',
    'user_tag_members',
    'void_items',
    'voids',
    'vouchers',
    'webhooks',
  ]);
});
