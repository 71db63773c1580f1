import { createHmac, randomBytes } from 'node:crypto';
import { STORE_KEY_PREFIX } from '../../../src/modules/accounts/store-keys/secret.ts';
import { hashToken } from '../../../src/modules/accounts/tokens/create-token.ts';
import type { Attack, AttackedServer, AttackReply, AttackRequest, Control, Verdict } from './attack.ts';

/** Attacks on orders: who can be credited with an order. */
export const ORDER_ATTACKS: readonly Attack[] = [
  {
    name: 'a stranger claims an order before the page of its shopper',
    promise:
      'Who claims others’ orders by the public tracking key gains nothing: the order is disputed, and is not approved with others.',
    attack: async (server) => {
      const store = await openStore(server);
      const [honest, stranger] = [await clickOf(server, store), await clickOf(server, store)];
      await claim(server, store, { tclid: stranger.click });
      await claim(server, store, { tclid: honest.click });
      await approveAll(server, store);
      return earned(server, stranger.userId);
    },
    control: onlyFirstReport(),
  },
  {
    name: 'a stranger claims an order before the shop’s server reports it',
    promise: 'Who claims an order without knowing what it is worth gains nothing from the shop’s own report.',
    attack: async (server) => {
      const store = await openStore(server);
      const stranger = await clickOf(server, store);
      await claim(server, store, { tclid: stranger.click, order_value: '5000.00' });
      await report(server, store, {});
      await approveAll(server, store);
      return earned(server, stranger.userId);
    },
    control: onlyFirstReport(),
  },
  {
    name: 'an unsigned claim counts at a store whose pages sign',
    promise: 'Where signatures are required, what a page reports without one brings no commission.',
    attack: async (server) => {
      const store = await openStore(server);
      const stranger = await clickOf(server, store);
      const at = `/v2/advertisers/${store.storeId}`;
      mustBe(
        (await server.send({ method: 'POST', path: `${at}/order-signing-secrets`, as: store.token, body: {} })).status,
        [201],
      );
      const body = { signature_required: true };
      mustBe((await server.send({ method: 'PATCH', path: `${at}/order-rules`, as: store.token, body })).status, [200]);
      await claim(server, store, { tclid: stranger.click });
      await approveAll(server, store);
      return earned(server, stranger.userId);
    },
    control: {
      without: 'the rule that signatures are required',
      unprotect: (server) =>
        onEveryRow(server, 'order_rules', 'BEFORE', 'NEW.signature_required := false; RETURN NEW;'),
    },
  },
  {
    name: 'the plugin of a deactivated store reports an order',
    promise: 'Deactivating a store ends its keys: its plugin reports nothing that earns.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      await deactivate(server, store);
      const { status } = await byPlugin(server, 'POST', {
        ...ORDER,
        service_activation_key: store.key,
        tclid: creator.click,
      });
      mustBe(status, [200, 400, 401]);
      return earned(server, creator.userId, 'pending');
    },
    control: withoutEnds(),
  },
  {
    name: 'the plugin of a deactivated store approves an order',
    promise: 'Deactivating a store refuses its decisions.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      mustBe(
        (await byPlugin(server, 'POST', { ...ORDER, service_activation_key: store.key, tclid: creator.click })).status,
        [200],
      );
      await deactivate(server, store);
      const change = { service_activation_key: store.key, order_id: ORDER.order_id, status: 'approved' };
      mustBe((await byPlugin(server, 'PATCH', change)).status, [200, 400, 401]);
      return earned(server, creator.userId);
    },
    control: withoutEnds(),
  },
  {
    name: 'a member reports and approves an order of their own link',
    promise: 'Whoever belongs to a store earns nothing at it, by orders neither.',
    attack: async (server) => {
      const store = await openStore(server);
      const own = await clickOf(server, store, store.memberId);
      await report(server, store, { tclid: own.click });
      await approveAll(server, store);
      return earned(server, store.memberId);
    },
    control: {
      without: 'the rule of one’s own store',
      unprotect: async ({ pool }) => {
        await pool.query(`CREATE OR REPLACE FUNCTION belongs_to_store(p_store bigint, p_user bigint) RETURNS boolean LANGUAGE sql STABLE
          AS 'SELECT false'`);
      },
    },
  },
  {
    name: 'a store approves an order beyond all measure',
    promise: 'An order above the store’s limit brings no commission.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      await report(server, store, { tclid: creator.click, order_value: '999999999.00' });
      await approveAll(server, store);
      return earned(server, creator.userId);
    },
    control: {
      without: 'the limit of an order’s value',
      unprotect: (server) =>
        onEveryRow(
          server,
          'stores',
          'AFTER',
          'INSERT INTO order_rules (store_id, max_order_minor) VALUES (NEW.id, 100000000000); RETURN NULL;',
        ),
    },
  },
  {
    name: 'a page replaces the value that the shop’s server reported',
    promise: 'What a page says never replaces what the shop’s own server says.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      await report(server, store, { tclid: creator.click });
      await claim(server, store, { tclid: creator.click, order_value: '5000.00' });
      await approveAll(server, store);
      return earnedMoreThan(server, creator.userId, PLAIN_MINOR);
    },
    control: {
      without: 'the difference between a page and the shop’s server',
      unprotect: (server) => onEveryRow(server, 'order_reports', 'BEFORE', `NEW.channel := 'server'; RETURN NEW;`),
    },
  },
  {
    name: 'a key of one store corrects an order of another',
    promise: 'A key of a store acts for this store only.',
    attack: async (server) => {
      const [store, other] = [await openStore(server), await openStore(server)];
      const creator = await clickOf(server, store);
      await report(server, store, { tclid: creator.click });
      const key = await storeKeyOf(server, other);
      const { rows } = await server.pool.query('SELECT id FROM orders WHERE store_id = $1', [store.storeId]);
      const path = `/v2/stores/${store.storeId}/orders`;
      const body = { order_value: '5000.00' };
      const changed = await server.send({ method: 'PATCH', path: `${path}/${rows[0].id}`, as: key, body });
      mustBe(changed.status, [200, 401, 403, 404]);
      await server.send({ method: 'POST', path, as: key, body: { ...ORDER, ...body } });
      await approveAll(server, store);
      return earnedMoreThan(server, creator.userId, PLAIN_MINOR);
    },
    control: {
      without: 'the store of a key',
      unprotect: (server) =>
        onEveryRow(server, 'store_keys', 'BEFORE', 'NEW.store_id := (SELECT min(id) FROM stores); RETURN NEW;'),
    },
  },
  {
    name: 'a stolen key raises an order of a closed month',
    needsOwnServer: true,
    promise:
      'A program corrects an approved order at most up to what was approved, and nobody raises one whose month is closed.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      const key = await storeKeyOf(server, store);
      await report(server, { ...store, token: key }, { tclid: creator.click });
      await approveAll(server, store);
      await server.pool.query(
        `INSERT INTO payment_periods (month, closed_at) SELECT date_trunc('month', day), now() FROM orders WHERE store_id = $1`,
        [store.storeId],
      );
      await report(server, { ...store, token: key }, { order_value: '5000.00' });
      const { rows } = await server.pool.query('SELECT id FROM orders WHERE store_id = $1', [store.storeId]);
      const path = `/v2/stores/${store.storeId}/orders/${rows[0].id}`;
      for (const as of [key, store.token])
        mustBe((await server.send({ method: 'PATCH', path, as, body: { order_value: '4000.00' } })).status, [200, 400]);
      return earnedMoreThan(server, creator.userId, PLAIN_MINOR);
    },
    control: {
      without: 'the closed month, and the limit to what was approved',
      unprotect: async (server) => {
        await server.pool.query(`
          CREATE OR REPLACE FUNCTION is_in_closed_month(p_day date) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT false'`);
      },
    },
  },
  {
    name: 'a corrected order exceeds the store’s limit',
    promise: 'An order above the store’s limit brings no commission, also if a correction raises it there.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      await report(server, store, { tclid: creator.click });
      await report(server, store, { tclid: creator.click, order_value: '999999999.00' });
      await approveAll(server, store);
      return earnedMoreThan(server, creator.userId, PLAIN_MINOR);
    },
    control: {
      without: 'the limit of an order’s value',
      unprotect: (server) =>
        onEveryRow(
          server,
          'stores',
          'AFTER',
          'INSERT INTO order_rules (store_id, max_order_minor) VALUES (NEW.id, 100000000000); RETURN NULL;',
        ),
    },
  },
  {
    name: 'an old signed report returns after the shop has corrected the order',
    promise: 'A signed report that is sent again does not undo the correction of the shop’s server.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      const at = `/v2/advertisers/${store.storeId}/order-signing-secrets`;
      const { body } = await server.send({ method: 'POST', path: at, as: store.token, body: {} });
      const old = { tclid: creator.click, order_value: '5000.00' };
      const text = `${ORDER.order_id}|${old.order_value}|${ORDER.currency}`;
      const signature = createHmac('sha256', body.secret).update(text).digest('hex');
      await claim(server, store, { ...old, signature });
      await report(server, store, { tclid: creator.click });
      await claim(server, store, { ...old, signature });
      await approveAll(server, store);
      return earnedMoreThan(server, creator.userId, PLAIN_MINOR);
    },
    control: onlyFirstReport(),
  },
  {
    name: 'a store attributes an order of another store to an accomplice',
    promise: 'The members of a store attribute its own orders only.',
    attack: async (server) => {
      const [store, other] = [await openStore(server), await openStore(server)];
      const accomplice = await server.market.user();
      await report(server, store, {});
      await attribute(server, store, { as: other.token, userId: accomplice });
      return earned(server, accomplice, 'pending');
    },
    control: {
      without: 'the store of a member',
      unprotect: (server) =>
        onEveryRow(server, 'store_members', 'BEFORE', 'NEW.store_id := (SELECT min(id) FROM stores); RETURN NEW;'),
    },
    needsOwnServer: true,
  },
  {
    name: 'an order is attributed to a suspended creator',
    promise: 'A suspended creator gets no order, by no decision.',
    attack: async (server) => {
      const store = await openStore(server);
      const creator = await clickOf(server, store);
      await server.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [creator.userId]);
      await report(server, store, {});
      await attribute(server, store, { as: store.token, userId: creator.userId });
      return earned(server, creator.userId, 'pending');
    },
    control: {
      without: 'suspensions',
      unprotect: (server) => onEveryRow(server, 'users', 'BEFORE', 'NEW.suspended_at := NULL; RETURN NEW;'),
    },
  },
  {
    name: 'a store takes an approved order from its creator',
    promise: 'What a store has approved for a creator, it cannot attribute to another, back and forth.',
    attack: async (server) => {
      const store = await openStore(server);
      const [creator, accomplice] = [await clickOf(server, store), await server.market.user()];
      await report(server, store, { tclid: creator.click });
      await approveAll(server, store);
      for (const userId of [accomplice, creator.userId, accomplice])
        await attribute(server, store, { as: store.token, userId });
      return ownerIs(server, store, accomplice);
    },
    control: {
      without: 'the approval of the order',
      unprotect: (server) =>
        onEveryRow(
          server,
          'orders',
          'BEFORE',
          `IF NEW.status = 'approved' THEN NEW.status := 'pending'; END IF; RETURN NEW;`,
        ),
    },
  },
  ...(
    [
      ['an exclusive code', 'click_first', true],
      ['a code at a store where codes come first', 'code_first', false],
    ] as const
  ).map(
    ([code, attribution, exclusive]): Attack => ({
      name: `pages report others’ orders with ${code}`,
      promise: `Whoever reports others’ orders by the public tracking key with ${code} gains nothing: the order is disputed.`,
      attack: async (server) => {
        const store = await openStore(server);
        const [honest, stranger] = [await clickOf(server, store), await server.market.user()];
        await codeFirst(server, store, { userId: stranger, attribution, exclusive });
        await claim(server, store, { voucher_code: 'MINE10' });
        await claim(server, store, { tclid: honest.click });
        await approveAll(server, store);
        return earned(server, stranger);
      },
      control: onlyFirstReport(),
    }),
  ),
  {
    name: 'a page adds an exclusive code to an order of the shop’s server',
    promise: 'A page takes no order from the creator to whom the shop’s server leads.',
    attack: async (server) => {
      const store = await openStore(server);
      const [honest, stranger] = [await clickOf(server, store), await server.market.user()];
      await codeFirst(server, store, { userId: stranger, attribution: 'click_first', exclusive: true });
      await report(server, store, { tclid: honest.click });
      await claim(server, store, { tclid: honest.click, voucher_code: 'MINE10' });
      await approveAll(server, store);
      return earned(server, stranger);
    },
    control: {
      without: 'the difference between a page and the shop’s server',
      unprotect: (server) => onEveryRow(server, 'order_reports', 'BEFORE', `NEW.channel := 'server'; RETURN NEW;`),
    },
  },
];

