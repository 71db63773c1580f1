import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { findFaultsInTotals } from '../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { isRetryable } from '../../platform/database/errors.ts';
import type { Click } from './batch.ts';
import { ClickClass } from './click-classes.ts';
import { ClickDatabase } from './click-database.ts';
import { newClickId } from './click-id.ts';
import { Profiles } from './profiles.ts';

const database = await createTestDatabase();
const { pool } = database;
const market = createMarket(pool);
const processes = Array.from({ length: 4 }, () => {
  const profiles = new Profiles(pool, 1_000);
  return { profiles, log: new ClickDatabase(database.url, profiles, PATIENT) };
});
afterAll(async () => {
  for (const { log } of processes) await log.disconnect();
});

const NOON = Date.UTC(2026, 2, 10, 12);
const hash = () => randomUUID().replaceAll('-', '');

interface Arriving {
  code: string;
  network?: string | null;
  atMs?: number;
}

/** Records clicks of different visitors through one of the processes; a deadlock is tried again, as the recorder does. */
async function record(arriving: readonly Arriving[], { profiles, log } = processes[0]!): Promise<void> {
  const clicks = await Promise.all(
    arriving.map(async ({ code, network = null, atMs = NOON }): Promise<Click> => {
      const profile = (await profiles.find(code))!;
      const id = newClickId(atMs);
      return { id, profile, day: '2026-03-10', visitor: hash(), network, class: ClickClass.counted, source: 0 };
    }),
  );
  await log.record(clicks, false).catch((error) => {
    if (!isRetryable(error)) throw error;
    return log.record(clicks, true);
  });
}

/** Many batches over all processes at once. */
const storm = (batches: number, clicksOf: (batch: number) => Arriving[]) =>
  Promise.all(Array.from({ length: batches }, (_, batch) => record(clicksOf(batch), processes[batch % 4])));

const classesAt = async (storeId: number): Promise<Record<number, number>> =>
  Object.fromEntries(
    (
      await pool.query('SELECT class, count(*)::int AS clicks FROM clicks WHERE store_id = $1 GROUP BY class', [
        storeId,
      ])
    ).rows.map(({ class: kind, clicks }) => [kind, clicks]),
  );
const creditOf = async (storeId: number) =>
  (await pool.query('SELECT incurred_minor, limit_minor FROM store_credit WHERE store_id = $1', [storeId])).rows[0];

async function storeWith(values: { creditMinor?: number; cpcMinor?: number; links?: number } = {}) {
  const { creditMinor, cpcMinor = 7, links = 2 } = values;
  const storeId = await market.store(creditMinor === undefined ? {} : { creditMinor });
  await market.price({ storeId, cpcMinor });
  const codes: string[] = [];
  for (let n = 0; n < links; n++) codes.push((await market.link({ userId: await market.user(), storeId })).code);
  return { storeId, codes };
}

describe('the credit of a store', () => {
  it('is never exceeded by a minor unit, over any number of processes; later clicks are stored and cost nothing', async () => {
    const { storeId, codes } = await storeWith({ creditMinor: 1_000 });
    await storm(60, (batch) => Array.from({ length: 5 }, (_, n) => ({ code: codes[(batch + n) % 2]! })));
    expect(await creditOf(storeId)).toEqual({ incurred_minor: 994, limit_minor: 1_000 });
    expect(await classesAt(storeId)).toEqual({ 0: 142, [ClickClass.credit_limit]: 158 });
    const { rows } = await pool.query(
      'SELECT sum(cost_minor)::int AS cost, count(*) FILTER (WHERE terms = 0)::int AS without FROM clicks WHERE store_id = $1',
      [storeId],
    );
    expect(rows).toEqual([{ cost: 994, without: 0 }]);
    expect(await findFaultsInTotals(pool)).toEqual([]);
  });

  it('holds together with the caps of a campaign, which a refused click does not use up', async () => {
    const { storeId, codes } = await storeWith({ creditMinor: 50, cpcMinor: 1 });
    const campaignId = await market.campaign({ storeId, maxClicks: 10 });
    await market.price({ storeId, campaignId, cpcMinor: 20 });
    await storm(8, () => [{ code: codes[0]! }, { code: codes[1]! }]);
    const { rows } = await pool.query('SELECT clicks FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0', [
      campaignId,
    ]);
    expect([rows, await creditOf(storeId)]).toEqual([[{ clicks: 2 }], { incurred_minor: 40, limit_minor: 50 }]);
  });

  it('does not touch clicks that cost nothing', async () => {
    const { storeId, codes } = await storeWith({ creditMinor: 0, cpcMinor: 0 });
    await record([{ code: codes[0]! }]);
    expect(await classesAt(storeId)).toEqual({ 0: 1 });
  });

  it('follows a change at once', async () => {
    const { storeId, codes } = await storeWith({ creditMinor: 7 });
    await record([{ code: codes[0]! }, { code: codes[1]! }]);
    await pool.query('UPDATE store_credit SET limit_minor = 14 WHERE store_id = $1', [storeId]);
    await record([{ code: codes[0]! }, { code: codes[1]! }]);
    expect(await classesAt(storeId)).toEqual({ 0: 2, [ClickClass.credit_limit]: 2 });
  });
});

