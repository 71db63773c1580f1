import { randomUUID } from 'node:crypto';
import { closeAllPeriods } from '../../../src/modules/payments/index.ts';
import { createCalendar } from '../../../src/platform/calendar.ts';
import { SqlDatabase } from '../../../src/platform/database/sql-database.ts';
import { TEST_COMPANY } from '../../harness/application.ts';
import { bookOrder } from '../../harness/booked-orders.ts';
import type { Attack, AttackedServer, AttackReply, AttackRequest, Control, Verdict } from './attack.ts';

const DAY_MS = 86_400_000;
/** In the last month or the one before it, and past the hold period. */
const LONG_AGO = new Date(Date.now() - 40 * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Attacks on payouts: money that is paid before it is covered, or although it was put on hold. */
export const PAYOUT_ATTACKS: readonly Attack[] = [
  {
    name: 'a creator is paid for what the store never pays',
    needsOwnServer: true,
    promise: 'What a store owes is payable to others when its invoice is paid or released, and not before.',
    attack: async (server) => {
      const scene = await earn(server);
      await close(server);
      return verdictOf(await payable(server, scene));
    },
    control: rewritten(
      'the look whether the store’s invoice is paid',
      'i.released_at IS NOT NULL OR i.paid_at',
      'true OR i.paid_at',
    ),
  },
  {
    name: 'an order that has just been reported is paid out at once',
    needsOwnServer: true,
    promise: 'Earnings have a hold period before they can be paid out.',
    attack: async (server) => {
      const scene = await earn(server, { reportedAt: new Date() });
      await close(server);
      await release(server, scene);
      return verdictOf(await payable(server, scene));
    },
    control: rewritten('the hold period', 'o.held_from + p_hold_days', 'o.held_from - 365'),
  },
  {
    name: 'a store dates an order back to pass its hold period',
    needsOwnServer: true,
    promise: 'The hold period of an order counts from when it was reported, if that is later than its date.',
    attack: async (server) => {
      const scene = await earn(server, { orders: 0 });
      const member = await server.market.user();
      await server.market.member(scene.storeId, member);
      const as = await server.tokenOf(member);
      const path = `/v2/stores/${scene.storeId}`;
      await server.pool.query(`INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, 'BACK', $2, $3)`, [
        scene.storeId,
        scene.creator,
        scene.linkId,
      ]);
      const body = {
        order_id: randomUUID(),
        order_value: '1000.00',
        currency: 'SEK',
        voucher_code: 'BACK',
        order_at: LONG_AGO.toISOString(),
      };
      const order = await made(server, { method: 'POST', path: `${path}/orders`, as, body });
      await made(server, { method: 'PATCH', path: `${path}/orders/${order.id}`, as, body: { status: 'approved' } });
      await close(server);
      await release(server, scene);
      return verdictOf(await payable(server, scene));
    },
    control: {
      without: 'the time of the report',
      unprotect: async ({ pool }) => {
        await pool.query(
          `CREATE FUNCTION dated_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.created_at := NEW.order_at; RETURN NEW; END $$`,
        );
        await pool.query(
          'CREATE TRIGGER dated_back BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION dated_back()',
        );
      },
    },
  },
  {
    name: 'a creator on hold is paid out',
    needsOwnServer: true,
    promise: 'While a store, creator or agency is on hold, nothing of it is paid out.',
    attack: async (server) => {
      const scene = await earn(server);
      await close(server);
      await release(server, scene);
      const body = { user_id: scene.creator, reason: 'Suspicion' };
      await made(server, { method: 'POST', path: '/v2/admin/holds', as: scene.admin, body });
      return verdictOf(await payable(server, scene));
    },
    control: rewritten('the look for holds', 'h.released_at IS NULL', 'false'),
  },
  {
    name: 'a voided order is paid out before the next closing',
    needsOwnServer: true,
    promise: 'What is voided is not payable from that moment, though the closing that books it back is yet to come.',
    attack: async (server) => {
      const scene = await earn(server);
      await close(server);
      await release(server, scene);
      const filter = { kind: 'orders', user_id: scene.creator, from: dayOf(LONG_AGO), to: dayOf(LONG_AGO) };
      const path = '/v2/admin/voids';
      const { fingerprint } = await made(server, {
        method: 'POST',
        path: `${path}/preview`,
        as: scene.admin,
        body: filter,
      });
      await made(server, { method: 'POST', path, as: scene.admin, body: { ...filter, fingerprint, reason: 'Fraud' } });
      return verdictOf(await payable(server, scene));
    },
    control: rewritten(
      'what has not been booked back yet',
      'least(coalesce(o.minor, 0) - coalesce(b.minor, 0), 0)',
      '0',
    ),
  },
  {
    name: 'a creator releases their own hold, and what their store owes',
    needsOwnServer: true,
    promise: 'Only administrators hold, release and void.',
    attack: async (server) => {
      const scene = await earn(server);
      await close(server);
      const reason = { reason: 'I need the money' };
      const hold = await made(server, {
        method: 'POST',
        path: '/v2/admin/holds',
        as: scene.admin,
        body: { user_id: scene.creator, reason: 'Suspicion' },
      });
      const as = await server.tokenOf(scene.creator);
      await server.send({ method: 'POST', path: `/v2/admin/holds/${hold.id}/release`, as, body: reason });
      for (const invoice of await invoicesOf(server, scene))
        await server.send({ method: 'POST', path: `/v2/payments/invoices/${invoice}/release`, as, body: reason });
      return verdictOf(await payable(server, scene));
    },
    control: {
      without: 'the difference between people and administrators',
      unprotect: async ({ pool }) => {
        await pool.query('ALTER TABLE users ALTER COLUMN is_admin SET DEFAULT true');
      },
    },
  },
];

interface Scene {
  storeId: number;
  creator: number;
  linkId: number;
  /** A token of an administrator. */
  admin: string;
}

/** A store, a creator without an agency, and approved orders of theirs that are long past. */
async function earn(server: AttackedServer, { reportedAt = LONG_AGO, orders = 1 } = {}): Promise<Scene> {
  const { market, pool } = server;
  const storeId = await market.store({ domains: [`${randomUUID()}.example`] });
  await pool.query(`UPDATE stores SET url = 'https://shop.example/' WHERE id = $1`, [storeId]);
  await market.price({ storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
  const creator = await market.user();
  const link = await market.link({ userId: creator, storeId });
  for (let count = 0; count < orders; count++)
    await bookOrder(pool, {
      linkId: link.id,
      campaignId: null,
      day: dayOf(LONG_AGO),
      valueMinor: 100_000,
      cpaPpm: 100_000,
    });
  await pool.query('UPDATE orders SET created_at = $1', [reportedAt]);
  return { storeId, creator, linkId: link.id, admin: await server.tokenOf(await market.user({ isAdmin: true })) };
}

/** Closes every past month, as the job does. */
async function close({ pool }: AttackedServer): Promise<void> {
  const deps = { calendar: createCalendar('UTC'), company: TEST_COMPANY };
  const closed = await closeAllPeriods({ db: new SqlDatabase(pool), now: () => new Date(), actorId: null }, deps);
  if (closed.length === 0) throw new Error('No month was closed.');
}

async function invoicesOf({ pool }: AttackedServer, { storeId }: Scene): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM invoices WHERE kind = 'store' AND store_id = $1`, [
    storeId,
  ]);
  if (rows.length === 0) throw new Error('The store has no invoice.');
  return rows.map(({ id }) => id);
}

async function release(server: AttackedServer, scene: Scene): Promise<void> {
  for (const id of await invoicesOf(server, scene))
    await made(server, {
      method: 'POST',
      path: `/v2/payments/invoices/${id}/release`,
      as: scene.admin,
      body: { reason: 'Paid' },
    });
}

/** The payable amount of the creator, in major units. Booked amounts that are no longer owed are not part of the balance. */
async function payable(server: AttackedServer, { creator, admin }: Scene): Promise<number> {
  const { rowCount } = await server.pool.query('SELECT FROM ledger_entries WHERE user_id = $1', [creator]);
  if (rowCount === 0) throw new Error('Nothing was booked for the creator.');
  const { data: balances } = await made(server, { path: `/v2/users/${creator}/balances`, as: admin });
  return balances.length === 0 ? 0 : Number(balances[0].payable.amount);
}

const verdictOf = (amount: number): Verdict => (amount > 0 ? 'succeeded' : 'refused');

/** Sends a request that must succeed, and returns its body. */
async function made(server: AttackedServer, request: AttackRequest): Promise<AttackReply['body']> {
  const { status, body, text } = await server.send(request);
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body;
}

/** A control: redefines `payee_origins` with a part of its text replaced. */
function rewritten(without: string, from: string, to: string): Control {
  return {
    without,
    unprotect: async ({ pool }) => {
      const { rows } = await pool.query<{ text: string }>(
        `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = 'payee_origins'`,
      );
      const { text } = rows[0]!;
      if (!text.includes(from)) throw new Error(`payee_origins has no "${from}".`);
      await pool.query(text.replaceAll(from, to));
    },
  };
}
