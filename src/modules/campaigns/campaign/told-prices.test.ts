import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const { database, market } = application;
const follow = await letShoppersIn(application);
const SOCIAL_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 335.0.0';

type As = 'advertiser' | 'admin';
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object, as: As = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[as], ...(body === undefined ? {} : { body }) });

/** A store of the advertiser with these own prices, and a link of a creator to it. */
async function shop(general: object | null, social: object | null = null) {
  const storeId = await market.store();
  await market.member(storeId, cast.ids.advertiser);
  if (general !== null) await market.price({ storeId, ...general });
  if (social !== null) await market.price({ storeId, source: 1, ...social });
  const userId = await market.user();
  return { storeId, userId, link: await market.link({ userId, storeId }) };
}

/** Follows a link, and returns what the click costs and pays, and what an order after it would. */
async function click(code: string, isSocial = false) {
  expect((await follow(code, isSocial ? { agent: SOCIAL_APP } : {})).status).toBe(302);
  const { rows } = await database.pool.query(
    `SELECT c.cost_minor AS cost, c.user_minor AS creator, c.cpc_minor AS cpc, c.invoice_cpa_ppm AS order_cost, c.cpa_ppm AS cpa
     FROM clicks c JOIN links l ON l.id = c.link_id WHERE l.code = $1 ORDER BY c.id DESC LIMIT 1`,
    [code],
  );
  return rows[0] as { cost: number; creator: number; cpc: number; order_cost: number; cpa: number };
}

const offer = (costs: object[], rest: object = {}) => ({
  active: true,
  campaign_title: 'Told',
  type: 'standard',
  traffic_sources_costs: costs,
  targets: {},
  ...rest,
});
const legacy = (body: object) => ({ name: 'Told', active: 1, priority: 90, ...body });
const HOUSE = { cpcMinor: 24, invoiceCpcMinor: 30, cpa: 0.07, invoiceCpa: 0.09 };

describe('A price that is omitted is the store’s own price, and 0 pays nothing', () => {
  const cases: [object, [cost: number, creator: number, orderCost: number, cpa: number]][] = [
    [{}, [30, 16, 90_000, 70_000]],
    [{ cpc: 30 }, [36, 21, 90_000, 70_000]],
    [{ cpa: 0.12 }, [30, 16, 140_000, 120_000]],
    [{ cpc: null, cpa: null }, [30, 16, 90_000, 70_000]],
    [{ cpc: 0 }, [0, 0, 90_000, 70_000]],
    [{ cpa: 0 }, [30, 16, 0, 0]],
    [{ cpc: 0, cpa: 0 }, [0, 0, 0, 0]],
  ];

  it.each(cases)('in both generations and for each kind of campaign: %j', async (prices, expected) => {
    const { storeId, userId, link } = await shop(HOUSE);
    const paid = async () => {
      const { cost, creator, order_cost: orderCost, cpa } = await click(link.code);
      return [cost, creator, orderCost, cpa];
    };
    expect(await paid()).toEqual([30, 16, 90_000, 70_000]);
    const v2 = await call('POST', `/v2/stores/${storeId}/offers`, offer([{ source: 0, ...prices }]));
    expect([v2.status, await paid()]).toEqual([201, expected]);
    const old = await call('POST', `/stores/${storeId}/offers`, legacy(prices));
    expect([old.status, await paid()]).toEqual([201, expected]);
    const own = await call('POST', `/stores/${storeId}/user/${userId}/offer`, { social_cpc: 1, ...prices });
    expect([own.status, await paid()]).toEqual([201, expected]);
  });

  it('for a participant: the campaign’s price, and the store’s where the campaign has none', async () => {
    const { storeId, userId, link } = await shop(HOUSE);
    const made = await call(
      'POST',
      `/v2/stores/${storeId}/offers`,
      offer([{ source: 0, cpc: 50 }], { type: 'user_accept' }),
    );
    const participant = await market.participant({ campaignId: made.body.data.id, userId });
    const url = `/v2/offers/${made.body.data.id}/participants/${participant}/overrides/costs`;
    const cpc = { amount: '0.00', currency: 'SEK' };
    expect((await call('PATCH', url, { traffic_sources_costs: [{ source: 0, cpc }] })).status).toBe(200);
    expect(await click(link.code)).toMatchObject({ cost: 0, creator: 0, order_cost: 90_000, cpa: 70_000 });
    await call('PATCH', url, { traffic_sources_costs: [{ source: 0, cpa: 0.2 }] });
    expect(await click(link.code)).toMatchObject({ cost: 56, creator: 35, order_cost: 220_000, cpa: 200_000 });
  });

  it('keeps following the store’s price, also in a record that is sent back', async () => {
    const { storeId, link } = await shop(HOUSE);
    const url = `/stores/${storeId}/offers`;
    const made = (await call('POST', url, legacy({}))).body;
    expect(made).toMatchObject({ cpc: 24, invoice_cpc: 30, cpa: 0.07, invoice_cpa: 0.09 });
    expect((await call('PUT', `${url}/${made.id}`, made)).status).toBe(200);
    await call('PATCH', `/advertiser/stores/${storeId}`, { hidden: 0, revenue_cpc: 40 });
    expect(await click(link.code)).toMatchObject({ cost: 46, cpc: 40 });
  });
});