/** What a creator earns from `ORDER`, in minor units. */
const PLAIN_MINOR = 700;

const ORDER = { order_id: 'A-1', order_value: '100.00', currency: 'SEK' };

interface Store {
  storeId: number;
  memberId: number;
  /** A token of the member. */
  token: string;
  trackingKey: string;
  /** The activation key of the plugin. */
  key: string;
}

/** A store with one member, which pays a tenth of an order. */
async function openStore(server: AttackedServer): Promise<Store> {
  const { market, pool } = server;
  const storeId = await market.store({ domains: [`shop-${randomBytes(6).toString('hex')}.example`] });
  await market.price({ storeId, cpa: 0.1, userShare: 0.7 });
  const memberId = await market.user();
  await market.member(storeId, memberId);
  const { rows } = await pool.query('SELECT tracking_key FROM stores WHERE id = $1', [storeId]);
  const key = await market.activationKey(storeId);
  return { storeId, memberId, token: await server.tokenOf(memberId), trackingKey: rows[0].tracking_key, key };
}

/** A click of a person on a creator's link to the store. */
async function clickOf(server: AttackedServer, { storeId }: Store, userId?: number) {
  const owner = userId ?? (await server.market.user());
  const { code } = await server.market.link({ userId: owner, storeId });
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' };
  const reply = await server.send({ path: `/r/${code}`, headers });
  const click = new URL(reply.headers.get('location') ?? 'none:').searchParams.get('tclid');
  if (click === null) throw new Error(`the redirect answered ${reply.status} without a click`);
  // A click is counted moments after its shopper has been redirected.
  while ((await server.pool.query('SELECT FROM clicks WHERE id = $1', [click])).rowCount === 0);
  return { userId: owner, click };
}

