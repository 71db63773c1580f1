import { createHash, createHmac, randomUUID } from 'node:crypto';
import { hashPassword } from '../../../src/modules/accounts/password.ts';
import type { Attack, AttackedServer, Control, Verdict } from './attack.ts';

/** Attacks on accounts, and on writes without a sign-in. */
export const ACCOUNT_ATTACKS: readonly Attack[] = [
  {
    name: 'a minted token registers a store',
    promise: 'A token made to act for a creator registers nothing.',
    attack: async (server) => {
      const { minted } = await mint(server);
      await server.market.storeGroup({ currency: 'SEK', country: 'SE' });
      const body = { name: 'Bonus', domains: [[domain()]], country: 'SE', currency: 'SEK', language: 'sv' };
      const reply = await server.send({ method: 'POST', path: '/v2/stores', as: minted, body });
      return verdictOf(reply.status, { refused: [403], succeeded: [201] });
    },
    control: asOwnTokens(),
  },
  {
    name: 'a minted token joins a campaign',
    needsOwnServer: true,
    promise: 'A token made to act for a creator joins no campaign.',
    attack: async (server) => {
      const { minted, creator } = await mint(server);
      const campaignId = await server.market.campaign({ storeId: await server.market.store(), type: 'user_accept' });
      const token = await textOf(server, 'SELECT token FROM campaigns WHERE id = $1', campaignId);
      const path = `/v2/offer-by-token/${token}/users/${creator}/join`;
      const reply = await server.send({ method: 'POST', path, as: minted });
      return verdictOf(reply.status, { refused: [403], succeeded: [200] });
    },
    control: asOwnTokens(),
  },
  {
    name: 'a minted token accepts an invitation to a campaign',
    needsOwnServer: true,
    promise: 'A token made to act for a creator joins no campaign, by a move of the participant neither.',
    attack: async (server) => {
      const { minted, creator } = await mint(server);
      const campaignId = await server.market.campaign({ storeId: await server.market.store(), type: 'user_accept' });
      const participant = await server.market.participant({ campaignId, userId: creator, status: 'open' });
      const path = `/v2/offers/${campaignId}/participants/${participant}/update-status`;
      const reply = await server.send({ method: 'PATCH', path, as: minted, body: { status: 'accepted' } });
      mustBe(reply.status, [200, 204, 403]);
      const status = await textOf(server, 'SELECT status FROM participants WHERE id = $1', participant);
      return status === 'accepted' ? 'succeeded' : 'refused';
    },
    control: asOwnTokens(),
  },
  {
    name: 'a minted token changes the password',
    needsOwnServer: true,
    promise: 'Only the person changes their password.',
    attack: async (server) => {
      const { minted, creator } = await mint(server);
      const email = await givePassword(server, creator, OLD_PASSWORD);
      const body = { current_password: OLD_PASSWORD, password: NEW_PASSWORD };
      await server.send({ method: 'PUT', path: '/v2/me/password', as: minted, body });
      return (await signsIn(server, email, NEW_PASSWORD)) ? 'succeeded' : 'refused';
    },
    control: asOwnTokens('session'),
  },
  {
    name: 'a comment made through a minted token is laid to the creator',
    needsOwnServer: true,
    promise: 'Activities and audit entries name whoever really acts.',
    attack: async (server) => {
      const { minted, creator } = await mint(server);
      const campaignId = await server.market.campaign({ storeId: await server.market.store(), type: 'user_accept' });
      const participant = await server.market.participant({ campaignId, userId: creator, status: 'accepted' });
      const path = `/v2/offer-users/${participant}/comments`;
      const reply = await server.send({ method: 'POST', path, as: minted, body: { comment: 'I agree to it.' } });
      mustBe(reply.status, [200, 201]);
      const actor = await textOf(
        server,
        'SELECT actor_id::text FROM activities WHERE participant_id = $1',
        participant,
      );
      return actor === String(creator) ? 'succeeded' : 'refused';
    },
    control: asOwnTokens(),
  },
  {
    name: 'somebody who is suspended goes on through a token they minted',
    needsOwnServer: true,
    promise: 'A token made to act for somebody ends when whoever acts through it is suspended.',
    attack: async (server) => {
      const { minted, agent } = await mint(server);
      mustBe((await server.send({ path: '/v2/me', as: minted })).status, [200]);
      await server.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [agent]);
      const reply = await server.send({ path: '/v2/me', as: minted });
      return verdictOf(reply.status, { refused: [401], succeeded: [200] });
    },
    control: asOwnTokens(),
  },
  {
    name: 'a stolen API token outlives a new password',
    promise: 'A new password revokes sessions and, unless they are kept on purpose, API tokens.',
    attack: async (server) => {
      const victim = await server.market.user();
      const email = await givePassword(server, victim, OLD_PASSWORD);
      const stolen = await server.tokenOf(victim);
      const session = await server.send({
        method: 'POST',
        path: '/v2/sessions',
        body: { email, password: OLD_PASSWORD },
      });
      mustBe(session.status, [201]);
      const body = { current_password: OLD_PASSWORD, password: NEW_PASSWORD };
      const change = await server.send({ method: 'PUT', path: '/v2/me/password', as: session.body.token, body });
      mustBe(change.status, [204]);
      const reply = await server.send({ path: '/v2/me', as: stolen });
      return verdictOf(reply.status, { refused: [401], succeeded: [200] });
    },
    control: {
      without: 'the revocation of API tokens',
      unprotect: (server) =>
        beforeEach(server, 'UPDATE', `IF OLD.purpose = 'api' THEN NEW.revoked_at := OLD.revoked_at; END IF;`),
    },
  },
  {
    name: 'an invitation takes over an administrator’s account',
    promise: 'An invitation never gives a password for an administrator’s account.',
    attack: async (server) => {
      // The identity provider reported another, unverified address, whose mail the attacker reads.
      const email = `${randomUUID()}@attacker.example`;
      const admin = await server.market.user({ isAdmin: true, email });
      await server.pool.query('UPDATE users SET email_unproven = true WHERE id = $1', [admin]);
      const token = await invitationOf(server, email);
      const body = { token, password: NEW_PASSWORD };
      const reply = await server.send({ method: 'POST', path: '/v2/invitations/accept', body });
      mustBe(reply.status, [200, 400]);
      return (await signsIn(server, email, NEW_PASSWORD)) ? 'succeeded' : 'refused';
    },
    control: {
      without: 'the mark of an administrator on the account',
      unprotect: async ({ pool }) => {
        await pool.query(`CREATE FUNCTION unmarked() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN NEW.is_admin := false; RETURN NEW; END'`);
        await pool.query('CREATE TRIGGER unmarked BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION unmarked()');
      },
    },
  },
  {
    name: 'orders flood in from one address',
    promise: 'What can be reported without signing in is limited for an address.',
    environment: { PUBLIC_REPORTS_PER_ADDRESS: '10' },
    attack: (server) => floodsBy(server, () => '203.0.113.9'),
    control: { without: 'the limit for an address', environment: {} },
  },
  {
    name: 'orders flood in for one store from many addresses',
    promise: 'What can be reported without signing in is limited for a store’s key.',
    environment: { PUBLIC_REPORTS_PER_KEY: '10' },
    attack: (server) => floodsBy(server, (n) => `203.0.113.${n}`),
    control: { without: 'the limit for a key', environment: {} },
  },
  {
    name: 'orders flood in all day',
    promise:
      'The orders that unsigned pages of one store add on a day are bounded; further ones are kept without effect.',
    environment: { PUBLIC_REPORTS_PER_STORE_DAY: '10' },
    attack: (server) => floodsBy(server, (n) => `203.0.113.${n}`),
    control: { without: 'the total of the day', environment: {} },
  },
  {
    name: 'one address stops the tracking of a store',
    promise: 'While one address floods a store’s key, the orders of other shoppers and signed orders are recorded.',
    environment: { PUBLIC_REPORTS_PER_KEY: '40', PUBLIC_REPORTS_UNSIGNED_PER_MINUTE: '10' },
    attack: (server) => stopsTracking(server, 'px'),
    control: { without: 'the budget for an address', environment: { PUBLIC_REPORTS_PER_KEY: '40' } },
  },
  {
    name: 'one address stops the tracking of a store through its own domain',
    promise: 'One address uses up at most its share of a store’s day, also where the proxy of the store is expected.',
    environment: { PUBLIC_REPORTS_PER_STORE_DAY: '120' },
    attack: (server) => stopsTracking(server, 'trb', 130),
    control: {
      without: 'the share of an address: the day is smaller than it',
      environment: { PUBLIC_REPORTS_PER_STORE_DAY: '90' },
    },
  },
  {
    name: 'stores are registered by the dozen',
    promise: 'Registrations are limited for an address.',
    environment: { REGISTRATIONS_PER_HOUR: '5' },
    attack: async (server) => {
      await server.market.storeGroup({ currency: 'SEK', country: 'SE' });
      const category = await server.market.category();
      for (let n = 0; n < FLOOD; n += 1) {
        const body = {
          user: { email: `${randomUUID()}@mail.example`, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
          feed_name: `Bonus ${n}`,
          language_iso_code: 'sv',
          locale: 'sv_SE',
          currency_iso_code: 'SEK',
          domains: [domain()],
          categories: [category],
          revenue_cpc: 100,
          social_revenue_cpc: 100,
        };
        const path = '/advertiser/register-store';
        mustBe((await server.send({ method: 'POST', path, body, from: '203.0.113.9' })).status, [201, 429]);
      }
      return (await countOf(server, 'stores')) === FLOOD ? 'succeeded' : 'refused';
    },
    control: { without: 'the limit for an address', environment: {} },
  },
  {
    name: 'one user calls as often as they have tokens',
    promise: 'The rate limit counts users, not tokens.',
    environment: { RATE_LIMIT_MAX: '10' },
    attack: async (server) => {
      const user = await server.market.user();
      let answered = 0;
      for (let n = 0; n < FLOOD; n += 1) {
        const { status } = await server.send({ path: '/v2/me', as: await server.tokenOf(user), from: '203.0.113.9' });
        if (status === 200) answered += 1;
        else mustBe(status, [429]);
      }
      return answered === FLOOD ? 'succeeded' : 'refused';
    },
    control: { without: 'the limit', environment: { RATE_LIMIT_MAX: '1000000' } },
  },
  {
    name: 'a stranger reads the metrics through the proxy',
    promise: 'Metrics are for whoever shows METRICS_TOKEN, else for this machine itself.',
    attack: async (server) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const reply = await server.send({ path: '/metrics', from: '203.0.113.9', headers });
      return verdictOf(reply.status, { refused: [401], succeeded: [200] });
    },
    control: {
      without: 'a secret: the stranger knows the token',
      environment: { METRICS_TOKEN: 'known-to-the-stranger' },
    },
  },
];