describe('A store cannot remove the platform’s margin', () => {
  it('by naming its own price in a campaign, in either generation, for one creator or for a participant', async () => {
    const { storeId, userId, link } = await shop({ cpcMinor: 220, invoiceCpcMinor: 270, cpa: 0.06, invoiceCpa: 0.08 });
    const billed = async () => {
      const { cost, creator, order_cost: orderCost } = await click(link.code);
      return [cost, creator, orderCost];
    };
    const same = [270, 154, 80_000];
    expect(await billed()).toEqual(same);
    const own = { cpc: 220, cpa: 0.06 };
    const made = await call(
      'POST',
      `/v2/stores/${storeId}/offers`,
      offer([
        { source: 0, ...own },
        { source: 1, ...own },
      ]),
    );
    expect(await billed()).toEqual(same);
    await call('POST', `/stores/${storeId}/offers`, legacy({ priority: 95, ...own }));
    expect(await billed()).toEqual(same);
    await call('PUT', `/v2/offers/${made.body.data.id}`, offer([{ source: 0, ...own }]));
    await call('POST', `/stores/${storeId}/user/${userId}/offer`, own);
    expect(await billed()).toEqual(same);
  });

  it('by passing through a price of 0, or through the maximum', async () => {
    const { storeId, link } = await shop({ cpcMinor: 220, invoiceCpcMinor: 270, cpa: 0.06, invoiceCpa: 0.08 });
    const change = (body: object) => call('PATCH', `/advertiser/stores/${storeId}`, { hidden: 0, ...body });
    for (const body of [{ revenue_cpc: 0 }, { revenue_cpc: 270 }, { revenue_cpa: 0 }, { revenue_cpa: 0.08 }])
      expect((await change(body)).status).toBe(200);
    expect((await change({ revenue_cpa: 1 })).body.errors).toEqual({
      revenue_cpa: ['must be at most 0.98, because the platform’s margin is added'],
    });
    await change({ revenue_cpc: 220, revenue_cpa: 0.06 });
    expect(await click(link.code)).toMatchObject({ cost: 270, order_cost: 80_000 });
  });

  it('by commission rules of a campaign that pays nothing of an order', async () => {
    const { storeId } = await shop({ cpcMinor: 220, invoiceCpcMinor: 270, cpa: 0.06, invoiceCpa: 0.08 });
    const made = await call('POST', `/v2/stores/${storeId}/offers`, offer([{ source: 0, cpa: 0 }]));
    const url = `/v2/offers/${made.body.data.id}/commission-rules`;
    const rules = [{ customer: 'new', cpa: 0.06 }];
    expect((await call('PUT', url, { rules })).body.rules).toEqual(rules);
    const { rows } = await database.pool.query(
      `SELECT l ->> 'invoice_cpa_ppm' AS cost FROM commission_rules r CROSS JOIN jsonb_array_elements(priced_lines(
         '[{"value_minor": 100, "refunded_minor": 0}]', r.rules, 'new', 'click', 0, 0)) l WHERE campaign_id = $1`,
      [made.body.data.id],
    );
    expect(rows).toEqual([{ cost: '80000' }]);
    expect((await call('PUT', url, { rules })).body.version).toBe(1);
  });

  it('that an administrator has set for a campaign, by changing, removing or splitting its price', async () => {
    const { storeId, link } = await shop({ cpcMinor: 10, invoiceCpcMinor: 12 });
    const admin = offer([{ source: 0, cpc: 11, invoice_cpc: 50 }]);
    const { id } = (await call('POST', `/v2/stores/${storeId}/offers`, admin, 'admin')).body.data;
    const billed = async (isSocial = false) => (await click(link.code, isSocial)).cost;
    const set = (costs: object[]) => call('PATCH', `/v2/offers/${id}`, { traffic_sources_costs: costs });
    expect(await billed()).toBe(50);
    await set([{ source: 0, cpc: 60 }]);
    expect(await billed()).toBe(99);
    await set([
      { source: 0, cpc: 60 },
      { source: 1, cpc: 20 },
    ]);
    expect([await billed(), await billed(true)]).toEqual([99, 59]);
    await set([]);
    expect([await billed(), await billed(true)]).toEqual([99, 59]);
    await call('PATCH', `/stores/${storeId}/offers/${id}`, { cpc: 11 });
    expect(await billed()).toBe(50);
    const refused = await set([{ source: 0, cpc: 11, invoice_cpc: 11 }]);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'traffic_sources_costs.0.invoice_cpc': ['is set by administrators only'] },
    ]);
  });
});

