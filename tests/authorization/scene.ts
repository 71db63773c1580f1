import type { DemoFile } from '../../src/demo/demo-file.ts';
import { createToken } from '../../src/modules/accounts/index.ts';
import type { IdentityProvider } from '../../src/platform/auth/identity-session.ts';
import { Unauthenticated } from '../../src/platform/errors/errors.ts';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { openDemoMarket } from '../harness/demo.ts';
import { createTrialDatabase } from './trial-database.ts';

/** The callers: the demo's people, who own its first store, creator and agency, or, for the `other`s, those of another tenant. */
export const ROLES = [
  ...(['creator', 'otherCreator', 'agency', 'otherAgency', 'advertiser', 'otherAdvertiser', 'admin'] as const),
];
export type Role = (typeof ROLES)[number];

/** Tokens of the roles, and `expired`: an administrator's token that has just expired. */
type Tokens = Record<Role | 'expired', string> & Partial<Record<KeyHolder, string>>;

/** The callers with the API key of a store: the store of the first advertiser and that of the other one. */
export const KEY_HOLDERS = ['store', 'otherStore'] as const;
export type KeyHolder = (typeof KEY_HOLDERS)[number];

/** A copy of the demo market for requests with effects. */
export interface Scene {
  application: TestApplication;
  tokens: Tokens;
  /** Sessions of the same people, for routes that refuse API tokens. */
  sessions: Partial<Record<string, string>>;
  /** The ids in requests: those of `demo.json`, and those of other tenants. */
  ids: Record<string, string | number>;
  /** The values that replace a token. */
  credentials: { identity: string; serviceKey: string };
  /** Executes work and undoes its effects, including those on the memory of the process. */
  trial<Result>(work: () => Promise<Result>): Promise<Result>;
}

const IDENTITY = 'a-session-of-the-identity-provider';
/** A person without an account. */
const identity: IdentityProvider = {
  verify: async (jwt) => {
    if (jwt !== IDENTITY) throw new Unauthenticated();
    const email = 'newcomer@example.com';
    return { subject: 'a-newcomer', email, emailVerified: true, name: 'Newcomer', serviceUserId: null };
  },
};

/** Loads the demo; call it while the file is collected (`await` at its top). */
export async function openScene(): Promise<Scene> {
  const market = await openDemoMarket();
  const { deps, demo } = market;
  const database = createTrialDatabase(market.database);
  const serviceKey = demo.service_api_key!;
  const application = await createTestApplication({
    database,
    identity,
    serviceApiKeys: [serviceKey],
    storage: deps.storage,
  });
  const { live } = application;
  const touched = new Set<number>();
  const refresh = live.refresh.bind(live);
  live.refresh = async (id) => {
    touched.add(id);
    await refresh(id);
  };
  const tokens = await tokensOf(application, demo);
  return {
    application,
    tokens,
    sessions: await sessionsOf(application, tokens),
    ids: { ...demo.ids, offer_token: demo.offer_token, ...(await furtherIds(application, demo)) },
    credentials: { identity: IDENTITY, serviceKey },
    async trial(work) {
      try {
        return await database.trial(work);
      } finally {
        const ids = [...touched];
        touched.clear();
        await Promise.all(ids.map(refresh));
      }
    },
  };
}

async function tokensOf({ database, tokenOf }: TestApplication, { tokens, ids }: DemoFile): Promise<Tokens> {
  const { rows } = await database.pool.query(`SELECT id FROM users WHERE username = 'henrik'`);
  const { admin, advertiser, creator, agency, other_advertiser: otherAdvertiser, other_creator: otherCreator } = tokens;
  const expired = await createToken(
    { db: database.db, now: () => new Date() },
    { userId: ids.admin_user, purpose: 'api', lifetimeSeconds: 60 },
  );
  await database.pool.query('UPDATE tokens SET expires_at = now() WHERE id = $1', [expired.id]);
  return {
    admin,
    advertiser,
    creator,
    agency,
    otherAdvertiser,
    otherCreator,
    otherAgency: await tokenOf(rows[0].id),
    expired: expired.raw,
  };
}