const METRICS_TOKEN = 'known-to-the-stranger';
const OLD_PASSWORD = 'an old password of 2030';
const NEW_PASSWORD = 'a new password of 2031';
/** A number above every limit of these attacks. */
const FLOOD = 20;
/** Orders of honest shoppers during a flood. */
const HONEST = 10;

const domain = () => `${randomUUID()}.example`;

/** An administrator who requests a token that acts for a creator of the default client. */
async function mint(server: AttackedServer): Promise<{ minted: string; creator: number; agent: number }> {
  const agent = await server.market.user({ isAdmin: true });
  const creator = await server.market.user({ agencyId: await server.market.agency({ isDefault: true }) });
  const reply = await server.send({
    method: 'POST',
    path: '/users/access-token/from-id',
    as: await server.tokenOf(agent),
    body: { userId: creator },
  });
  mustBe(reply.status, [201]);
  return { minted: reply.body.access_token, creator, agent };
}

/** Issued tokens are stored as the creator's own tokens or sessions, without the real actor. */
function asOwnTokens(purpose: 'api' | 'session' = 'api'): Control {
  return {
    without: 'the real actor of minted tokens',
    unprotect: (server) =>
      beforeEach(
        server,
        'INSERT',
        `NEW.purpose := '${purpose}'; NEW.second_factor := true; NEW.on_behalf_of := NULL; NEW.scopes := '{read,links,orders,campaigns,money,administration}';`,
      ),
  };
}

