import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../harness/application.ts';
import { createCast } from '../harness/cast.ts';
import { orderFaults } from '../harness/order-totals.ts';
import { letShoppersIn } from '../harness/shoppers.ts';

/** Two processes on one database: visitors use one, the store's server the other. */
const now = () => new Date('2026-05-10T12:00:00Z');
const today = '2026-05-10';
const here = await createTestApplication({ now });
const cast = await createCast(here);
const there = await createTestApplication({ database: here.database, now });
const follow = await letShoppersIn(here);
const campaignId = await here.market.campaign({ storeId: cast.storeId });
await here.market.price({
  storeId: cast.storeId,
  campaignId,
  cpcMinor: 100,
  invoiceCpcMinor: 150,
  cpa: 0.1,
  invoiceCpa: 0.12,
});

type Who = 'advertiser' | 'creator';
/** A request that must succeed. */
async function ask(who: Who, url: string, method: 'GET' | 'POST' | 'PATCH' = 'GET', body?: object) {
  const reply = await there.call({ method, url, as: cast.tokens[who], body });
  expect([url, reply.status < 300 || reply.body]).toEqual([url, true]);
  return reply.body;
}

/** Reads the creator's orders through every endpoint; amounts in minor units, unless they are texts. */
async function readEverywhere(trackedUrl: string) {
  const { storeId, ids } = cast;
  const [legacy, perDate, links, clicks, campaign, mine] = [
    await ask('advertiser', `/advertiser/stores/${storeId}/orders`),
    await ask('advertiser', `/stores/${storeId}/orders/perDate`),
    await ask('creator', '/v2/affiliate-links?include[]=stats'),
    await ask('creator', `/clicks?from=${today}&to=${today}`),
    await ask('advertiser', `/v2/offers/${campaignId}/stats`),
    await ask('creator', `/v2/users/${ids.creator}/orders`),
  ];
  const link = links.data.find(({ service_url }: { service_url: string }) => service_url === trackedUrl);
  return {
    legacy: legacy.data.map((order: Record<string, unknown>) => [
      order['order_id'],
      order['order_value'],
      order['status'],
    ]),
    perDate: perDate[today] ?? null,
    link: [link.number_of_clicks, link.cost_creator_approved, link.cost_creator_potential],
    clicks,
    offer: [campaign.clicks, campaign.cost, campaign.earnings, campaign.orders, campaign.order_value],
    mine: mine.data.map((order: { earnings: { amount: string }; status: string }) => [
      order.earnings.amount,
      order.status,
    ]),
  };
}

describe('the life of an order', () => {
  it('leads from a link and a click to all figures, through approval and refund, and back to zero', async () => {
    const made = await here.call({
      method: 'POST',
      url: '/v2/affiliate-links',
      as: cast.tokens.creator,
      body: { url: `https://${cast.domain}/shoes?size=39` },
    });
    const tracked: string = made.body.affiliate_link.url;
    const { status, location } = await follow(tracked);
    expect(status).toBe(302);
    const tclid = new URL(location!).searchParams.get('tclid')!;
    const before = await readEverywhere(tracked);
    expect(before).toMatchObject({ legacy: [], link: [1, 70, 0], offer: [1, 150, 70, 0, 0], mine: [] });

    const report = { order_id: 'J-1', order_value: 249.9, tclid };
    const order = await ask('advertiser', `/v2/stores/${cast.storeId}/orders`, 'POST', report);
    expect(order).toMatchObject({ attribution: 'click', offer_id: campaignId, user: { id: cast.ids.creator } });
    // 12 % and 7 % of 249.90, rounded down.
    const pending = await readEverywhere(tracked);
    expect(pending).toMatchObject({
      legacy: [['J-1', 249.9, 'pending']],
      link: [1, 70, 1_749],
      offer: [1, 150 + 2_998, 70 + 1_749, 1, 24_990],
      mine: [['17.49', 'pending']],
      perDate: { date: today, nr_orders: 1 },
    });
    expect(pending.clicks).not.toEqual(before.clicks);

    const change = (body: object) => ask('advertiser', `/v2/stores/${cast.storeId}/orders/${order.id}`, 'PATCH', body);
    const refund = (amount: string) => change({ refunded: { amount, currency: 'SEK' } });
    await change({ status: 'approved' });
    expect(await readEverywhere(tracked)).toMatchObject({ link: [1, 70 + 1_749, 0], mine: [['17.49', 'approved']] });

    await refund('149.90');
    expect(await readEverywhere(tracked)).toMatchObject({
      legacy: [['J-1', 100, 'approved']],
      link: [1, 70 + 700, 0],
      offer: [1, 150 + 1_200, 70 + 700, 1, 10_000],
      mine: [['7.00', 'approved']],
    });

    await refund('249.90');
    const after = await readEverywhere(tracked);
    expect(after).toMatchObject({
      link: before.link,
      offer: before.offer,
      clicks: before.clicks,
      mine: [['0.00', 'approved']],
    });
    expect(after.perDate?.nr_orders ?? 0).toBe(0);
    expect(await orderFaults(here.database.pool)).toEqual([]);
  });
});