/** Sessions that remain fresh however long the test takes. */
async function sessionsOf({ database, inPerson }: TestApplication, tokens: Tokens): Promise<Scene['sessions']> {
  const sessions: Scene['sessions'] = {};
  for (const role of ROLES) sessions[role] = await inPerson(tokens[role]);
  await database.pool.query(`UPDATE tokens SET authenticated_at = now() + interval '1 day' WHERE purpose = 'session'`);
  return sessions;
}

/** Ids that `demo.json` does not contain. */
async function furtherIds({ database, market }: TestApplication, { ids }: DemoFile): Promise<Scene['ids']> {
  const { rows } = await database.pool.query(
    `SELECT
      (SELECT id FROM agencies WHERE id <> $1 LIMIT 1) AS other_client,
      (SELECT id FROM participants WHERE campaign_id = $2 AND user_id = $3) AS other_offer_user,
      (SELECT user_id FROM participants WHERE campaign_id = $7 AND status = 'applied') AS applicant,
      (SELECT id FROM invoices WHERE user_id = $4 LIMIT 1) AS statement,
      (SELECT to_char(min(month), 'YYYY-MM') FROM invoices) AS closed_month,
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS open_month,
      o.id::text AS void_order, md5(concat_ws(':', o.id, o.cost_minor, o.user_minor, o.agency_minor, o.status)) AS void_fingerprint,
      (SELECT tracking_key FROM stores WHERE id = $5) AS tracking_key,
      (SELECT id FROM clicks WHERE user_id = $4 AND store_id = $5 ORDER BY id LIMIT 1) AS click,
      (SELECT id FROM orders WHERE user_id = $4 AND store_id = $5 ORDER BY id LIMIT 1) AS attributed_order,
      (SELECT id FROM orders WHERE user_id = $4 AND store_id = $5 AND status = 'denied' ORDER BY id LIMIT 1) AS denied_order,
      (SELECT code FROM links WHERE id = $6) AS link_code,
      m.id AS media, m.username AS story_account, split_part(m.file_key, '/', 1) AS folder, split_part(m.file_key, '/', 2) AS file
    FROM user_media m, (SELECT * FROM orders WHERE link_id IS NOT NULL AND status <> 'denied' ORDER BY id LIMIT 1) o WHERE m.user_id = $4 AND m.store_id = $5 AND m.show_store AND m.file_key IS NOT NULL ORDER BY m.id LIMIT 1`,
    [ids.client, ids.other_offer, ids.other_user, ids.user, ids.store, ids.affiliate_link, ids.offer],
  );
  const colleagues = { store_colleague: await market.user(), client_colleague: await market.user() };
  await market.member(ids.store, colleagues.store_colleague);
  await market.representative(ids.client, colleagues.client_colleague);
  const payouts = await openPayouts(database, ids);
  // The last administrator is protected, so only one administrator is left here.
  await database.pool.query("UPDATE users SET is_admin = false WHERE username = 'ylva'");
  const appeal = await openAppeal(database, ids);
  const sandbox = await noteSandbox(database, ids);
  const giftOrder = await requestGift(database, ids);
  return {
    ...rows[0],
    ...colleagues,
    ...payouts,
    appeal,
    sandbox,
    gift_order: giftOrder,
    activation_key: await market.activationKey(ids.store),
  };
}

