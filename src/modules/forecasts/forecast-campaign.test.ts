import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, ROLES, type Role } from '../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../platform/calendar.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const record = clickRecorder(database, createCalendar('UTC'));
const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** An instant on an earlier day. */
const ago = (days: number, hour = 12, minute = 0) => new Date(TODAY - days * DAY_MS + (hour * 60 + minute) * 60_000);
const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10);
const WINDOW = { from: dayAgo(30), to: dayAgo(1) };

const forecast = (
  body: object,
  { as = 'advertiser', store = cast.storeId }: { as?: Role | null; store?: number } = {},
) =>
  application.call({
    method: 'POST',
    url: `/v2/stores/${store}/offer-forecasts`,
    ...(as === null ? {} : { as: cast.tokens[as] }),
    body: { ...WINDOW, ...body },
  });
const forecastOf = async (body: object, store?: number) => {
  const reply = await forecast(body, store === undefined ? {} : { store });
  expect([reply.body.errors, reply.status]).toEqual([undefined, 200]);
  return reply.body;
};
const DRAFT = { active: true, campaign_title: 'Draft', type: 'standard', traffic_sources_costs: [], targets: {} };
const cost = (clicks: number, orders = 0, one_time_payments = 0) => ({
  clicks,
  orders,
  one_time_payments,
  total: clicks + orders + one_time_payments,
});

// A store with its own prices, and campaigns with caps of every kind that take clicks from each other.
const { storeId, ids } = cast;
await market.price({ storeId, cpcMinor: 100, invoiceCpcMinor: 120, cpa: 0.05 });
const budget = await market.sharedBudget(storeId, 3_000);
const named = await market.campaign({
  storeId,
  type: 'user_accept',
  priority: 90,
  validFrom: ago(26, 5, 30),
  validUntil: ago(4, 18),
  maxMoneyMinor: 2_450,
  sharedBudgetId: budget,
});
await market.price({ storeId, campaignId: named, cpcMinor: 300, invoiceCpcMinor: 350, cpa: 0.1, invoiceCpa: 0.12 });
await market.price({ storeId, campaignId: named, source: 1, cpcMinor: 200 });
const participant = await market.participant({
  campaignId: named,
  userId: ids.creator,
  status: 'accepted',
  clickLimit: 7,
});
await market.price({ storeId, campaignId: named, participantId: participant, cpcMinor: 410 });
await market.participant({ campaignId: named, userId: ids.otherCreator, status: 'accepted' });
const everybodys = await market.campaign({
  storeId,
  priority: 50,
  maxClicks: 9,
  perUserLimit: true,
  validFrom: ago(40),
});
await market.price({ storeId, campaignId: everybodys, cpcMinor: 150, cpa: 0.07 });
const grouped = await market.campaign({ storeId, priority: 70, validFrom: ago(20), maxClicks: 4 });
await market.price({ storeId, campaignId: grouped, cpcMinor: 170 });
const stranger = await market.user();
const tag = await market.userTag({ userIds: [ids.otherCreator, stranger] });
await run('INSERT INTO campaign_targets (campaign_id, user_tag_id) VALUES ($1, $2)', [grouped, tag]);

const [first, second] = [
  await market.link({ userId: ids.creator, storeId }),
  await market.link({ userId: ids.otherCreator, storeId }),
];
// In chronological order.
const arriving = Array.from({ length: 60 }, (_, n) => ({
  code: n % 3 === 0 ? second.code : first.code,
  at: ago(34 - Math.floor(n / 2), 3 + (n % 19), n % 60),
  source: (n % 5 === 0 ? 1 : 0) as 0 | 1,
  class: (n % 11 === 7 ? 2 : 0) as 0 | 2,
})).sort((a, b) => a.at.getTime() - b.at.getTime());
await record(arriving);
const clicks = await run('SELECT id, class, click_time(id) AS at FROM clicks ORDER BY id');

// Orders of every third click, also of clicks that are not counted; one is denied, one refunded in part.
await report(
  storeId,
  clicks.filter((_, n) => n % 3 === 1),
);
await run("UPDATE orders SET status = 'denied' WHERE order_id = 'F-3'");
await run("UPDATE orders SET refunded_minor = 10001 WHERE order_id = 'F-6'");

