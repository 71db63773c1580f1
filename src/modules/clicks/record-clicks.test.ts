import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  foundMarket,
  type MarketIds,
  withOneCampaignForEachCreator,
} from '../../../tests/harness/clicks/found-market.ts';
import { findFaultsInTotals } from '../../../tests/harness/clicks/ledger.ts';
import { type NaiveClick, NaiveLog } from '../../../tests/harness/clicks/naive-log.ts';
import { batchPlans, type ClickPlan, type MarketPlan, marketPlan } from '../../../tests/harness/clicks/plan.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { silentLog } from '../../../tests/harness/embedded.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { addDays, createCalendar } from '../../platform/calendar.ts';
import type { Click } from './batch.ts';
import { ClickDatabase } from './click-database.ts';
import { clickInstant, newClickId } from './click-id.ts';
import type { ClickLog } from './click-log.ts';
import { openLocalClickLog } from './local-click-log.ts';
import { maintainClickLog } from './maintenance.ts';
import { Profiles } from './profiles.ts';
import { VisitorKeys } from './visitor.ts';

let database: TestDatabase;
let processes: { log: ClickDatabase; profiles: Profiles; journal: ClickLog }[];
const now = Date.now();
const today = createCalendar('UTC').dayOf(now);
const visitorOf = (name: string | number) => createHash('sha256').update(String(name)).digest('hex').slice(0, 32);

