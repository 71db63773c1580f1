import { randomUUID } from 'node:crypto';
import { hashCode, newCode } from '../../../src/modules/accounts/codes/account-code.ts';
import { IBAN, PERSON } from '../../harness/payees.ts';
import type { Attack, AttackedServer, Verdict } from './attack.ts';

const CODE = newCode();

/** Attacks with credentials that were stolen or left open, on what only their owner may do. */
export const PRESENCE_ATTACKS: readonly Attack[] = [
  {
    name: 'a leaked API token redirects payouts',
    promise: 'Only the person decides, in a session, to which account payouts are paid.',
    attack: async (server) => {
      const victim = await server.market.user();
      const leaked = await server.tokenOf(victim);
      const path = `/v2/users/${victim}`;
      await server.send({ method: 'PUT', path: `${path}/payee`, as: leaked, body: PERSON });
      const body = { method: 'iban', holder: 'Mallory', iban: IBAN };
      await server.send({ method: 'POST', path: `${path}/payout-accounts`, as: leaked, body });
      return existsVerdict(
        server,
        'SELECT FROM payout_accounts a JOIN payees p ON p.id = a.payee_id WHERE p.user_id = $1',
        victim,
      );
    },
    control: { without: 'the difference between a token and a session', unprotect: tokensAsSessions },
  },
  {
    name: 'a leaked API token adds a second factor and locks its owner out',
    promise: 'Only the person changes, in a session, how the account is opened.',
    attack: async (server) => {
      const victim = await server.market.user();
      const leaked = await server.tokenOf(victim);
      await server.send({ method: 'POST', path: '/v2/me/second-factor/totp', as: leaked });
      return existsVerdict(server, 'SELECT FROM totp_factors WHERE user_id = $1', victim);
    },
    control: { without: 'the difference between a token and a session', unprotect: tokensAsSessions },
  },
  {
    name: 'a leaked API token makes another token',
    promise: 'A token creates no token.',
    attack: async (server) => {
      const victim = await server.market.user();
      const leaked = await server.tokenOf(victim);
      await server.send({ method: 'POST', path: '/v2/me/tokens', as: leaked, body: { name: 'another' } });
      return existsVerdict(server, `SELECT FROM tokens WHERE user_id = $1 AND name = 'another'`, victim);
    },
    control: { without: 'the difference between a token and a session', unprotect: tokensAsSessions },
  },
  {
    name: 'an administrator’s session that was left open creates a user with a password',
    promise: 'Whoever finds an open session creates no account.',
    attack: async (server) => {
      const left = await leftOpen(server, await server.market.user({ isAdmin: true }));
      const email = `${randomUUID()}@attacker.example`;
      const body = { email, password: 'a password of the attacker 2031' };
      const reply = await server.send({ method: 'POST', path: '/v2/admin/users', as: left, body });
      mustBe(reply.status, [201, 403]);
      return reply.status === 201 ? 'succeeded' : 'refused';
    },
    control: { without: 'the time of the authentication', unprotect: alwaysFresh },
  },
  {
    name: 'an administrator’s session that was left open puts a payee on hold',
    promise: 'Whoever finds an open session does not change what is paid.',
    attack: async (server) => {
      const left = await leftOpen(server, await server.market.user({ isAdmin: true }));
      const creator = await server.market.user();
      const body = { user_id: creator, reason: 'Spite.' };
      const reply = await server.send({ method: 'POST', path: '/v2/admin/holds', as: left, body });
      mustBe(reply.status, [200, 201, 403]);
      return reply.status === 403 ? 'refused' : 'succeeded';
    },
    control: { without: 'the time of the authentication', unprotect: alwaysFresh },
  },
  {
    name: 'a program without the scope for money promises a one-time payment',
    promise: 'A fixed sum is promised only with the scope for money.',
    attack: async (server) => {
      const [storeId, member] = [await server.market.store(), await server.market.user()];
      await server.market.member(storeId, member);
      const campaignId = await server.market.campaign({ storeId, type: 'store_accept' });
      const as = await server.tokenOf(member);
      // Before the control adds scopes: of every update, only those of this statement.
      await server.pool.query(`UPDATE tokens SET scopes = '{read,campaigns}' WHERE user_id = $1`, [member]);
      const body = { has_onetime_payment: true, one_time_payment: 7777 };
      const reply = await server.send({ method: 'PATCH', path: `/v2/offers/${campaignId}`, as, body });
      mustBe(reply.status, [200, 403]);
      return existsVerdict(server, 'SELECT FROM campaigns WHERE id = $1 AND one_time_payment_minor > 0', campaignId);
    },
    control: {
      without: 'the scopes of tokens',
      unprotect: (server) => beforeEach(server, `NEW.scopes := '{read,links,orders,campaigns,money,administration}';`),
    },
  },
  {
    name: 'a payout account that was prepared before the mailbox was proven receives the money of its owner',
    promise: 'Nothing that was made in an account before its owner proved the mailbox sends money anywhere.',
    attack: async (server) => {
      const victim = await server.market.user();
      const { rows } = await server.pool.query(
        `WITH person AS (UPDATE users SET email_unproven = true WHERE id = $1 RETURNING id, email), payee AS (
           INSERT INTO payees (user_id, kind, legal_name, street, postal_code, city, country, vat_status, created_at, updated_at)
           SELECT id, 'person', 'Mallory', 's', '1', 'c', 'SE', 'none', now(), now() FROM person RETURNING id
         ), account AS (
           INSERT INTO payout_accounts (payee_id, method, masked, sealed, fingerprint, created_by, created_at, usable_from)
           SELECT id, 'iban', 'DE', '', '', $1, now(), now() FROM payee RETURNING id
         ), code AS (
           INSERT INTO account_codes (kind, email, hash, created_at, expires_at)
           SELECT 'password_reset', email, $2, now(), now() + interval '1 hour' FROM person RETURNING id
         ) SELECT account.id FROM account, code`,
        [victim, hashCode(CODE)],
      );
      const body = { password: 'a password of the owner 2031' };
      const reply = await server.send({ method: 'PUT', path: `/v2/password-resets/${CODE}`, body });
      mustBe(reply.status, [204]);
      return existsVerdict(server, 'SELECT FROM payout_accounts WHERE id = $1 AND removed_at IS NULL', rows[0].id);
    },
    control: {
      without: 'the removal of what was prepared',
      unprotect: async ({ pool }) => {
        await pool.query(`CREATE OR REPLACE FUNCTION clear_unproven_account(p_user bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql AS
          $$ SELECT '{}'::jsonb $$`);
      },
    },
  },
  {
    name: 'an administrator approves their own payout run through an account that they have made',
    promise: 'A payout run is approved by two people.',
    attack: async (server) => {
      const creator = await server.market.user({ isAdmin: true });
      const { rows } = await server.pool.query(
        `INSERT INTO payout_runs (currency, cut_off, status, needs_approval, created_by, created_at)
         VALUES ('SEK', current_date, 'draft', true, $1, now()) RETURNING id`,
        [creator],
      );
      const made = await server.send({
        method: 'POST',
        path: '/v2/admin/users',
        as: await signedIn(server, creator),
        body: {
          email: `${randomUUID()}@attacker.example`,
          is_admin: true,
          password: 'a password of the attacker 2031',
        },
      });
      mustBe(made.status, [201]);
      const as = await signedIn(server, made.body.id);
      const reply = await server.send({ method: 'POST', path: `/v2/payout-runs/${rows[0].id}/approve`, as });
      mustBe(reply.status, [200, 400]);
      return existsVerdict(server, `SELECT FROM payout_runs WHERE id = $1 AND status = 'approved'`, rows[0].id);
    },
    control: {
      without: 'the record of who has made an account',
      unprotect: async ({ pool }) => {
        await pool.query(`CREATE FUNCTION unrecorded() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
        await pool.query(
          'CREATE TRIGGER unrecorded BEFORE INSERT ON credential_changes FOR EACH ROW EXECUTE FUNCTION unrecorded()',
        );
      },
    },
  },
];

/** A session of a user that was just opened with a second factor. */
async function signedIn(server: AttackedServer, userId: number): Promise<string> {
  const raw = await server.tokenOf(userId);
  await server.pool.query(
    `UPDATE tokens SET purpose = 'session', second_factor = true, authenticated_at = now(), expires_at = now() + interval '1 hour'
     WHERE user_id = $1 AND purpose = 'api'`,
    [userId],
  );
  return raw;
}

/** A session of a user that was authenticated three hours ago. */
async function leftOpen(server: AttackedServer, userId: number): Promise<string> {
  const raw = await server.tokenOf(userId);
  await server.pool.query(
    `UPDATE tokens SET purpose = 'session', second_factor = true, authenticated_at = now() - interval '3 hours',
       expires_at = now() + interval '9 hours' WHERE user_id = $1`,
    [userId],
  );
  return raw;
}

/** Every token is stored as a session that was just opened. */
function tokensAsSessions(server: AttackedServer): Promise<void> {
  return beforeEach(server, `NEW.purpose := 'session'; NEW.expires_at := now() + interval '1 hour';`);
}

function alwaysFresh(server: AttackedServer): Promise<void> {
  return beforeEach(server, 'NEW.authenticated_at := now();');
}

/** Installs a trigger that changes each token before it is written. */
async function beforeEach({ pool }: AttackedServer, work: string): Promise<void> {
  await pool.query(
    `CREATE FUNCTION unprotected() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN ${work} RETURN NEW; END$$`,
  );
  await pool.query(
    'CREATE TRIGGER unprotected BEFORE INSERT OR UPDATE ON tokens FOR EACH ROW EXECUTE FUNCTION unprotected()',
  );
}

/** @returns `succeeded` if the query finds a row */
async function existsVerdict({ pool }: AttackedServer, query: string, id: number): Promise<Verdict> {
  return (await pool.query(query, [id])).rowCount === 0 ? 'refused' : 'succeeded';
}

/** @throws Error for a status that shows neither refusal nor success, because the attack could not be carried out */
function mustBe(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the status is ${status}, not ${expected.join(' or ')}`);
}