async function claim(server: AttackedServer, { trackingKey }: Store, fields: Record<string, string>): Promise<void> {
  const query = new URLSearchParams({ ...ORDER, ...fields });
  mustBe((await server.send({ path: `/px/${trackingKey}.gif?${query}` })).status, [200]);
}

async function report(
  server: AttackedServer,
  { storeId, token }: Store,
  fields: Record<string, string>,
): Promise<void> {
  const path = `/v2/stores/${storeId}/orders`;
  const { status } = await server.send({ method: 'POST', path, as: token, body: { ...ORDER, ...fields } });
  mustBe(status, [200, 201]);
}

/** Gives a creator the code `MINE10` of a store, under the store's own rules. */
async function codeFirst(
  server: AttackedServer,
  { storeId, token }: Store,
  { userId, attribution, exclusive }: { userId: number; attribution: string; exclusive: boolean },
): Promise<void> {
  const path = `/v2/advertisers/${storeId}/order-rules`;
  mustBe((await server.send({ method: 'PATCH', path, as: token, body: { attribution } })).status, [200]);
  const voucher = { code: 'MINE10', user_id: userId, exclusive };
  const made = await server.send({ method: 'POST', path: `/v2/stores/${storeId}/vouchers`, as: token, body: voucher });
  mustBe(made.status, [201]);
}