describe('What a store is told', () => {
  it('before a campaign and of a campaign is what the next click costs, for every kind of price', async () => {
    const amount = fc.option(fc.constantFrom(0, 1, 35, 350), { nil: undefined });
    const part = fc.option(fc.constantFrom(0, 0.09, 0.5), { nil: undefined });
    const stated = (cpc?: number, cpa?: number, margin?: number) => ({
      ...(cpc === undefined ? {} : { cpc }),
      ...(cpa === undefined ? {} : { cpa }),
      ...(margin === undefined || cpc === undefined ? {} : { invoice_cpc: cpc + margin }),
    });
    const house = fc.constantFrom(null, HOUSE, { cpcMinor: 0, cpa: 0.03 }, { cpcMinor: 220, invoiceCpcMinor: 270 });
    await fc.assert(
      fc.asyncProperty(
        house,
        fc.constantFrom(null, { cpcMinor: 90, invoiceCpcMinor: 95 }),
        amount,
        part,
        amount,
        fc.option(fc.constantFrom(0, 70), { nil: undefined }),
        async (general, social, cpc, cpa, socialCpc, margin) => {
          const { storeId, userId, link } = await shop(general, social);
          const costs = [{ source: 0, ...stated(cpc, cpa, margin) }];
          if (socialCpc !== undefined) costs.push({ source: 1, ...stated(socialCpc) });
          const as = margin === undefined ? 'advertiser' : 'admin';
          const body = offer(costs);
          const preview = await call('POST', `/v2/stores/${storeId}/offer-previews`, body, as);
          const { id } = (await call('POST', `/v2/stores/${storeId}/offers`, body, as)).body.data;
          const definition = (await call('GET', `/v2/offers/${id}/definition`)).body;
          const listed = (await call('GET', `/v2/stores/${storeId}/campaigns`)).body.data[0];
          const change = { ...definition.offer, offer_id: id };
          const changed = await call('POST', `/v2/stores/${storeId}/offer-previews`, change);
          const record = (await call('GET', `/stores/${storeId}/offers/${id}`)).body;
          const board = await application.call({
            url: `/v2/users/${userId}/campaign-board/${id}`,
            as: cast.tokens.admin,
          });
          for (const isSocial of [false, true]) {
            const next = await click(link.code, isSocial);
            const source = isSocial ? 'social' : 'general';
            const told = (prices: Record<'general' | 'social', Record<string, number | null>>) => ({
              cpc: prices[source]['cpc'] ?? 0,
              cost: prices[source]['invoice_cpc'] ?? 0,
              cpa: Math.round((prices[source]['cpa'] ?? 0) * 1e6),
              order_cost: Math.round((prices[source]['invoice_cpa'] ?? 0) * 1e6),
            });
            const { creator: _, ...actual } = next;
            for (const prices of [preview.body.prices, definition.prices, listed.prices, changed.body.prices])
              expect(told(prices)).toEqual(actual);
            const prefix = isSocial ? 'social_' : '';
            expect([record[`${prefix}cpc`], record[`invoice_${prefix}cpc`]]).toEqual([next.cpc, next.cost]);
            const row = definition.offer.traffic_sources_costs.find(
              (one: { source: number }) => one.source === Number(isSocial),
            );
            if (row?.cpc !== undefined) expect([row.cpc, row.invoice_cpc]).toEqual([next.cpc, next.cost]);
            expect(board.body.pay[Number(isSocial)].per_click_minor).toBe(next.creator);
          }
          expect((await call('PUT', `/v2/offers/${id}`, definition.offer)).status).toBe(200);
          expect((await call('GET', `/v2/offers/${id}/definition`)).body).toEqual(definition);
        },
      ),
      { numRuns: 25, seed: 7 },
    );
  }, 120_000);
});