describe('a network', () => {
  it('is paid for so many clicks of a minute and a day at one store, exactly, across links and processes', async () => {
    const { storeId, codes } = await storeWith();
    const network = hash();
    await storm(20, (batch) => Array.from({ length: 4 }, (_, n) => ({ code: codes[(batch + n) % 2]!, network })));
    expect(await classesAt(storeId)).toEqual({ 0: 10, [ClickClass.network_limit]: 70 });
    for (let minute = 1; minute < 6; minute++)
      await storm(5, () =>
        Array.from({ length: 4 }, () => ({ code: codes[0]!, network, atMs: NOON + minute * 60_000 })),
      );
    expect(await classesAt(storeId)).toEqual({ 0: 30, [ClickClass.network_limit]: 150 });
    expect((await creditOf(storeId)).incurred_minor).toBe(30 * 7);
    expect(await findFaultsInTotals(pool)).toEqual([]);
  });

  it('is paid for so many clicks of a day on one creator, across stores', async () => {
    const userId = await market.user();
    const network = hash();
    const codes: string[] = [];
    for (let n = 0; n < 7; n++) {
      const storeId = await market.store();
      await market.price({ storeId, cpcMinor: 1 });
      codes.push((await market.link({ userId, storeId })).code);
    }
    for (let minute = 0; minute < 9; minute++)
      await record(codes.map((code) => ({ code, network, atMs: NOON + minute * 60_000 })));
    const { rows } = await pool.query(
      'SELECT class, count(*)::int AS clicks FROM clicks WHERE user_id = $1 GROUP BY 1 ORDER BY 1',
      [userId],
    );
    expect(rows).toEqual([
      { class: 0, clicks: 60 },
      { class: ClickClass.network_limit, clicks: 3 },
    ]);
  });

  it('does not count for another, has limits of the store’s own, and is not limited when it is not known', async () => {
    const { storeId, codes } = await storeWith();
    await pool.query('UPDATE store_credit SET network_minute = 2 WHERE store_id = $1', [storeId]);
    const [one, other] = [hash(), hash()];
    const of = (network: string | null) => Array.from({ length: 12 }, () => ({ code: codes[0]!, network }));
    await record([...of(one), ...of(other), ...of(null)]);
    expect(await classesAt(storeId)).toEqual({ 0: 2 + 2 + 12, [ClickClass.network_limit]: 20 });
  });
});

describe('members of a store', () => {
  const classOf = async (userId: number, storeId: number) => {
    const { id, code } = await market.link({ userId, storeId });
    await record([{ code }]);
    return (await pool.query('SELECT class, cost_minor FROM clicks WHERE link_id = $1', [id])).rows;
  };
  const own = [{ class: ClickClass.own_store, cost_minor: 0 }];
  const paid = [{ class: 0, cost_minor: 7 }];

  it('earns nothing there: a member, an agency that a member represents, and its creators', async () => {
    const { storeId } = await storeWith();
    const [member, agencyId] = [await market.user(), await market.agency()];
    const creator = await market.user({ agencyId });
    expect([await classOf(member, storeId), await classOf(creator, storeId)]).toEqual([paid, paid]);
    await market.member(storeId, member);
    expect(await classOf(member, storeId)).toEqual(own);
    await market.representative(agencyId, member);
    expect(await classOf(creator, storeId)).toEqual(own);
    const colleague = await market.user();
    await market.representative(agencyId, colleague);
    expect([await classOf(colleague, storeId), await classOf(await market.user(), storeId)]).toEqual([own, paid]);
  });

  it('is known by VAT number and payment method, too, from the next click on', async () => {
    const { storeId } = await storeWith();
    const sister = await market.store();
    const [member, agencyId] = [await market.user(), await market.agency()];
    const creator = await market.user({ agencyId });
    await market.member(sister, member);
    const links = [await market.link({ userId: member, storeId }), await market.link({ userId: creator, storeId })];
    let atMs = NOON;
    const lastClasses = async () => {
      atMs += 1_000;
      for (const { code } of links) await record([{ code, atMs }]);
      const { rows } = await pool.query(
        'SELECT DISTINCT ON (link_id) class FROM clicks WHERE link_id = ANY ($1) ORDER BY link_id, id DESC',
        [links.map(({ id }) => id)],
      );
      return rows.map((row) => row.class);
    };
    expect(await lastClasses()).toEqual([0, 0]);
    await pool.query("UPDATE stores SET vat_number = 'SE 5561-2345' WHERE id = $1", [storeId]);
    await pool.query("UPDATE stores SET vat_number = 'se55612345' WHERE id = $1", [sister]);
    expect(await lastClasses()).toEqual([ClickClass.own_store, 0]);
    await pool.query("UPDATE agencies SET vat_number = 'SE55612345' WHERE id = $1", [agencyId]);
    expect(await lastClasses()).toEqual([ClickClass.own_store, ClickClass.own_store]);
    await pool.query('UPDATE stores SET vat_number = NULL');
    await pool.query('UPDATE agencies SET vat_number = NULL');
    expect(await lastClasses()).toEqual([0, 0]);
  });
});

describe('a store that is not approved', () => {
  it('does not pay for clicks while it is pending or after its rejection', async () => {
    const { storeId, codes } = await storeWith();
    const decide = (approval: string) =>
      pool.query("UPDATE stores SET approval = $2, approval_reason = 'No.' WHERE id = $1", [storeId, approval]);
    for (const approval of ['pending', 'approved', 'rejected']) {
      await decide(approval);
      await record([{ code: codes[0]! }]);
    }
    expect(await classesAt(storeId)).toEqual({ 0: 1, [ClickClass.store_pending]: 2 });
  });
});
