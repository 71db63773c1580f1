import { randomUUID } from 'node:crypto';
import type { Attack, AttackedServer, Control } from './attack.ts';

/** Attacks by stores that spend without cover, and by members who earn at their own store. */
export const SPENDING_ATTACKS: readonly Attack[] = [
  {
    name: 'a store that anybody registers pays an accomplice for clicks',
    promise: 'A store earns nobody anything before an administrator has approved it.',
    attack: async (server) => {
      const { storeId } = await registeredStore(server);
      const { userId, code } = await linkTo(server, storeId);
      await click(server, code, { times: 5 });
      return (await earnedBy(server, userId)) > 0 ? 'succeeded' : 'refused';
    },
    control: openRegistration(),
  },
  {
    name: 'a store that anybody registers promises a one-time payment',
    promise: 'A store promises nothing before an administrator has approved it.',
    attack: async (server) => {
      const { storeId, member } = await registeredStore(server);
      // The attacker proves their own mailbox.
      await server.pool.query('UPDATE users SET email_unproven = false WHERE id = $1', [member]);
      const { userId } = await linkTo(server, storeId);
      const campaignId = await server.market.campaign({ storeId, type: 'user_accept' });
      await server.market.participant({ campaignId, userId });
      const body = { comment: 'Bonus', payment_date: new Date().toISOString().slice(0, 10), user_earnings: 100_000 };
      const path = `/stores/${storeId}/user/${userId}/oneTimePayment`;
      const reply = await server.send({ method: 'POST', path, as: await server.tokenOf(member), body });
      mustBe(reply.status, [200, 400]);
      return (await numberOf(server, 'SELECT count(*) AS n FROM one_time_payments WHERE user_id = $1', userId)) > 0
        ? 'succeeded'
        : 'refused';
    },
    control: openRegistration(),
  },
  {
    name: 'an order of a store that waits brings an accomplice a commission',
    promise: 'Orders of a store that is not approved bring no commission.',
    attack: async (server) => {
      const { storeId } = await registeredStore(server);
      await server.pool.query('UPDATE prices SET cpa = 0.5, invoice_cpa = 0.5 WHERE store_id = $1', [storeId]);
      const { userId, code } = await linkTo(server, storeId);
      await order(server, storeId, { clickId: await click(server, code), value: '5000.00' });
      return (await numberOf(server, 'SELECT sum(user_minor) AS n FROM orders WHERE user_id = $1', userId)) > 0
        ? 'succeeded'
        : 'refused';
    },
    control: openRegistration(),
  },
  {
    name: 'a name is claimed and draws links to somebody else’s shop',
    promise: 'URLs of a domain that nobody has proven or accepted lead to no store.',
    attack: async (server) => {
      const { storeId, host } = await registeredStore(server);
      await server.pool.query("UPDATE stores SET approval = 'approved' WHERE id = $1", [storeId]);
      const creator = await server.market.user();
      const as = await server.tokenOf(creator);
      const path = `/v2/users/${creator}/inspections/affiliate-link`;
      const body = { url: `https://${host}/shoes` };
      // Matching knows a new URL within moments. A URL that is still unknown after these attempts counts as refused.
      for (let tries = 0; tries < 20; tries++) {
        const reply = await server.send({ method: 'POST', path, as, body });
        mustBe(reply.status, [200]);
        if (reply.body.inspection_result === 'single_advertiser') return 'succeeded';
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return 'refused';
    },
    control: {
      without: 'domains that need a proof',
      unprotect: replaceOnInsert('store_domains', "NEW.standing := 'consented'; RETURN NEW;"),
    },
  },
  {
    name: 'a member clicks the links of their own store',
    promise: 'Whoever belongs to a store earns nothing at it.',
    attack: async (server) => {
      const storeId = await server.market.store();
      await server.market.price({ storeId, cpcMinor: 100 });
      const { userId, code } = await linkTo(server, storeId);
      await server.pool.query('INSERT INTO store_members (store_id, user_id) VALUES ($1, $2)', [storeId, userId]);
      await click(server, code, { times: 5 });
      return (await earnedBy(server, userId)) > 0 ? 'succeeded' : 'refused';
    },
    control: { without: 'the members of stores', unprotect: replaceOnInsert('store_members', 'RETURN NULL;') },
  },
  {
    name: 'forty user agents at one address are forty paid clicks',
    promise: 'A network is paid for few clicks, even if everything else in the requests changes.',
    attack: async (server) => {
      const storeId = await server.market.store();
      await server.market.price({ storeId, cpcMinor: 100 });
      const { userId, code } = await linkTo(server, storeId);
      await click(server, code, { times: 40, from: '2001:db8:1:2::7' });
      // The limit is ten per minute, over two minutes at most.
      return (await earnedBy(server, userId)) > 20 * 70 ? 'succeeded' : 'refused';
    },
    control: {
      without: 'limits of a network',
      unprotect: async ({ pool }) => {
        const max = 1_000_000_000;
        await pool.query(
          'UPDATE marketplace_settings SET network_store_daily = $1, network_creator_daily = $1, network_minute = $1',
          [max],
        );
      },
    },
  },
  {
    name: 'clicks go on when a store’s credit is used up',
    promise: 'No store incurs more than its credit limit, to the minor unit, however many click at once.',
    attack: async (server) => {
      const storeId = await server.market.store({ creditMinor: 1_000 });
      await server.market.price({ storeId, cpcMinor: 90 });
      const { code } = await linkTo(server, storeId);
      await click(server, code, { times: 40 });
      return (await costOf(server, storeId)) > 1_000 ? 'succeeded' : 'refused';
    },
    control: unlimitedCredit(),
  },
  {
    name: 'one self-reported order books more than the store can pay',
    promise: 'The commission of an order is within the credit of its store, or nobody’s.',
    attack: async (server) => {
      const storeId = await server.market.store({ creditMinor: 100_000 });
      await server.market.price({ storeId, cpcMinor: 1, cpa: 1, invoiceCpa: 1 });
      const { code } = await linkTo(server, storeId);
      await order(server, storeId, { clickId: await click(server, code), value: '999999.00' });
      return (await costOf(server, storeId)) > 100_000 ? 'succeeded' : 'refused';
    },
    control: unlimitedCredit(),
  },
];

/** Registers a store with its first member, as anybody can, with the highest permitted prices. */
async function registeredStore(server: AttackedServer): Promise<{ storeId: number; member: number; host: string }> {
  await server.market.storeGroup({ currency: 'SEK', country: 'SE' });
  const host = `nordlicht-${randomUUID().slice(0, 8)}.example`;
  const category = await server.market.category();
  const body = {
    user: { email: `${randomUUID()}@${host}`, password: PASSWORD, password_confirmation: PASSWORD },
    feed_name: 'Official Bonus',
    language_iso_code: 'sv',
    locale: 'sv_SE',
    currency_iso_code: 'SEK',
    domains: [host],
    categories: [category],
    revenue_cpc: 100_000,
    social_revenue_cpc: 100_000,
  };
  const reply = await server.send({ method: 'POST', path: '/advertiser/register-store', body });
  mustBe(reply.status, [200, 201]);
  const storeId: number = reply.body.id;
  const member = await numberOf(server, 'SELECT user_id AS n FROM store_members WHERE store_id = $1', storeId);
  return { storeId, member, host };
}

const PASSWORD = 'violet-harbour-7-lanterns';

/** A creator with a link to the store. */
async function linkTo(server: AttackedServer, storeId: number): Promise<{ userId: number; code: string }> {
  const userId = await server.market.user();
  const { code } = await server.market.link({ userId, storeId });
  return { userId, code };
}

/**
 * Follows a link with another user agent each time, from different addresses unless one is given. @returns the id of the last click
 */
async function click(
  server: AttackedServer,
  code: string,
  { times = 1, from }: { times?: number; from?: string } = {},
) {
  const replies = await Promise.all(
    Array.from({ length: times }, (_, n) =>
      server.send({
        path: `/r/${code}`,
        from: from ?? `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.${n}`,
        headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/1${n}.0 Safari/537.36` },
      }),
    ),
  );
  for (const { status } of replies) mustBe(status, [302]);
  const ids = replies.map(({ headers }) => new URL(headers.get('location')!).searchParams.get('tclid')!);
  // A click is counted moments after its shopper has been redirected.
  for (let counted = 0; counted < times; ) {
    const { rows } = await server.pool.query('SELECT count(*)::int AS n FROM clicks WHERE id = ANY ($1)', [ids]);
    counted = rows[0].n;
  }
  return ids.at(-1)!;
}

/** Reports an order as the store's page does. */
async function order(server: AttackedServer, storeId: number, { clickId, value }: { clickId: string; value: string }) {
  const { rows } = await server.pool.query('SELECT tracking_key FROM stores WHERE id = $1', [storeId]);
  const query = new URLSearchParams({ order_id: randomUUID(), order_value: value, currency: 'SEK', tclid: clickId });
  const reply = await server.send({ path: `/px/${rows[0].tracking_key}.gif?${query}` });
  mustBe(reply.status, [200]);
  const known = await numberOf(server, 'SELECT count(*) AS n FROM orders WHERE store_id = $1', storeId);
  if (known !== 1) throw new Error('the order was not recorded');
}

const earnedBy = (server: AttackedServer, userId: number) =>
  numberOf(server, 'SELECT coalesce(sum(user_minor), 0) AS n FROM clicks WHERE user_id = $1', userId);

const costOf = (server: AttackedServer, storeId: number) =>
  numberOf(server, 'SELECT sum(cost_minor + order_cost_minor) AS n FROM store_days WHERE store_id = $1', storeId);

async function numberOf(server: AttackedServer, query: string, id: number): Promise<number> {
  const { rows } = await server.pool.query(query, [id]);
  return Number(rows[0]?.n ?? 0);
}

/** @throws for a reply that shows neither a refusal nor a success */
function mustBe(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the attack could not be carried out: status ${status}`);
}

function openRegistration(): Control {
  return {
    without: 'approval of new stores',
    unprotect: async ({ pool }) => {
      await pool.query("UPDATE marketplace_settings SET store_registration = 'open'");
    },
  };
}

function unlimitedCredit(): Control {
  return {
    without: 'credit limits',
    unprotect: async (server) => {
      await replaceOnInsert('store_credit', 'NEW.limit_minor := 9e15; RETURN NEW;', 'INSERT OR UPDATE')(server);
    },
  };
}

/** A trigger that changes the written rows of a table. */
function replaceOnInsert(table: string, body: string, events = 'INSERT') {
  return async ({ pool }: AttackedServer): Promise<void> => {
    await pool.query(`CREATE FUNCTION unprotect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`);
    await pool.query(`CREATE TRIGGER unprotect BEFORE ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION unprotect()`);
  };
}