describe('A legacy record', () => {
  it('is accepted as it was read, changes nothing, and lets one field be changed or unset', async () => {
    const { storeId } = await shop(HOUSE);
    const url = `/stores/${storeId}/offers`;
    const full = {
      ...offer([{ source: 0, cpc: 50 }], { type: 'suggestion', name: 'n'.repeat(200), max_clicks: 0, max_money: 0 }),
      valid_from: '2030-03-01 10:20:30',
      valid_until: '2031-01-01',
      budget_limit: 6_000_000,
    };
    const { id } = (await call('POST', `/v2/stores/${storeId}/offers`, full)).body.data;
    const rowOf = async () =>
      (await database.pool.query('SELECT * FROM campaigns WHERE id = $1', [id])).rows.map(
        ({ updated_at: _, ...row }) => row,
      );
    const before = await rowOf();
    const record = (await call('GET', `${url}/${id}`)).body;
    expect((await call('PUT', `${url}/${id}`, record)).status).toBe(200);
    for (const [field, value] of Object.entries(record))
      expect([field, (await call('PATCH', `${url}/${id}`, { [field]: value })).status]).toEqual([field, 200]);
    expect(await rowOf()).toEqual(before);
    const changes: [string, unknown, unknown][] = [
      ['name', 'Short', 'Short'],
      ['from', '2030-04-01 00:00:00', '2030-04-01 00:00:00'],
      ['from', '', ''],
      ['to', '2030-12-31 12:00:00', '2030-12-31 23:59:59'],
      ['to', '', ''],
      ['max_clicks', null, 0],
      ['max_clicks', 5, 5],
      ['max_clicks', 0, 0],
      ['max_money', null, 0],
      ['store_visibility', 2, 2],
      ['store_visibility', 0, 0],
      ['cpc', 0, 0],
      ['cpc', null, 24],
      ['cpa', 0.5, 0.5],
      ['cpa', null, 0.07],
      ['offer_campaign_text', '', ''],
    ];
    for (const [field, value, printed] of changes) {
      const was = (await call('GET', `${url}/${id}`)).body;
      const { status, body } = await call('PUT', `${url}/${id}`, { ...was, [field]: value });
      expect([field, value, status, body[field]]).toEqual([field, value, 200, printed]);
      const follows = field === 'cpc' || field === 'cpa' ? /cp[ca]|updated/ : /updated/;
      for (const [other, kept] of Object.entries(was))
        if (other !== field && !follows.test(other)) expect([other, body[other]]).toEqual([other, kept]);
    }
    const { rows } = await database.pool.query(
      'SELECT max_clicks, valid_from, valid_until FROM campaigns WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ max_clicks: null, valid_from: null, valid_until: null }]);
    const wrong = await call('PUT', `${url}/${id}`, { ...record, invoice_cpc: 1, name: 'n'.repeat(65) });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([422, ['invoice_cpc', 'name']]);
  });
});

it('A campaign is placed directly after another also at the end of the scale, until all priorities are used', async () => {
  const { storeId } = await shop(null);
  const ids = async () =>
    (
      await database.pool.query('SELECT id FROM campaigns WHERE store_id = $1 ORDER BY priority DESC, id DESC', [
        storeId,
      ])
    ).rows.map(({ id }) => id);
  const one = await market.campaign({ storeId, priority: 1 });
  const add = (priority_after: number) => call('POST', `/v2/stores/${storeId}/offers`, offer([], { priority_after }));
  const second = (await add(one)).body.data.id;
  expect(await ids()).toEqual([one, second]);
  const third = (await add(one)).body.data.id;
  expect(await ids()).toEqual([one, third, second]);
  await call('PATCH', `/v2/offers/${one}`, { priority_after: second });
  expect(await ids()).toEqual([third, second, one]);
  await database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE store_id = $1', [storeId]);
  let last = 0;
  for (let priority = 100; priority >= 1; priority--) last = await market.campaign({ storeId, priority });
  const full = await add(last);
  expect([full.status, Object.keys(full.body.errors)]).toEqual([422, ['priority_after']]);
});