/** A sandbox of the creator, of which only the record exists. The content of sandboxes cannot be reached here. */
/** Requests the gift of the demo's participant as an order in the shop. */
async function requestGift(
  { pool }: TestApplication['database'],
  { offer_user: participant, store }: DemoFile['ids'],
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO gift_orders (participant_id, store_id, status, requested_at, updated_at) VALUES ($1, $2, 'requested', now(), now()) RETURNING id`,
    [participant, store],
  );
  return rows[0]!.id;
}

async function noteSandbox({ pool }: TestApplication['database'], { user }: DemoFile['ids']): Promise<string> {
  const { rows } = await pool.query(
    `INSERT INTO sandboxes (id, owner_id, name, shape, seed, state, clock, created_at, expires_at, last_used_at)
     VALUES ('authorizable', $1, 'Sandbox', 'empty', 1, 'ready', now(), now(), now() + interval '30 days', now()) RETURNING id`,
    [user],
  );
  return rows[0].id;
}

/** An open appeal of the creator's against the store. */
async function openAppeal({ pool }: TestApplication['database'], { user, store }: DemoFile['ids']): Promise<number> {
  const { rows } = await pool.query(
    `INSERT INTO appeals (kind, subject, store_id, user_id, created_at) VALUES ('order', '0', $1, $2, now()) RETURNING id`,
    [store, user],
  );
  return rows[0].id;
}

/** Accounts of the demo's payees, a created run, a cancelled run with a file, and entries of a bank report. */
async function openPayouts(
  { pool }: TestApplication['database'],
  { user, client, admin_user: admin }: DemoFile['ids'],
): Promise<Scene['ids']> {
  const { rows } = await pool.query(
    `WITH owners AS (
      SELECT * FROM payees WHERE user_id = $1 OR agency_id = $2
    ), accounts AS (
      INSERT INTO payout_accounts (payee_id, method, currency, masked, sealed, fingerprint, created_by, created_at, usable_from)
      SELECT id, 'iban', 'SEK', 'SE', '', '', $3, now(), now() + interval '1 day' FROM owners RETURNING *
    ), runs AS (
      INSERT INTO payout_runs (currency, cut_off, status, needs_approval, created_by, created_at, cancelled_at, cancel_reason)
      SELECT 'SEK', current_date, s, false, $3, now(), CASE s WHEN 'cancelled' THEN now() END, CASE s WHEN 'cancelled' THEN 'x' END
      FROM unnest(ARRAY['draft', 'cancelled']) s RETURNING *
    ), payouts AS (
      INSERT INTO payouts (run_id, account, user_id, payout_account_id, currency, amount_minor, updated_at)
      SELECT r.id, 'creator', $1, a.id, 'SEK', 100, now() FROM runs r, accounts a JOIN owners p ON p.id = a.payee_id
      WHERE r.status = 'draft' AND p.user_id = $1 RETURNING *
    ), payout_files AS (
      INSERT INTO payout_files (run_id, kind, name, media_type, message_id, payouts, total_minor, sha256, sealed)
      SELECT id, 'bank', 'a.xml', 'application/xml', 'M', 1, 1, sha256(''), '' FROM runs WHERE status = 'cancelled' RETURNING *
    ), bank_files AS (
      INSERT INTO bank_files (sha256, kind, message_id, uploaded_by, uploaded_at) VALUES (sha256(''), 'camt.053', 'M', $3, now()) RETURNING *
    ), bank_entries AS (
      INSERT INTO bank_entries (file_id, direction, reference, party, outcome) SELECT id, 'in', '', '', 'unmatched' FROM bank_files RETURNING *
    )
    SELECT (SELECT id FROM runs WHERE status = 'draft') AS payout_run, (SELECT id FROM runs WHERE status = 'cancelled') AS cancelled_run,
      (SELECT id FROM payouts) AS payout, (SELECT id FROM payout_files) AS payout_file, (SELECT id FROM bank_entries) AS bank_entry,
      (SELECT a.id FROM accounts a JOIN owners p ON p.id = a.payee_id WHERE p.user_id = $1) AS payout_account,
      (SELECT a.id FROM accounts a JOIN owners p ON p.id = a.payee_id WHERE p.agency_id = $2) AS client_account`,
    [user, client, admin],
  );
  return rows[0];
}