/** Reports an order for each click, two days after it. */
async function report(store: number, leading: { id: string; at: string }[]) {
  for (const [n, { id, at }] of leading.entries()) {
    const order_at = new Date(new Date(at).getTime() + 2 * DAY_MS).toISOString();
    const reply = await application.call({
      method: 'POST',
      url: `/v2/stores/${store}/orders`,
      as: cast.tokens.advertiser,
      body: { order_id: `F-${n}`, order_value: `${333 + 7 * n}.37`, tclid: id, order_at },
    });
    expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
  }
}

// A store without campaigns, for drafts.
const plain = await market.store();
await market.member(plain, ids.advertiser);
await market.price({ storeId: plain, cpcMinor: 100, cpa: 0.05 });
const links = [
  await market.link({ userId: ids.creator, storeId: plain }),
  await market.link({ userId: ids.otherCreator, storeId: plain }),
];
await record(
  Array.from({ length: 24 }, (_, n) => ({
    code: links[n % 3 === 0 ? 1 : 0]!.code,
    at: ago(33 - n, 9),
    source: (n % 4 === 0 ? 1 : 0) as 0 | 1,
  })),
);
const plainClicks = await run(
  'SELECT id, user_id, day, click_time(id) AS at FROM clicks WHERE store_id = $1 ORDER BY id',
  [plain],
);
await report(
  plain,
  plainClicks.filter((_, n) => n % 4 === 1),
);
const inWindow = plainClicks.filter(({ day }) => day >= WINDOW.from);

/** The booked amounts of a store, or of one of its campaigns, in the window. */
async function booked(store: number, campaignId: number | null = null) {
  const [sums] = await run(
    `SELECT coalesce(sum(clicks), 0)::bigint AS clicks, coalesce(sum(orders), 0)::bigint AS orders, coalesce(sum(cost_minor), 0)::bigint AS cost,
       coalesce(sum(order_cost_minor), 0)::bigint AS order_cost
     FROM link_days WHERE store_id = $1 AND day BETWEEN $2 AND $3 AND ($4::bigint IS NULL OR campaign_id = $4)`,
    [store, WINDOW.from, WINDOW.to, campaignId],
  );
  return { clicks: sums.clicks, orders: sums.orders, cost: cost(sums.cost, sums.order_cost) };
}

describe('A campaign on its own dates', () => {
  it.each([
    ['named', named],
    ['everybodys', everybodys],
    ['grouped', grouped],
  ])('costs what was booked, to the minor unit: %s', async (_name, offer_id) => {
    const reply = await forecastOf({ offer_id, run: 'own_dates' });
    const [offer, store] = [await booked(storeId, offer_id), await booked(storeId)];
    expect(offer.clicks).toBeGreaterThan(2);
    expect(offer.cost.clicks).toBeGreaterThan(0);
    expect([reply.charged, reply.forecast]).toEqual([
      { offer, store },
      { offer, store },
    ]);
  });

  it('reaches its caps at the first click that other terms priced', async () => {
    const reply = await forecastOf({ offer_id: named, run: 'own_dates' });
    const [passed] = await run(
      'SELECT min(click_time(id)) AS at, count(*) FROM clicks WHERE class = 0 AND capped_campaign_id = $1 AND day BETWEEN $2 AND $3',
      [named, WINDOW.from, WINDOW.to],
    );
    expect(passed.count).toBeGreaterThan(2);
    expect([reply.cap_reached_at, reply.clicks_beyond_cap]).toEqual([passed.at.toISOString(), passed.count]);
    expect(reply.targets_left_out).toBe(false);
    expect((await forecastOf({ offer_id: grouped })).targets_left_out).toBe(true);
  });
});