/** Installs a trigger that changes each token before it is written. */
async function beforeEach({ pool }: AttackedServer, event: 'INSERT' | 'UPDATE', work: string): Promise<void> {
  await pool.query(
    `CREATE FUNCTION unprotected() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN ${work} RETURN NEW; END$$`,
  );
  await pool.query(`CREATE TRIGGER unprotected BEFORE ${event} ON tokens FOR EACH ROW EXECUTE FUNCTION unprotected()`);
}

/** Reports orders of one store by its public key; succeeds if all of them are stored. */
async function floodsBy(server: AttackedServer, addressOf: (n: number) => string): Promise<Verdict> {
  const storeId = await server.market.store();
  const key = await textOf(server, 'SELECT tracking_key FROM stores WHERE id = $1', storeId);
  for (let n = 0; n < FLOOD; n += 1) {
    const path = `/px/${key}.gif?order_id=flood-${n}&order_value=1000&currency=SEK`;
    mustBe((await server.send({ path, from: addressOf(n) })).status, [200, 429]);
  }
  return (await countOf(server, 'orders')) === FLOOD ? 'succeeded' : 'refused';
}

/**
 * Floods a store from one address, and sends the orders of honest shoppers at other addresses meanwhile, and a signed one at the end; succeeds if one of them
 * has not become an order.
 */