beforeAll(async () => {
  database = await createTestDatabase();
  await maintainClickLog(database.pool, new VisitorKeys(), createCalendar('UTC'), now);
  // Two processes: each keeps the profiles that it has read, and receives no announcements of the other.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-record-'));
  processes = await Promise.all(
    [1, 2].map(async () => {
      const profiles = new Profiles(database.pool, 1_000);
      const given = { databaseUrl: database.url, profiles, dataDir, logger: silentLog(), timeouts: PATIENT };
      return {
        profiles,
        log: new ClickDatabase(database.url, profiles, PATIENT),
        journal: await openLocalClickLog(given),
      };
    }),
  );
  return async () => {
    for (const { log, journal } of processes) await Promise.all([log.disconnect(), journal.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
});

/** Through the click log of a process, as the redirect does it, until they are counted. */
async function recordThroughLog(clicks: readonly Omit<Click, 'profile'>[], codes: string[], process: number) {
  const { journal, profiles } = processes[process]!;
  const found = await Promise.all(codes.map((code) => profiles.find(code)));
  await Promise.all(
    clicks.map(
      (click, index) =>
        new Promise<void>((resolve, reject) =>
          journal.record({ ...click, profile: found[index]! }, (error) => (error ? reject(error) : resolve())),
        ),
    ),
  );
  await journal.settled(30_000);
}

async function record(clicks: readonly Omit<Click, 'profile'>[], codes: string[], replay: boolean, process = 0) {
  const { log, profiles } = processes[process]!;
  const found = await Promise.all(codes.map((code) => profiles.find(code)));
  await log.record(
    clicks.map((click, index) => ({ ...click, profile: found[index]! })),
    replay,
  );
}

describe('a generated market', () => {
  interface Kept extends NaiveClick {
    id: string;
  }

  /** The log's rows of these links in the order in which they came, in the words of the naive log. */
  async function readClicks(ids: MarketIds, order: Map<string, number>): Promise<Kept[]> {
    const { rows } = await database.pool.query('SELECT * FROM clicks WHERE link_id = ANY ($1)', [
      ids.links.map((link) => link.id),
    ]);
    const place = (list: number[], id: number | null) => (id === null ? null : list.indexOf(id));
    return rows
      .sort((a, b) => order.get(a.id)! - order.get(b.id)!)
      .map((row) => ({
        id: row.id,
        link: ids.links.findIndex((link) => link.id === row.link_id),
        store: ids.stores.indexOf(row.store_id),
        creator: ids.creators.indexOf(row.user_id),
        day: row.day === today ? 0 : 1,
        source: row.source,
        class: row.class,
        terms: row.terms,
        campaign: place(ids.campaigns, row.campaign_id),
        cappedCampaign: place(ids.campaigns, row.capped_campaign_id),
        costMinor: row.cost_minor,
        userMinor: row.user_minor,
        agencyMinor: row.agency_minor,
        cpcMinor: row.cpc_minor,
        userSharePpm: row.user_share_ppm,
        agencySharePpm: row.agency_share_ppm,
        cpaPpm: row.cpa_ppm,
        invoiceCpaPpm: row.invoice_cpa_ppm,
        fixed: row.fixed,
      }));
  }

  async function play(
    drawn: MarketPlan,
    batches: { clicks: ClickPlan[]; again: number[] }[],
    way: 'batches' | 'log' = 'batches',
  ) {
    const plan = withOneCampaignForEachCreator(drawn);
    const ids = await foundMarket(database.pool, plan, now);
    const naive = new NaiveLog(plan);
    const sent: { click: Omit<Click, 'profile'>; code: string }[] = [];
    for (const [index, batch] of batches.entries()) {
      const again =
        sent.length === 0 || way === 'log' ? [] : [...new Set(batch.again.map((place) => sent[place % sent.length]!))];
      const fresh = batch.clicks.map((click) => ({
        code: ids.links[click.link % ids.links.length]!.code,
        click: {
          id: newClickId(now + click.at),
          day: click.day === 0 ? today : addDays(today, -1),
          visitor: visitorOf(click.visitor),
          class: click.class,
          source: click.source,
        },
      }));
      const all = [...again, ...fresh];
      const [clicks, codes] = [all.map(({ click }) => click), all.map(({ code }) => code)];
      if (way === 'log') await recordThroughLog(clicks, codes, index % 2);
      else await record(clicks, codes, again.length > 0, index % 2);
      for (const click of batch.clicks) naive.add(click);
      sent.push(...fresh);
    }
    const order = new Map(sent.map(({ click }, place) => [click.id, place]));
    return { recorded: (await readClicks(ids, order)).map(({ id: _, ...rest }) => rest), naive: naive.clicks };
  }

  test('is priced as the naive log prices it, click for click, and every total is the sum of its clicks', async () => {
    const notices = { classes: {} as Record<number, number>, terms: {} as Record<number, number>, capped: 0 };
    await fc.assert(
      fc.asyncProperty(marketPlan, batchPlans, async (plan, batches) => {
        const { recorded, naive } = await play(plan, batches);
        expect(recorded).toEqual(naive);
        expect(await findFaultsInTotals(database.pool)).toEqual([]);
        for (const click of naive) {
          notices.classes[click.class] = (notices.classes[click.class] ?? 0) + 1;
          if (click.class === 0) notices.terms[click.terms] = (notices.terms[click.terms] ?? 0) + 1;
          notices.capped += click.cappedCampaign === null ? 0 : 1;
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
    );
    // The generator reaches every class and all terms, or the comparison above would say little.
    expect(Object.keys(notices.classes)).toEqual(['0', '1', '2', '3', '4', '5', '12']);
    expect(Object.keys(notices.terms)).toEqual(['0', '1', '2', '3', '4']);
    expect(notices.capped).toBeGreaterThan(0);
  }, 600_000);

  test('is also priced so when its clicks arrive through the logs of two processes', async () => {
    await fc.assert(
      fc.asyncProperty(marketPlan, batchPlans, async (plan, batches) => {
        const { recorded, naive } = await play(plan, batches, 'log');
        expect(recorded).toEqual(naive);
        expect(await findFaultsInTotals(database.pool)).toEqual([]);
      }),
      { numRuns: Math.ceil(Number(process.env.PROPERTY_RUNS ?? 40) / 3) },
    );
  }, 600_000);
});

describe('a click', () => {
  const market = () => createMarket(database.pool);
  async function earningLink() {
    const storeId = await market().store();
    const userId = await market().user();
    await market().price({ storeId, cpcMinor: 100 });
    return { storeId, ...(await market().link({ userId, storeId })) };
  }
  const click = (rest: Partial<Omit<Click, 'profile'>> = {}): Omit<Click, 'profile'> => ({
    id: newClickId(now),
    day: today,
    visitor: visitorOf('somebody'),
    class: 0,
    source: 0,
    ...rest,
  });
  const classesOf = async (linkId: number) =>
    (await database.pool.query('SELECT class FROM clicks WHERE link_id = $1 ORDER BY day, id', [linkId])).rows.map(
      (row) => row.class,
    );

  test('of a visitor who was counted is a duplicate: in its batch, in a later one, on another process, not next day', async () => {
    const { id, code } = await earningLink();
    const at = (ms: number, rest = {}) => click({ id: newClickId(now + ms), ...rest });
    await record([at(0), at(1)], [code, code], false);
    await record([at(2)], [code], false);
    await record([at(3)], [code], false, 1);
    await record([at(4, { day: addDays(today, 1) })], [code], false);
    expect(await classesOf(id)).toEqual([0, 3, 3, 3, 0]);
    const { rows } = await database.pool.query(
      'SELECT sum(clicks)::int AS clicks, sum(uncounted)::int AS uncounted, sum(cost_minor)::int AS cost FROM link_days WHERE link_id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ clicks: 2, uncounted: 3, cost: 200 });
  });

  test('of the same visitor counts on each link', async () => {
    const [one, other] = [await earningLink(), await earningLink()];
    await record([click(), click()], [one.code, other.code], false);
    expect([await classesOf(one.id), await classesOf(other.id)]).toEqual([[0], [0]]);
  });

  test('that arrived before one already recorded is priced by the campaign that applied at its own instant', async () => {
    const { storeId, code, id } = await earningLink();
    const campaignId = await market().campaign({ storeId, validUntil: new Date(now - 1_000) });
    await market().price({ storeId, campaignId, cpcMinor: 50 });
    await record([click({ id: newClickId(now), visitor: visitorOf(1) })], [code], false);
    // The terms change, so that they are read again with the next click.
    await database.pool.query('UPDATE stores SET updated_at = now() WHERE id = $1', [storeId]);
    await record([click({ id: newClickId(now), visitor: visitorOf(2) })], [code], false);
    await record([click({ id: newClickId(now - 1_001), visitor: visitorOf(3) })], [code], false);
    const { rows } = await database.pool.query(
      'SELECT campaign_id, cost_minor FROM clicks WHERE link_id = $1 AND campaign_id IS NOT NULL',
      [id],
    );
    expect(rows).toEqual([{ campaign_id: campaignId, cost_minor: 50 }]);
  });

  test('that does not count changes nothing but the number of those', async () => {
    const { id, code } = await earningLink();
    await record([click({ class: 1 }), click({ class: 2 }), click({ class: 1, source: 1 })], [code, code, code], false);
    const { rows } = await database.pool.query('SELECT * FROM link_days WHERE link_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      clicks: 0,
      social_clicks: 0,
      uncounted: 3,
      cost_minor: 0,
      user_minor: 0,
      agency_minor: 0,
      campaign_id: 0,
    });
    const visits = await database.pool.query('SELECT FROM click_visitors WHERE link_id = $1', [id]);
    expect(visits.rowCount).toBe(0);
    await record([click()], [code], false);
    expect((await classesOf(id)).filter((one) => one === 0)).toHaveLength(1);
  });

  test('that is repeated is skipped, also together with new ones and by another process', async () => {
    const { id, code } = await earningLink();
    const batch = [click(), click({ visitor: visitorOf('another') }), click({ class: 1 }), click()];
    const codes = batch.map(() => code);
    await record(batch, codes, false);
    const tables = ['clicks', 'click_visitors', 'link_days', 'store_days', 'campaign_spend'];
    const all = () =>
      Promise.all(
        tables.map(async (table) => (await database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)).rows),
      );
    const before = await all();
    await record(batch, codes, true);
    await record([...batch].reverse(), codes, true, 1);
    expect(await all()).toEqual(before);
    await record([...batch, click({ visitor: visitorOf('a third') })], [...codes, code], true, 1);
    expect((await classesOf(id)).sort()).toEqual([0, 0, 0, 1, 3]);
    expect(await findFaultsInTotals(database.pool)).toEqual([]);
  });

  test('is refused as a whole batch when one of them is repeated unannounced', async () => {
    const { id, code } = await earningLink();
    const first = click();
    await record([first], [code], false);
    const again = record([click({ visitor: visitorOf('new') }), first], [code, code], false);
    await expect(again).rejects.toMatchObject({ code: '23505' });
    expect(await classesOf(id)).toEqual([0]);
    expect(await findFaultsInTotals(database.pool)).toEqual([]);
  });

  test('is in the partition of its month, and the database reads the same instant from its id', async () => {
    const { code } = await earningLink();
    const one = click({ id: newClickId(now + 7) });
    await record([one], [code], false);
    const { rows } = await database.pool.query(
      `SELECT tableoid::regclass::text AS partition, extract(epoch FROM click_time(id)) * 1000 AS at,
        id >= click_floor(click_time(id)) AND id < click_floor(click_time(id) + interval '1 ms') AS within
       FROM clicks WHERE id = $1`,
      [one.id],
    );
    expect(rows[0].partition).toBe(`clicks_${new Date(now + 7).toISOString().slice(0, 7).replace('-', '_')}`);
    expect(Number(rows[0].at)).toBe(clickInstant(one.id));
    expect(rows[0].within).toBe(true);
  });

  test('of a day without a partition is also stored, and no overlapping partition is created', async () => {
    const { id, code } = await earningLink();
    const day = '2019-05-06';
    const old = () => click({ id: newClickId(Date.parse(`${day}T12:00:00Z`)), day });
    await record([old()], [code], false);
    await database.pool.query('SELECT ensure_click_months($1, $1), ensure_visitor_days($1, $1)', [day]);
    await record([old(), old()], [code, code], false);
    expect((await classesOf(id)).sort()).toEqual([0, 3, 3]);
  });

  test('a thousand of one batch on a thousand links are recorded', async () => {
    const storeId = await market().store();
    const userId = await market().user();
    await market().price({ storeId, cpcMinor: 3 });
    await database.pool.query("INSERT INTO store_domains (store_id, host) VALUES ($1, 'shop.test')", [storeId]);
    await database.pool.query(
      `INSERT INTO links (code, user_id, store_id, url, url_hash)
       SELECT 'many' || n, $1, $2, 'https://shop.test/' || n, sha256(n::text::bytea) FROM generate_series(1, 1000) n`,
      [userId, storeId],
    );
    const codes = Array.from({ length: 1_000 }, (_, index) => `many${index + 1}`);
    await record(
      codes.map(() => click()),
      codes,
      false,
    );
    const { rows } = await database.pool.query('SELECT clicks, cost_minor FROM store_days WHERE store_id = $1', [
      storeId,
    ]);
    expect(rows).toEqual([{ clicks: 1_000, cost_minor: 3_000 }]);
  });
});

afterAll(async () => {
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
});