describe('A campaign on all days of the window', () => {
  it('begins with unused caps, and compares with what was charged', async () => {
    const draft = { ...DRAFT, max_clicks: 10, traffic_sources_costs: [{ source: 0, cpc: 500 }] };
    const reply = await forecastOf({ offer: draft }, plain);
    expect(reply.forecast.offer).toMatchObject({ clicks: 10, cost: { clicks: 5_000 } });
    expect(reply.forecast.store).toMatchObject({
      clicks: inWindow.length,
      cost: { clicks: 5_000 + (inWindow.length - 10) * 100 },
    });
    expect(reply.charged).toEqual({ offer: { clicks: 0, orders: 0, cost: cost(0) }, store: await booked(plain) });
    expect([reply.cap_reached_at, reply.clicks_beyond_cap]).toEqual([
      new Date(inWindow[10]!.at).toISOString(),
      inWindow.length - 10,
    ]);
  });

  it('applies only to named creators, with their one-time payments and orders', async () => {
    const draft = {
      ...DRAFT,
      type: 'user_accept',
      has_onetime_payment: true,
      one_time_payment: 40,
      traffic_sources_costs: [{ source: 0, cpc: 500, cpa: 0.2 }],
      targets: { user_ids: [ids.creator, stranger] },
    };
    const { offer, store } = (await forecastOf({ offer: draft }, plain)).forecast;
    const [own] = await run(
      `SELECT count(*) AS orders, sum(div((o.value_minor - o.refunded_minor)::numeric, 5))::bigint AS cost FROM orders o JOIN clicks c ON c.id = o.click_id
       WHERE o.store_id = $1 AND o.user_id = $2 AND o.counts AND o.day BETWEEN $3 AND $4 AND c.day >= $3`,
      [plain, ids.creator, WINDOW.from, WINDOW.to],
    );
    const clicks = inWindow.filter((click) => click.user_id === ids.creator).length;
    expect(own.orders).toBeGreaterThan(2);
    expect(offer).toEqual({ clicks, orders: own.orders, cost: cost(clicks * 500, own.cost, 8_000) });
    expect(store.cost.one_time_payments).toBe(8_000);
  });

  it('considers a campaign that is paused, and one that has ended', async () => {
    const paused = await market.campaign({ storeId: plain, active: false, validUntil: ago(100), maxMoneyMinor: 900 });
    await market.price({ storeId: plain, campaignId: paused, cpcMinor: 400 });
    const whole = await forecastOf({ offer_id: paused }, plain);
    expect(whole.forecast.offer).toMatchObject({ clicks: 2, cost: { clicks: 800 } });
    expect((await forecastOf({ offer_id: paused, run: 'own_dates' }, plain)).forecast.offer.clicks).toBe(0);
  });
});

