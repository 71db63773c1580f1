import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { closeMonth } from '../../../../tests/harness/closed-month.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { audit } from '../../payments/index.ts';
import { settleRateSteps } from './settle-steps.ts';

let clock = new Date('2026-01-05T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { storeId, tokens, ids } = cast;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: tokens[role], ...(body === undefined ? {} : { body }) });
const money = (amount: string) => ({ amount, currency: 'SEK' });
const stepsUrl = (campaignId: number) => `/v2/offers/${campaignId}/rate-steps`;
const fields = ({ body }: { body: { errors: object } }) => Object.keys(body.errors).sort();
const record = clickRecorder(database, createCalendar('UTC'));
await market.price({ storeId, cpcMinor: 0, cpa: 0.05, invoiceCpa: 0.06 });

/** A campaign of 10 %, billed as 12 %, for one creator, who earns 70 %, with a link. */
async function rising(body: object, { userId = ids.creator } = {}) {
  await database.pool.query(
    'UPDATE campaigns SET only_user_id = NULL, active = false WHERE store_id = $1 AND only_user_id = $2',
    [storeId, userId],
  );
  const campaignId = await market.campaign({ storeId, onlyUserId: userId });
  await market.price({ storeId, campaignId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
  const set = await call('PUT', stepsUrl(campaignId), body);
  expect(set).toMatchObject({ status: 200 });
  clock = new Date(clock.getTime() + 60_000);
  return { campaignId, link: await market.link({ userId, storeId }) };
}

let number = 0;
/** Reports an order after a click, and approves it unless told otherwise. */
async function order(
  { link, campaignId }: { link: { id: number; code: string }; campaignId: number },
  {
    value = '100.00',
    isApproved = true,
    at = clock,
    ...report
  }: { value?: string; isApproved?: boolean; at?: Date; lines?: object[] } = {},
): Promise<number> {
  await record([{ code: link.code, at }]);
  const [{ id: tclid }] = await rows('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [link.id]);
  number += 1;
  const reported = await call('POST', `/v2/stores/${storeId}/orders`, {
    order_id: `S-${number}`,
    order_value: value,
    order_at: at.toISOString(),
    tclid,
    ...report,
  });
  expect(reported).toMatchObject({ status: 201, body: { offer_id: campaignId } });
  if (isApproved) await change(reported.body.id, { status: 'approved' });
  return reported.body.id;
}

async function change(id: number, body: object): Promise<void> {
  expect(await call('PATCH', `/v2/stores/${storeId}/orders/${id}`, body)).toMatchObject({ status: 200 });
}

const costs = async (...of: number[]) =>
  (await rows('SELECT cost_minor FROM orders WHERE id = ANY ($1) ORDER BY id', [of])).map((row) => row.cost_minor);
const settle = () => settleRateSteps({ db: database.db, now: () => clock });
const isClean = async () => {
  expect(await orderFaults(database.pool)).toEqual([]);
  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
};
const LATER = {
  counts: 'orders',
  period: 'month',
  applies: 'later',
  steps: [
    { orders: 2, cpa: 0.15 },
    { orders: 3, cpa: 0.2, cpo: money('5.00') },
  ],
};

describe('Rates of a campaign that rise', () => {
  it('are set by its store, in versions, and read by the creators that it is for', async () => {
    const { campaignId } = await rising(LATER);
    const first = await call('GET', stepsUrl(campaignId));
    const version = { version: 1, changed_at: expect.any(String), user_tag_id: null, ...LATER };
    expect(first.body).toEqual({ ...version, versions: [version] });
    expect((await call('PUT', stepsUrl(campaignId), LATER)).body).toEqual(first.body);
    expect((await call('GET', stepsUrl(campaignId), undefined, 'creator')).body).toEqual(first.body);
    expect((await call('PUT', stepsUrl(campaignId), { steps: [] })).body).toMatchObject({ version: 2, steps: [] });
    expect((await call('GET', stepsUrl(campaignId), undefined, 'creator')).body.versions).toHaveLength(2);
    const audited = await rows(`SELECT details FROM audit_log WHERE action = 'offer.rate_steps_changed' ORDER BY id`);
    expect(audited.map(({ details }) => [details.version, details.steps])).toEqual([
      [1, 2],
      [2, 0],
    ]);
  });

  it('are hidden from other stores and from creators outside of the audience', async () => {
    const { campaignId } = await rising(LATER);
    const tries = await Promise.all([
      call('PUT', stepsUrl(campaignId), LATER, 'creator'),
      call('PUT', stepsUrl(campaignId), LATER, 'otherAdvertiser'),
      call('GET', stepsUrl(campaignId), undefined, 'otherAdvertiser'),
      call('GET', stepsUrl(campaignId), undefined, 'otherCreator'),
      application.call({ method: 'GET', url: stepsUrl(campaignId) }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([403, 404, 404, 404, 401]);
    expect(await rows('SELECT FROM rate_steps WHERE campaign_id = $1', [campaignId])).toHaveLength(1);
  });

  it.each([
    [{}, ['steps']],
    [{ steps: [{ orders: 1 }] }, ['steps.0.cpa']],
    [{ steps: [{ cpa: 0.1 }] }, ['steps.0.orders']],
    [{ steps: [{ orders: 0, cpa: 0.1 }] }, ['steps.0.orders']],
    [{ steps: [{ orders: 1, cpa: 1.1 }] }, ['steps.0.cpa']],
    [{ steps: [{ orders: 1, value: money('1.00'), cpa: 0.1 }] }, ['steps.0.value']],
    [{ counts: 'value', steps: [{ orders: 1, cpa: 0.1 }] }, ['steps.0.orders', 'steps.0.value']],
    [{ counts: 'value', steps: [{ value: money('0.00'), cpa: 0.1 }] }, ['steps.0.value']],
    [
      { counts: 'value', steps: [{ value: { amount: '1.00', currency: 'EUR' }, cpa: 0.1 }] },
      ['steps.0.value', 'steps.0.value.currency'],
    ],
    [
      {
        steps: [
          { orders: 2, cpa: 0.1 },
          { orders: 2, cpa: 0.2 },
        ],
      },
      ['steps.1.orders'],
    ],
    [
      {
        steps: [
          { orders: 1, cpa: 0.2 },
          { orders: 2, cpa: 0.1 },
        ],
      },
      ['steps.1.cpa'],
    ],
    [
      {
        steps: [
          { orders: 1, cpa: 0.2, cpo: money('1.00') },
          { orders: 2, cpa: 0.3 },
        ],
      },
      ['steps.1.cpo'],
    ],
    [{ period: 'ever', applies: 'whole', steps: [{ orders: 1, cpa: 0.2 }] }, ['applies']],
    [{ user_tag_id: 999_999, steps: [{ orders: 1, cpa: 0.2 }] }, ['user_tag_id']],
    [{ steps: Array.from({ length: 11 }, (_, n) => ({ orders: n + 1, cpa: 0.1 })) }, ['steps']],
  ])('are refused as %j', async (body, expected) => {
    const campaignId = await market.campaign({ storeId });
    const reply = await call('PUT', stepsUrl(campaignId), body);
    expect([reply.status, fields(reply)]).toEqual([422, expected]);
  });

  it('are refused with a tag of another store', async () => {
    const campaignId = await market.campaign({ storeId });
    const foreign = await market.userTag({ storeId: cast.otherStoreId });
    const reply = await call('PUT', stepsUrl(campaignId), { ...LATER, user_tag_id: foreign });
    expect([reply.status, fields(reply)]).toEqual([422, ['user_tag_id']]);
  });
});

describe('The progress of a creator', () => {
  const board = (campaignId: number, role: Role, userId: number) =>
    call('GET', `/v2/users/${userId}/campaign-board/${campaignId}`, undefined, role);

  it('is shown with the campaign, to the creator alone, with the earnings of each step', async () => {
    const scene = await rising(LATER);
    await order(scene);
    await order(scene);
    await order(scene, { isApproved: false });
    const { body } = await board(scene.campaignId, 'creator', ids.creator);
    expect(body.rate_steps).toEqual({
      counts: 'orders',
      period: 'month',
      applies: 'later',
      included: true,
      since: '2026-01-01',
      orders: 2,
      value: money('200.00'),
      steps: [
        { orders: 2, per_order: 0.105, per_order_fixed: { minor: 0, currency: 'SEK' }, reached: true },
        { orders: 3, per_order: 0.14, per_order_fixed: { minor: 350, currency: 'SEK' }, reached: false },
      ],
    });
    expect((await board(scene.campaignId, 'otherCreator', ids.creator)).status).toBe(404);
  });

  it('is announced by quotes of new links', async () => {
    const { campaignId } = await rising(LATER);
    const url = `/v2/users/${ids.creator}/quotes?store_ids[]=${storeId}`;
    const quoted = async () => (await call('GET', url, undefined, 'creator')).body.data[0].sources[0].campaign;
    expect(await quoted()).toMatchObject({ id: campaignId, has_rate_steps: true });
    await call('PUT', stepsUrl(campaignId), { steps: [] });
    expect(await quoted()).toMatchObject({ id: campaignId, has_rate_steps: false });
  });

  it('says whether steps of a group are for the creator, and is empty where rates do not rise', async () => {
    const tag = await market.userTag({ storeId });
    const scene = await rising({ ...LATER, period: 'ever', user_tag_id: tag });
    const { body } = await board(scene.campaignId, 'creator', ids.creator);
    expect(body.rate_steps).toMatchObject({ included: false, since: null, orders: 0 });
    await call('PUT', stepsUrl(scene.campaignId), { steps: [] });
    expect((await board(scene.campaignId, 'creator', ids.creator)).body.rate_steps).toBe(null);
  });
});

describe('An order under a campaign whose rates rise', () => {
  it('has the step that the orders approved before it have reached, with the fixed amount and the margin of the terms', async () => {
    const scene = await rising(LATER);
    const all = [await order(scene), await order(scene), await order(scene), await order(scene)];
    expect(await costs(...all)).toEqual([1_200, 1_200, 1_700, 2_800]);
    const [last] = await rows('SELECT user_minor, rate_step, rate_step_orders FROM orders WHERE id = $1', [all[3]]);
    // The store is billed 22 % and, with its margin of a fifth, 6.00. The creator has 70 % of 20.00 and 5.00.
    expect(last).toEqual({ user_minor: 1_750, rate_step: 2, rate_step_orders: 3 });
    await isClean();
  });

  it('is named in the explanations of store and creator', async () => {
    const scene = await rising(LATER);
    const all = [await order(scene), await order(scene), await order(scene)];
    const explained = (id: number, role: Role) => call('GET', `/v2/orders/${id}/explanation`, undefined, role);
    const [store, creator, first] = await Promise.all([
      explained(all[2]!, 'advertiser'),
      explained(all[2]!, 'creator'),
      explained(all[0]!, 'creator'),
    ]);
    const step = ({ body }: { body: { steps: { rule: string; because: string; inputs: object }[] } }) =>
      body.steps.find(({ rule }) => rule === 'rate_step')!;
    expect(step(store).because).toBe(
      'This is approved order number 3 of the creator in 2026-01. After 2 orders, the order rate is 15 % instead of 10 %.',
    );
    expect(step(creator).because).toBe(
      'This is your approved order number 3 in 2026-01. After 2 orders, the order rate is 15 % instead of 10 %.',
    );
    expect(step(creator).inputs).toEqual({
      steps_version: 1,
      counts: 'orders',
      period: 'month',
      applies: 'later',
      reached: 2,
      step: 1,
      steps: '2:150000:* 3:200000:500',
      terms_cpa_ppm: 100_000,
    });
    expect(step(first).because).toContain('reach no step');
  });

  it('counts only when it is approved, not fully refunded, and of the same creator and campaign', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const other = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] }, { userId: ids.otherCreator });
    await order(other);
    await order(scene, { isApproved: false });
    const denied = await order(scene, { isApproved: false });
    await change(denied, { status: 'denied' });
    const refunded = await order(scene);
    await change(refunded, { refunded: money('100.00') });
    const own = await order(scene);
    expect(await costs(own)).toEqual([1_200]);
    expect(await costs(await order(scene))).toEqual([2_200]);
    await isClean();
  });

  it('is not counted while its reports contradict each other', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const other = await market.link({ userId: ids.otherCreator, storeId });
    const disputed = await order(scene, { isApproved: false });
    await record([{ code: other.code, at: clock }]);
    const [{ id: tclid }] = await rows('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [other.id]);
    const [{ order_id }] = await rows('SELECT order_id FROM orders WHERE id = $1', [disputed]);
    await call('POST', `/v2/stores/${storeId}/orders`, { order_id, order_value: '100.00', tclid });
    const refused = await call('PATCH', `/v2/stores/${storeId}/orders/${disputed}`, { status: 'approved' });
    expect(refused.status).toBe(400);
    expect(await costs(await order(scene))).toEqual([1_200]);
    await isClean();
  });

  it('keeps its step when others are refunded, and later orders count again', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const [first, second] = [await order(scene), await order(scene)];
    await change(first, { refunded: money('100.00') });
    await change(second, { refunded: money('50.00') });
    expect(await costs(first, second)).toEqual([0, 1_100]);
    await change(second, { refunded: money('100.00') });
    expect(await costs(await order(scene))).toEqual([1_200]);
    await isClean();
  });

  it('is counted by value before it, in its own month, quarter, or in all', async () => {
    const steps = [{ value: money('150.00'), cpa: 0.2 }];
    const found: number[][] = [];
    for (const period of ['month', 'quarter', 'ever']) {
      clock = new Date('2026-01-05T12:00:00Z');
      const scene = await rising({ counts: 'value', period, steps });
      const all: number[] = [];
      for (const day of ['2026-01-20', '2026-01-21', '2026-02-03', '2026-04-02']) {
        clock = new Date(`${day}T12:00:00Z`);
        all.push(await order(scene, { value: '160.00' }));
      }
      found.push(await costs(...all));
    }
    expect(found).toEqual([
      [1_920, 3_520, 1_920, 1_920],
      [1_920, 3_520, 3_520, 1_920],
      [1_920, 3_520, 3_520, 3_520],
    ]);
    clock = new Date('2026-01-25T12:00:00Z');
    await isClean();
  });

  it('never has less than its agreed rate, and a matching commission rule comes first', async () => {
    const scene = await rising({
      ...LATER,
      steps: [
        { orders: 1, cpa: 0.05 },
        { orders: 2, cpa: 0.2 },
      ],
    });
    await call('PUT', `/v2/offers/${scene.campaignId}/commission-rules`, { rules: [{ skus: ['GIFT'], cpa: 0.01 }] });
    clock = new Date(clock.getTime() + 60_000);
    const lines = [
      { sku: 'GIFT', quantity: 1, price: '60.00' },
      { sku: 'SHOE', quantity: 1, price: '40.00' },
    ];
    const all = [await order(scene), await order(scene), await order(scene, { lines })];
    // The gift costs 3 % of 60.00, the shoe 22 % of 40.00.
    expect(await costs(...all)).toEqual([1_200, 1_200, 1_060]);
    await isClean();
  });

  it('has the version of its click, whatever the store sets later', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    await order(scene);
    const before = clock;
    clock = new Date(clock.getTime() + 60_000);
    await call('PUT', stepsUrl(scene.campaignId), { steps: [] });
    clock = new Date(clock.getTime() + 60_000);
    const early = await order(scene, { at: before });
    const late = await order(scene);
    expect(await costs(early, late)).toEqual([2_200, 1_200]);
    await isClean();
  });

  it('has steps of a group only if its creator is in the group when it is approved', async () => {
    const tag = await market.userTag({ storeId, userIds: [] });
    const scene = await rising({ ...LATER, user_tag_id: tag, steps: [{ orders: 1, cpa: 0.2 }] });
    const [first, second] = [await order(scene), await order(scene)];
    await database.pool.query('INSERT INTO user_tag_members (user_id, user_tag_id) VALUES ($1, $2)', [
      ids.creator,
      tag,
    ]);
    const third = await order(scene);
    expect(await costs(first, second, third)).toEqual([1_200, 1_200, 2_200]);
    await isClean();
  });

  it('loses its step when it is denied by a void, and is counted anew when the void is undone', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const [first, second] = [await order(scene), await order(scene)];
    await database.pool.query(`UPDATE orders SET status = 'denied', updated_at = $2 WHERE id = $1`, [second, clock]);
    expect(await rows('SELECT rate_steps_id, cost_minor FROM orders WHERE id = $1', [second])).toEqual([
      { rate_steps_id: null, cost_minor: 0 },
    ]);
    await database.pool.query(`UPDATE orders SET status = 'denied', updated_at = $2 WHERE id = $1`, [first, clock]);
    await database.pool.query(`UPDATE orders SET status = 'approved', updated_at = $2 WHERE id = $1`, [second, clock]);
    await database.pool.query(`UPDATE orders SET status = 'approved', updated_at = $2 WHERE id = $1`, [first, clock]);
    expect(await costs(first, second)).toEqual([2_200, 1_200]);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('is approved at its step even if the credit of the store is used up, which later orders then wait for', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const pending = [await order(scene, { isApproved: false }), await order(scene, { isApproved: false })];
    await database.pool.query(
      'UPDATE store_credit SET own_limit_minor = incurred_minor + promised_minor, limit_minor = incurred_minor + promised_minor WHERE store_id = $1',
      [storeId],
    );
    for (const id of pending) await change(id, { status: 'approved' });
    expect(await costs(...pending)).toEqual([1_200, 2_200]);
    await record([{ code: scene.link.code, at: clock }]);
    const [{ id: tclid }] = await rows('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [
      scene.link.id,
    ]);
    const refused = await call('POST', `/v2/stores/${storeId}/orders`, {
      order_id: 'S-none',
      order_value: '10.00',
      tclid,
    });
    expect(refused.body.unattributed_reason).toBe('credit_limit');
    await database.pool.query(
      'UPDATE store_credit SET own_limit_minor = 1e15, limit_minor = 1e15 WHERE store_id = $1',
      [storeId],
    );
    await isClean();
  });

  it('reaches a step exactly once when orders are approved on two connections', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 3, cpa: 0.2 }] });
    const all: number[] = [];
    for (let n = 0; n < 8; n += 1) all.push(await order(scene, { isApproved: false }));
    await Promise.all(all.map((id) => change(id, { status: 'approved' })));
    expect((await costs(...all)).sort()).toEqual([1_200, 1_200, 1_200, 2_200, 2_200, 2_200, 2_200, 2_200]);
    const counted = await rows('SELECT rate_step_orders AS n FROM orders WHERE id = ANY ($1) ORDER BY 1', [all]);
    expect(counted.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await isClean();
  });

  it('is counted by its time among orders that are approved together', async () => {
    const scene = await rising({ ...LATER, steps: [{ orders: 1, cpa: 0.2 }] });
    const late = await order(scene, { isApproved: false, at: new Date(clock.getTime() + 30_000) });
    const early = await order(scene, { isApproved: false });
    const numbers = await rows('SELECT order_id FROM orders WHERE id = ANY ($1)', [[late, early]]);
    const decisions = numbers.map(({ order_id }) => ({ order_id, status: 'approved' }));
    const reply = await call('POST', `/v2/stores/${storeId}/order-decisions`, { orders: decisions });
    expect(reply.status).toBe(200);
    expect(await costs(late, early)).toEqual([2_200, 1_200]);
    await isClean();
  });
});

