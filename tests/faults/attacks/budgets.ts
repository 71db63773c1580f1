import { box, film } from '../../harness/films.ts';
import type { Attack, AttackedServer } from './attack.ts';

const MB = 1_000_000;
const INVITATIONS = 8;
const GUESSES = 3;

/** Attacks on what everybody shares: the name of the marketplace, the disk, the operator's mail, and passwords that are guessed from many networks. */
export const BUDGET_ATTACKS: readonly Attack[] = [
  {
    name: 'a page of a sandbox is shown in the name of the marketplace',
    promise: 'With a host of their own, sandboxes show nothing on the host of the marketplace.',
    hasSandboxes: true,
    environment: { SANDBOX_URL: 'http://sandboxes.test' },
    attack: async (server) => {
      const as = await server.tokenOf(await server.market.user());
      const made = await server.send({ method: 'POST', path: '/v2/sandboxes', as, body: { shape: 'empty' } });
      mustBe(made.status, [201]);
      const admin = made.body.tokens.admin;
      const introduction = 'Your account was locked. Confirm your bank account.';
      const body = { introduction };
      mustBe((await server.send({ method: 'PATCH', path: '/v2/admin/site-settings', as: admin, body })).status, [200]);
      const page = await server.send({ path: `/sandboxes/${made.body.id}/` });
      mustBe(page.status, [200, 302]);
      return page.text.includes(introduction) ? 'succeeded' : 'refused';
    },
    control: { without: 'the host of sandboxes', environment: {} },
  },
  {
    name: 'a new account fills the disk with films',
    promise: 'An account that nobody has vouched for uploads only a part of what others may.',
    environment: { UPLOAD_NEW_ACCOUNT_DAY_MB: '1' },
    attack: async (server) => {
      const creator = await server.market.user();
      const as = await server.tokenOf(creator);
      for (let n = 0; n < 3; n += 1) {
        const body = new FormData();
        const content = film({ data: box('mdat', Buffer.alloc(0.6 * MB)) });
        body.append('file', new Blob([new Uint8Array(content)], { type: 'video/mp4' }), 'film.mp4');
        mustBe((await server.send({ method: 'POST', path: '/v2/user-media', as, body })).status, [201, 400]);
      }
      const { rows } = await server.pool.query('SELECT sum(bytes)::int AS n FROM user_media WHERE user_id = $1', [
        creator,
      ]);
      return rows[0].n > MB ? 'succeeded' : 'refused';
    },
    control: { without: 'the budget of a new account', environment: { UPLOAD_NEW_ACCOUNT_DAY_MB: '100' } },
  },
  {
    name: 'an agency that has just signed up mails strangers in the operator’s name',
    promise: 'An agency sends at most five invitations a day until an administrator knows one of its owners.',
    attack: async (server) => {
      const owner = await server.market.user();
      const agency = await server.market.agency();
      await server.pool.query('UPDATE agencies SET from_sign_up = true WHERE id = $1', [agency]);
      await server.pool.query(`INSERT INTO agency_members (agency_id, user_id, role) VALUES ($1, $2, 'owner')`, [
        agency,
        owner,
      ]);
      const as = await inSession(server, owner);
      for (let n = 0; n < INVITATIONS; n += 1) {
        const body = { email: `stranger-${n}@example.test` };
        mustBe(
          (await server.send({ method: 'POST', path: `/v2/clients/${agency}/invites`, as, body })).status,
          [201, 400],
        );
      }
      const sent = await server.pool.query('SELECT FROM invites WHERE agency_id = $1', [agency]);
      return sent.rowCount! > 5 ? 'succeeded' : 'refused';
    },
    control: {
      without: 'the count of the invitations',
      unprotect: (server) => beforeEach(server, 'audit_log', `IF NEW.action = 'invite.sent' THEN RETURN NULL; END IF;`),
    },
  },
  {
    name: 'passwords are guessed from the networks of one IPv6 prefix',
    promise: 'All networks of a /48 guess at most 200 passwords in 15 minutes.',
    needsOwnServer: true,
    attack: async (server) => {
      const guess = async (n: number) => {
        const body = { email: `somebody-${n}@example.test`, password: 'a wrong password of 2031' };
        const reply = await server.send({ method: 'POST', path: '/v2/sessions', body, from: `2001:db8:7:${n}::1` });
        mustBe(reply.status, [401, 429]);
        return reply.status;
      };
      await guess(0);
      // As if 200 guesses had been made; the next ones come from other networks and concern other addresses.
      await server.pool.query('UPDATE sign_in_failures SET failures = 200');
      const statuses: number[] = [];
      for (let n = 1; n <= GUESSES; n += 1) statuses.push(await guess(n));
      return statuses.includes(401) ? 'succeeded' : 'refused';
    },
    control: {
      without: 'the count of the guesses',
      unprotect: (server) => beforeEach(server, 'sign_in_failures', 'NEW.failures := 0;'),
    },
  },
];

/** A session of a user that was just opened. */
async function inSession(server: AttackedServer, userId: number): Promise<string> {
  const raw = await server.tokenOf(userId);
  await server.pool.query(
    `UPDATE tokens SET purpose = 'session', authenticated_at = now(), expires_at = now() + interval '1 hour' WHERE user_id = $1`,
    [userId],
  );
  return raw;
}

/** Installs a trigger that changes each row of a table before it is written. */
async function beforeEach({ pool }: AttackedServer, table: string, work: string): Promise<void> {
  await pool.query(
    `CREATE FUNCTION unprotected() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN ${work} RETURN NEW; END$$`,
  );
  await pool.query(
    `CREATE TRIGGER unprotected BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION unprotected()`,
  );
}

/** @throws Error for a status that shows neither refusal nor success, because the attack could not be carried out */
function mustBe(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the status is ${status}, not ${expected.join(' or ')}`);
}
