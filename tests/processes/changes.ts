import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { quantile } from '../faults/verdict.ts';
import { type Check, pairs, tokenOf } from './checks.ts';
import { call, type Fleet, type Member } from './fleet.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const ROUNDS = 20;
/** The typical time, as in goals.md. */
const SEEN_WITHIN_MS = 100;
const TIMEOUT_MS = 10_000;

interface Store {
  storeId: number;
  domain: string;
  userId: number;
  /** A token of an administrator. */
  admin: string;
  creator: string;
}

async function openStore(fleet: Fleet): Promise<Store> {
  const { market } = fleet;
  const domain = `shop-${randomBytes(4).toString('hex')}.example`;
  const storeId = await market.store({ domains: [domain] });
  await market.price({ storeId, cpcMinor: 100 });
  const userId = await market.user({ agencyId: await market.agency() });
  const admin = await tokenOf(fleet, await market.user({ isAdmin: true }));
  const store = { storeId, domain, userId, admin, creator: await tokenOf(fleet, userId) };
  for (const member of fleet.members) await until(() => earns(member, store, `https://${domain}/`));
  return store;
}

/** Whether this process reports that a page can earn. */
async function earns(member: Member, { userId, creator }: Store, url: string): Promise<boolean> {
  const path = `/v2/users/${userId}/inspections/affiliate-link`;
  const { status, body } = await call(member, path, { method: 'POST', as: creator, body: { url } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.inspection_result === 'single_advertiser';
}

/** Polls until the condition holds. @returns the time that it took, in milliseconds */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo()))
    if (performance.now() - began > TIMEOUT_MS) throw new Error('a change was not visible in time');
  return performance.now() - began;
}

const summary = (waits: number[]) => {
  assert.ok(quantile(waits, 0.5) < SEEN_WITHIN_MS, `half of the changes took longer than ${SEEN_WITHIN_MS} ms`);
  const quantiles = [0.5, 0.95, 1].map((part) => quantile(waits, part).toFixed(1));
  return `seen by the other process after ${quantiles[0]} ms (median), ${quantiles[1]} (p95), ${quantiles[2]} (most), ${waits.length} changes`;
};

/** The clock starts when the process of the change has replied; each check takes one request. */
export const urlRules: Check = async (fleet) => {
  const waits: number[] = [];
  for (const [here, there] of pairs(fleet.members)) {
    const store = await openStore(fleet);
    const rules = `/v2/advertisers/${store.storeId}/url-matching-rules`;
    for (let round = 0; round < ROUNDS; round++) {
      const page = `https://${store.domain}/sale-${round}/`;
      const body = { type: 'block', keyword: `sale-${round}` };
      const rule = await call(here, rules, { method: 'POST', as: store.admin, body });
      assert.equal(rule.status, 201, JSON.stringify(rule.body));
      waits.push(await until(async () => !(await earns(there, store, page))));
    }
  }
  return summary(waits);
};

export const domains: Check = async (fleet) => {
  const waits: number[] = [];
  for (const [here, there] of pairs(fleet.members)) {
    const store = await openStore(fleet);
    for (let round = 0; round < ROUNDS / 2; round++) {
      const added = `new-${round}-${store.domain}`;
      await change(here, store, { domains: [store.domain, added] });
      waits.push(await until(() => earns(there, store, `https://${added}/`)));
      await change(here, store, { domains: [store.domain] });
      waits.push(await until(async () => !(await earns(there, store, `https://${added}/`))));
    }
  }
  return summary(waits);
};

/** Without waiting: the next click, in any process, has the new price. */
export const prices: Check = async (fleet) => {
  let changes = 0;
  for (const [here, there] of pairs(fleet.members)) {
    const store = await openStore(fleet);
    const { code } = await fleet.market.link({ userId: store.userId, storeId: store.storeId });
    assert.equal(await costOfClick(fleet, there, code), 100);
    for (let round = 0; round < ROUNDS; round++) {
      const cpcMinor = 101 + round;
      await change(here, store, { revenue_cpc: cpcMinor });
      assert.equal(await costOfClick(fleet, there, code), cpcMinor, 'the next click has the new price');
      changes += 1;
    }
  }
  return `${changes} changes: the next click of the other process was priced by each`;
};

export const blocklist: Check = async (fleet) => {
  let changes = 0;
  for (const [here, there] of pairs(fleet.members)) {
    const store = await openStore(fleet);
    const { code } = await fleet.market.link({ userId: store.userId, storeId: store.storeId });
    const list = `/v2/advertisers/${store.storeId}/blocklist`;
    const link = { method: 'POST', as: store.creator, body: { url: `https://${store.domain}/page` } };
    for (let round = 0; round < ROUNDS / 4; round++) {
      assert.equal(await costOfClick(fleet, there, code), 100);
      const users = [{ id: store.userId }];
      const blocked = await call(here, list, { method: 'POST', as: store.admin, body: { users } });
      assert.equal(blocked.status, 201, JSON.stringify(blocked.body));
      assert.equal(await costOfClick(fleet, there, code), 0, 'the next click of a blocked creator costs nothing');
      assert.equal((await call(there, '/v2/affiliate-links', link)).status, 400, 'nor do they make links');
      await call(here, `${list}/${blocked.body[0].id}`, { method: 'DELETE', as: store.admin });
      changes += 2;
    }
  }
  return `${changes} changes: the other process’s next click and next link followed each`;
};

async function change(member: Member, { storeId, admin }: Store, body: object): Promise<void> {
  const reply = await call(member, `/advertiser/stores/${storeId}`, {
    method: 'PATCH',
    as: admin,
    body: { hidden: 0, ...body },
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}

let shoppers = 0;

/** The cost of a new shopper's click for the store, in minor units. */
async function costOfClick({ pool }: Fleet, member: Member, code: string): Promise<number> {
  shoppers += 1;
  const from = `172.20.${shoppers >> 8}.${shoppers & 255}`;
  const { status, headers } = await call(member, `/r/${code}`, { from, headers: { 'user-agent': BROWSER } });
  assert.equal(status, 302);
  const id = new URL(headers.get('location')!).searchParams.get('tclid');
  for (;;) {
    const { rows } = await pool.query<{ cost: number }>('SELECT cost_minor::int AS cost FROM clicks WHERE id = $1', [
      id,
    ]);
    if (rows[0] !== undefined) return rows[0].cost;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