describe('A forecast', () => {
  it('writes nothing', async () => {
    const state = () =>
      run(`SELECT (SELECT count(*) FROM campaigns) AS campaigns, (SELECT count(*) FROM participants) AS participants,
        (SELECT count(*) FROM campaign_targets) AS targets, (SELECT count(*) FROM prices) AS prices, (SELECT count(*) FROM audit_log) AS audit,
        (SELECT count(*) FROM graphile_worker.jobs) AS jobs, (SELECT count(*) FROM terms_changes) AS changes, (SELECT count(*) FROM shared_budgets) AS budgets,
        (SELECT jsonb_agg(s ORDER BY campaign_id, user_id) FROM campaign_spend s) AS spent, (SELECT jsonb_agg(c ORDER BY store_id) FROM store_credit c) AS credit,
        (SELECT md5(string_agg(c::text, '' ORDER BY id)) FROM clicks c) AS clicks, (SELECT md5(string_agg(d::text, '' ORDER BY d::text)) FROM link_days d) AS totals`);
    const before = await state();
    const shared = { ...DRAFT, shared_budget: { title: 'Together', amount: 5 } };
    const offer = { ...shared, traffic_sources_costs: [{ source: 0, cpc: 200 }], targets: { user_ids: [ids.creator] } };
    expect((await forecastOf({ offer }, plain)).forecast.offer).toMatchObject({ clicks: 2, cost: { clicks: 400 } });
    await forecastOf({ offer_id: named });
    expect(await state()).toEqual(before);
  });

  it('does not reveal who belongs to a group or an address', async () => {
    const offer = { ...DRAFT, traffic_sources_costs: [{ source: 0, cpc: 500 }] };
    for (const targets of [
      { user_tag_ids: [tag] },
      { client_ids: [cast.agencyId] },
      { emails: ['a@people.example'] },
    ]) {
      const reply = await forecast({ offer: { ...offer, targets } }, { store: plain });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['offer.targets.user_ids']]);
      const partly = await forecastOf({ offer: { ...offer, targets: { ...targets, user_ids: [stranger] } } }, plain);
      expect([partly.targets_left_out, partly.forecast.offer.clicks]).toEqual([true, 0]);
    }
    // A campaign for the same creators that has paid nobody affects nobody, also beside another one.
    const silent = await market.campaign({ storeId, active: false, priority: 100 });
    await market.price({ storeId, campaignId: silent, cpcMinor: 999 });
    await run('INSERT INTO campaign_targets (campaign_id, user_tag_id) VALUES ($1, $2)', [silent, tag]);
    expect((await forecastOf({ offer_id: silent })).forecast.offer.clicks).toBe(0);
    const before = await forecastOf({ offer_id: everybodys });
    await run('UPDATE campaigns SET active = true, valid_from = $2 WHERE id = $1', [silent, ago(60)]);
    expect(await forecastOf({ offer_id: everybodys })).toEqual(before);
    await run('UPDATE campaigns SET active = false WHERE id = $1', [silent]);
  });

  it.each(ROLES)('is for members of the store and administrators: %s', async (as) => {
    const isAllowed = as === 'advertiser' || as === 'admin';
    expect((await forecast({ offer_id: everybodys }, { as })).status).toBe(isAllowed ? 200 : 403);
  });

  it('is refused without a token, for a missing store and for another store’s campaign', async () => {
    expect((await forecast({ offer_id: named }, { as: null })).status).toBe(401);
    expect((await forecast({ offer_id: named }, { as: 'admin', store: 999_999 })).status).toBe(404);
    const foreign = await market.campaign({ storeId: cast.otherStoreId });
    const reply = await forecast({ offer_id: foreign });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['offer_id']]);
  });

  it.each([
    [{}, 'offer_id'],
    [{ offer_id: 1, offer: DRAFT }, 'offer'],
    [{ offer_id: 1, to: dayAgo(-1) }, 'to'],
    [{ offer_id: 1, from: dayAgo(0), to: dayAgo(1) }, 'from'],
    [{ offer_id: 1, from: dayAgo(92), to: dayAgo(0) }, 'from'],
    [{ offer_id: 1, run: 'sometimes' }, 'run'],
    [{ offer: { ...DRAFT, traffic_sources_costs: [{ source: 0, cpc: 1001 }] } }, 'offer.traffic_sources_costs.0.cpc'],
    [
      { offer: { ...DRAFT, traffic_sources_costs: [{ source: 0, invoice_cpc: 10 }] } },
      'offer.traffic_sources_costs.0.invoice_cpc',
    ],
    [{ offer: { ...DRAFT, shared_budget_id: 999_999 } }, 'offer.shared_budget_id'],
    [{ offer: { ...DRAFT, targets: { user_ids: [999_999] } } }, 'offer.targets.user_ids'],
  ])('names the field of bad input: %j', async (body, field) => {
    const reply = await forecast(body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('runs once at a time for each store', async () => {
    const client = await database.pool.connect();
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(1919970425, ${plain})`);
      const busy = await forecast({ offer: DRAFT }, { store: plain });
      expect([busy.status, busy.body.error]).toEqual([409, 'replay_running']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await forecast({ offer: DRAFT }, { store: plain })).status).toBe(200);
  });

  it('names the first day of which clicks are stored', async () => {
    const [before] = await run('SELECT kept_from FROM click_retention');
    await run('UPDATE click_retention SET kept_from = $1', [ago(20)]);
    const reply = await forecast({ offer_id: named });
    await run('UPDATE click_retention SET kept_from = $1', [before.kept_from]);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['from']]);
  });
});

describe('Bonuses', () => {
  it('that the orders of the window have reached are one-time payments, paid or not, and those of other campaigns are the store’s', async () => {
    const sellingStore = await market.store();
    await market.member(sellingStore, ids.advertiser);
    const [own, other] = [
      await market.campaign({ storeId: sellingStore }),
      await market.campaign({ storeId: sellingStore }),
    ];
    const month = `${WINDOW.to.slice(0, 7)}-01`;
    const link = await market.link({ userId: ids.creator, storeId: sellingStore });
    for (const [campaignId, bonus] of [
      [own, 500],
      [other, 70],
    ] as const) {
      await run(
        `INSERT INTO bonus_tiers (campaign_id, version, first_month, tiers, budget_minor, created_by, created_at)
         VALUES ($1, 1, $2, $3::jsonb, 10000, $4, now())`,
        [campaignId, month, JSON.stringify([{ orders: 1, value_minor: null, bonus_minor: bonus }]), ids.admin],
      );
      await bookOrder(database.pool, { linkId: link.id, campaignId, day: WINDOW.to, valueMinor: 100, cpaPpm: 0 });
    }
    for (const body of [{ offer_id: own }, { offer_id: own, run: 'own_dates' }]) {
      const { forecast: side, charged } = await forecastOf(body, sellingStore);
      for (const { offer, store } of [side, charged])
        expect([offer.cost.one_time_payments, store.cost.one_time_payments]).toEqual([500, 570]);
    }
    const { forecast: draft } = await forecastOf({ offer: DRAFT }, sellingStore);
    expect([draft.offer.cost.one_time_payments, draft.store.cost.one_time_payments]).toEqual([0, 570]);
  });
});