const byPlugin = (
  server: AttackedServer,
  method: NonNullable<AttackRequest['method']>,
  body: object,
): Promise<AttackReply> => server.send({ method, path: '/v2/order-collectors/shop-plugin/orders', body });

async function approveAll(server: AttackedServer, { storeId, token }: Store): Promise<void> {
  const body = { orders: [{ order_id: ORDER.order_id, status: 'approved' }] };
  const path = `/v2/stores/${storeId}/order-decisions`;
  mustBe((await server.send({ method: 'POST', path, as: token, body })).status, [200]);
}

async function deactivate(server: AttackedServer, { storeId, token }: Store): Promise<void> {
  const path = `/v2/advertisers/${storeId}/deactivate`;
  mustBe((await server.send({ method: 'POST', path, as: token })).status, [200]);
}

/** An API key of a store that may report and decide its orders. */
async function storeKeyOf({ pool }: AttackedServer, { storeId, memberId }: Store): Promise<string> {
  const raw = `${STORE_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  await pool.query(
    `INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_by, created_at) VALUES ($1, 'attacked', $2, $3, '{read,orders}', $4, now())`,
    [storeId, hashToken(raw), raw.slice(0, 12), memberId],
  );
  return raw;
}

/** Attributes the order of a store to a creator by hand; the reply may be a refusal by the rules that are attacked. */
async function attribute(
  server: AttackedServer,
  { storeId }: Store,
  { as, userId }: { as: string; userId: number },
): Promise<void> {
  const { rows } = await server.pool.query('SELECT id FROM orders WHERE store_id = $1', [storeId]);
  const path = `/v2/stores/${storeId}/orders/${rows[0].id}/attribution`;
  const body = { user_id: userId, reason: 'Seen at the fair' };
  // The index of stores follows the database within moments.
  let reply = await server.send({ method: 'POST', path, as, body });
  while (reply.body?.error === 'no_matching_store') reply = await server.send({ method: 'POST', path, as, body });
  mustBe(reply.status, [200, 400, 403, 404]);
}

/** Whether the order of a store belongs to a creator. */
async function ownerIs({ pool }: AttackedServer, { storeId }: Store, userId: number): Promise<Verdict> {
  const { rows } = await pool.query('SELECT user_id FROM orders WHERE store_id = $1', [storeId]);
  return rows[0].user_id === userId ? 'succeeded' : 'refused';
}

/** Whether an order with this status pays anybody. */
async function earned({ pool }: AttackedServer, userId: number, status = 'approved'): Promise<Verdict> {
  const { rows } = await pool.query(
    'SELECT coalesce(sum(user_minor), 0)::float8 AS minor FROM orders WHERE user_id = $1 AND status = $2',
    [userId, status],
  );
  return rows[0].minor > 0 ? 'succeeded' : 'refused';
}

/** Whether approved orders pay somebody more than an amount. */
async function earnedMoreThan({ pool }: AttackedServer, userId: number, minor: number): Promise<Verdict> {
  const { rows } = await pool.query(
    `SELECT coalesce(sum(user_minor), 0)::float8 AS minor FROM orders WHERE user_id = $1 AND status = 'approved'`,
    [userId],
  );
  return rows[0].minor > minor ? 'succeeded' : 'refused';
}

function mustBe(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the attack could not be carried out: answered ${status}`);
}

/** Orders keep the values of their first report. */
function onlyFirstReport(): Control {
  return {
    without: 'the reports of an order after its first',
    unprotect: (server) =>
      onEveryRow(
        server,
        'order_reports',
        'BEFORE',
        'IF EXISTS (SELECT FROM order_reports WHERE order_row_id = NEW.order_row_id) THEN RETURN NULL; END IF; RETURN NEW;',
      ),
  };
}

function withoutEnds(): Control {
  return {
    without: 'the end of a deactivated store’s keys and decisions',
    unprotect: async ({ pool }) => {
      await pool.query(`
        CREATE OR REPLACE FUNCTION store_is_ended(s stores) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT false';
        CREATE OR REPLACE FUNCTION store_may_spend(s stores) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'`);
    },
  };
}

/** Installs a trigger that changes each row that is written to a table. */
async function onEveryRow(
  { pool }: AttackedServer,
  table: string,
  when: 'BEFORE' | 'AFTER',
  body: string,
): Promise<void> {
  const event = when === 'BEFORE' ? 'INSERT OR UPDATE' : 'INSERT';
  await pool.query(`
    CREATE FUNCTION unprotect_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
    CREATE TRIGGER unprotect_${table} ${when} ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION unprotect_${table}()`);
}