async function stopsTracking(server: AttackedServer, path: 'px' | 'trb', flood = 40): Promise<Verdict> {
  const storeId = await server.market.store({ domains: ['shop.example'] });
  const key = await textOf(server, 'SELECT tracking_key FROM stores WHERE id = $1', storeId);
  const member = await server.market.user();
  await server.market.member(storeId, member);
  const secrets = `/v2/advertisers/${storeId}/order-signing-secrets`;
  const { secret } = (await server.send({ method: 'POST', path: secrets, as: await server.tokenOf(member) })).body;
  const report = async (number: string, from: string, signature = '') => {
    const query = new URLSearchParams({ order_id: number, order_value: '10', currency: 'SEK', signature });
    mustBe((await server.send({ path: `/${path}/${key}.gif?${query}`, from })).status, [200, 429]);
  };
  for (let n = 0; n < flood; n += 1) await report(`flood-${n}`, '203.0.113.9');
  for (let n = 0; n < HONEST; n += 1) await report(`honest-${n}`, `198.51.100.${n}`);
  const signature = createHmac('sha256', secret).update('honest-signed|10|SEK').digest('hex');
  await report('honest-signed', '203.0.113.9', signature);
  const { rows } = await server.pool.query("SELECT count(*)::int AS n FROM orders WHERE order_id LIKE 'honest-%'");
  return rows[0].n === HONEST + 1 ? 'refused' : 'succeeded';
}

async function givePassword({ pool }: AttackedServer, userId: number, password: string): Promise<string> {
  const hash = await hashPassword(password);
  const { rows } = await pool.query('UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email', [
    userId,
    hash,
  ]);
  return rows[0].email;
}

async function signsIn(server: AttackedServer, email: string, password: string): Promise<boolean> {
  const { status } = await server.send({ method: 'POST', path: '/v2/sessions', body: { email, password } });
  mustBe(status, [201, 401]);
  return status === 201;
}

/** An invitation of a store, as the attacker's own store sends it; its secret reaches the attacker's mailbox. */
async function invitationOf({ pool, market }: AttackedServer, email: string): Promise<string> {
  const secret = randomUUID();
  await pool.query(
    `INSERT INTO invites (store_id, email, token_hash, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
    [await market.store(), email, createHash('sha256').update(secret).digest()],
  );
  return secret;
}

async function textOf({ pool }: AttackedServer, query: string, id: number): Promise<string> {
  const { rows } = await pool.query({ text: query, values: [id], rowMode: 'array' });
  return rows[0]![0];
}

async function countOf({ pool }: AttackedServer, table: 'orders' | 'stores'): Promise<number> {
  return (await pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;
}

function verdictOf(status: number, { refused, succeeded }: Record<Verdict, readonly number[]>): Verdict {
  mustBe(status, [...refused, ...succeeded]);
  return succeeded.includes(status) ? 'succeeded' : 'refused';
}

/** @throws Error for a status that shows neither refusal nor success, because the attack could not be carried out */
function mustBe(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the status is ${status}, not ${expected.join(' or ')}`);
}