describe('Steps for whole periods', () => {
  const WHOLE = { counts: 'orders', period: 'quarter', applies: 'whole', steps: [{ orders: 3, cpa: 0.2 }] };

  it('price all orders of the period when they are reached, and again when they are lost', async () => {
    const scene = await rising(WHOLE);
    const all = [await order(scene), await order(scene), await order(scene)];
    await settle();
    expect(await costs(...all)).toEqual([2_200, 2_200, 2_200]);
    const { body } = await call('GET', `/v2/orders/${all[0]}/explanation`, undefined, 'creator');
    expect(body.steps.find(({ rule }: { rule: string }) => rule === 'rate_step').because).toBe(
      'Your approved orders in the quarter of 2026-01 (3) reach the step of 3. All orders of the period have the order rate 20 % instead of 10 %.',
    );
    await isClean();
    await change(all[2]!, { refunded: money('100.00') });
    await settle();
    expect(await costs(...all)).toEqual([1_200, 1_200, 0]);
    expect(await settle()).toBe(0);
    await isClean();
  });

  it('price orders that were fully refunded when they were approved, once the refund is taken back', async () => {
    const scene = await rising({ ...WHOLE, steps: [{ orders: 1, cpa: 0.2 }] });
    const refunded = await order(scene, { isApproved: false });
    await change(refunded, { refunded: money('100.00') });
    await change(refunded, { status: 'approved' });
    const other = await order(scene);
    await settle();
    await isClean();
    await change(refunded, { refunded: money('0.00') });
    await settle();
    expect(await costs(refunded, other)).toEqual([2_200, 2_200]);
    await isClean();
  });

  it('end with the step that the sums reach, whatever is approved and refunded while they are settled', async () => {
    const scene = await rising(WHOLE);
    const all: number[] = [];
    for (let n = 0; n < 8; n += 1) all.push(await order(scene, { isApproved: n < 2 }));
    await Promise.all([
      ...all.slice(2).map((id) => change(id, { status: 'approved' })),
      change(all[0]!, { refunded: money('100.00') }),
      settle(),
      settle(),
    ]);
    await settle();
    expect(await costs(...all)).toEqual([0, ...Array.from({ length: 7 }, () => 2_200)]);
    await isClean();
  });

  it('leave closed months as they are, and the next closing books the difference', async () => {
    clock = new Date('2026-01-26T12:00:00Z');
    const scene = await rising(WHOLE);
    const first = [await order(scene), await order(scene)];
    clock = new Date('2026-02-10T12:00:00Z');
    await closeMonth(application, '2026-01', clock);
    const booked = async () =>
      await rows(
        `SELECT origin_id::bigint AS id, cost_minor, user_minor FROM booked WHERE origin_kind = 'commission' AND origin_id = ANY ($1) ORDER BY 1`,
        [first.map(String)],
      );
    expect(await booked()).toEqual(first.map((id) => ({ id, cost_minor: 1_200, user_minor: 700 })));
    const invoices = await rows('SELECT id, net_minor FROM invoices ORDER BY id');
    const third = await order(scene);
    await settle();
    expect(await costs(...first, third)).toEqual([2_200, 2_200, 2_200]);
    expect(await booked()).toEqual(first.map((id) => ({ id, cost_minor: 1_200, user_minor: 700 })));
    clock = new Date('2026-03-02T12:00:00Z');
    await closeMonth(application, '2026-02', clock);
    expect(await booked()).toEqual(first.map((id) => ({ id, cost_minor: 2_200, user_minor: 1_400 })));
    expect(
      await rows('SELECT id, net_minor FROM invoices WHERE id = ANY ($1) ORDER BY id', [invoices.map(({ id }) => id)]),
    ).toEqual(invoices);
    await isClean();
  });
});

it('Closing a month settles the steps of any number of periods, and one round those of a thousand', async () => {
  const { campaignId } = await rising({ counts: 'orders', period: 'month', applies: 'whole', steps: [] });
  const unsettled = async () =>
    Number(
      (await rows('SELECT count(*) FROM rate_step_sums WHERE campaign_id = $1 AND NOT is_settled', [campaignId]))[0]
        .count,
    );
  await rows(
    `INSERT INTO rate_step_sums (campaign_id, user_id, period, first_day, orders, value_minor, is_settled)
     SELECT $1, $2, 'month', '1900-01-01'::date + make_interval(months => n), 0, 0, false FROM generate_series(1, 1005) n`,
    [campaignId, ids.creator],
  );
  await settle();
  expect(await unsettled()).toBe(5);
  await rows('UPDATE rate_step_sums SET is_settled = false WHERE campaign_id = $1', [campaignId]);
  await settleRateSteps({ db: database.db, now: () => clock }, { isWhole: true });
  expect(await unsettled()).toBe(0);
  await rows('DELETE FROM rate_step_sums WHERE campaign_id = $1', [campaignId]);
});
