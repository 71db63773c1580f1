import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { until } from '../../../../tests/harness/embedded.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOON = Date.parse('2030-05-15T12:00:00Z');
let clock = new Date(NOON);
const at = (minutes: number) => new Date(NOON + minutes * 60_000);
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const campaignId = await market.campaign({ storeId: cast.storeId });
await market.price({ storeId: cast.storeId, campaignId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
await market.participant({ campaignId, userId: cast.ids.otherCreator, status: 'accepted' });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[role], ...(body === undefined ? {} : { body }) });
const rulesUrl = `/v2/offers/${campaignId}/commission-rules`;
const ordersUrl = `/v2/stores/${cast.storeId}/orders`;
const fields = ({ body }: { body: { errors: object } }) => Object.keys(body.errors).sort();
const amount = (value: string) => ({ amount: value, currency: 'SEK' });
const RULES = [
  { skus: ['GIFT-1', 'gift-2'], cpa: 0 },
  { categories: ['Shoes'], customer: 'new', cpa: 0.2 },
];

describe('Commission rules of a campaign', () => {
  it('are written by its store, in versions, and read by the creators that it is for', async () => {
    expect((await call('GET', rulesUrl)).body).toEqual({ version: null, changed_at: null, rules: [] });
    const first = await call('PUT', rulesUrl, { rules: RULES });
    expect([first.status, first.body]).toEqual([200, { version: 1, changed_at: clock.toISOString(), rules: RULES }]);
    clock = at(1);
    expect((await call('PUT', rulesUrl, { rules: RULES })).body).toEqual(first.body);
    expect((await call('GET', rulesUrl, undefined, 'creator')).body).toEqual(first.body);
    const quote = await call(
      'GET',
      `/v2/users/${cast.ids.creator}/quotes?store_ids[]=${cast.storeId}`,
      undefined,
      'creator',
    );
    expect(quote.body.data[0].sources[0]).toMatchObject({ campaign: { id: campaignId, has_commission_rules: true } });
    const board = await call('GET', `/v2/users/${cast.ids.creator}/campaign-board/${campaignId}`, undefined, 'creator');
    expect(board.body.commission_rules).toEqual([
      { skus: ['GIFT-1', 'gift-2'], per_order: 0 },
      { categories: ['Shoes'], customer: 'new', per_order: 0.14 },
    ]);
    expect((await call('PUT', rulesUrl, { rules: [] })).body).toMatchObject({ version: null, rules: [] });
    clock = at(2);
    expect((await call('PUT', rulesUrl, { rules: RULES })).body.version).toBe(2);
    const { rows } = await database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'offer.commission_rules_changed' ORDER BY id`,
    );
    expect(rows.map(({ details }) => details.version)).toEqual([1, null, 2]);
    // Participants are notified of each change, and mailed once a day.
    const notified = await database.pool.query('SELECT user_id, message, mail, path FROM notifications ORDER BY id');
    const notice = {
      user_id: cast.ids.otherCreator,
      message: 'rates_changed',
      path: `/console/creator/campaigns/${campaignId}`,
    };
    expect(notified.rows).toEqual(
      ['due', 'none', 'none'].map((mail) => ({
        ...notice,
        mail: expect.stringMatching(mail === 'due' ? /due|sent/ : mail),
      })),
    );
  });

  it.each([
    [{}, 'rules'],
    [{ rules: [{ cpa: 0.1 }] }, 'rules.0'],
    [{ rules: [{ skus: [], cpa: 0.1 }] }, 'rules.0.skus'],
    [{ rules: [{ skus: ['A'], cpa: 1.1 }] }, 'rules.0.cpa'],
    [{ rules: [{ skus: ['A'], cpa: -0.1 }] }, 'rules.0.cpa'],
    [{ rules: [{ customer: 'old', cpa: 0.1 }] }, 'rules.0.customer'],
    [{ rules: [{ skus: ['A'] }] }, 'rules.0.cpa'],
    [{ rules: Array.from({ length: 51 }, () => ({ skus: ['A'], cpa: 0 })) }, 'rules'],
    [{ rules: [600, 600].map((length) => ({ skus: Array.from({ length }, (_, n) => `S-${n}`), cpa: 0 })) }, 'rules'],
  ])('are refused as %j', async (body, field) => {
    const reply = await call('PUT', rulesUrl, body);
    expect([reply.status, fields(reply)]).toEqual([422, [field]]);
  });
});

describe('An order with lines', () => {
  const lines = [
    { sku: 'RUN-9', category: 'shoes', quantity: 2, price: '100.00' },
    { sku: 'Gift-1', quantity: 1, price: 50, discount: '' },
    { sku: 'MUG', category: 'Home', quantity: 3, price: '20.00', discount: '10.00' },
  ];

  it('is priced, shown, refunded, explained and forecast by line', async () => {
    clock = at(10);
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: clock }]);
    const { id: tclid } = (await database.pool.query('SELECT id FROM clicks')).rows[0];
    clock = at(11);
    await call('PUT', rulesUrl, { rules: [{ skus: ['RUN-9'], cpa: 1 }] });
    const report = { order_id: 'L-1', order_value: '300.00', tclid, customer: 'new', lines };
    const reported = await call('POST', ordersUrl, report);
    // Billed: 22 % of 200, nothing for the gift card, and 12 % of 50. The creator receives 70 % of the sum of 20 % of 200 and 10
    // % of 50.
    expect(reported).toMatchObject({
      status: 201,
      body: { customer: 'new', offer_id: campaignId, cost: amount('50.00'), earnings: amount('31.50') },
    });
    expect(reported.body.lines).toEqual([
      {
        line: 1,
        sku: 'RUN-9',
        category: 'shoes',
        quantity: 2,
        value: amount('200.00'),
        refunded: amount('0.00'),
        refunded_quantity: null,
        rule: 2,
        cpa: 0.2,
        invoice_cpa: 0.22,
      },
      {
        line: 2,
        sku: 'Gift-1',
        category: null,
        quantity: 1,
        value: amount('50.00'),
        refunded: amount('0.00'),
        refunded_quantity: null,
        rule: 1,
        cpa: 0,
        invoice_cpa: 0,
      },
      {
        line: 3,
        sku: 'MUG',
        category: 'Home',
        quantity: 3,
        value: amount('50.00'),
        refunded: amount('0.00'),
        refunded_quantity: null,
        rule: null,
        cpa: 0.1,
        invoice_cpa: 0.12,
      },
    ]);
    expect(reported.body.reports[0]).toMatchObject({ customer: 'new', lines: [{ sku: 'RUN-9' }, {}, {}] });
    expect((await call('POST', ordersUrl, report)).status).toBe(200);
    const url = `${ordersUrl}/${reported.body.id}`;
    const refunded_lines = [
      { line: 1, quantity: 1 },
      { line: 3, amount: amount('25.00') },
    ];
    const refunded = await call('PATCH', url, { refunded_lines });
    expect(refunded).toMatchObject({
      status: 200,
      body: { refunded: amount('125.00'), cost: amount('25.00'), earnings: amount('15.75') },
    });
    expect(refunded.body.lines).toMatchObject([
      { refunded: amount('100.00'), refunded_quantity: 1 },
      { refunded: amount('0.00') },
      { refunded: amount('25.00'), refunded_quantity: null },
    ]);
    expect((await call('PATCH', url, { refunded_lines })).body.events).toEqual(refunded.body.events);
    const explained = await call('GET', `/v2/orders/${reported.body.id}/explanation`, undefined, 'creator');
    const steps: { rule: string; inputs: object; because: string }[] = explained.body.steps;
    expect(steps.filter(({ rule }) => rule === 'line').map(({ inputs }) => inputs)).toEqual([
      {
        line: 1,
        sku: 'RUN-9',
        category: 'shoes',
        quantity: 2,
        customer: 'new',
        value_minor: 20_000,
        refunded_minor: 10_000,
        rule: 2,
        cpa_ppm: 200_000,
      },
      expect.objectContaining({ rule: 1, cpa_ppm: 0 }),
      expect.objectContaining({ rule: null, cpa_ppm: 100_000 }),
    ]);
    expect(steps.find(({ rule }) => rule === 'creator_share')!.because).toContain('the average part of the lines');
    const forecast = async (more: object = { offer_id: campaignId }) => {
      const body = { from: '2030-05-14', to: '2030-05-15', run: 'own_dates', ...more };
      const reply = await call('POST', `/v2/stores/${cast.storeId}/offer-forecasts`, body);
      expect(reply.body.errors).toBeUndefined();
      return [reply.body.forecast.offer.cost.orders, reply.body.charged.offer.cost.orders];
    };
    // A forecast applies the current rules: all of the remaining shoe, 12 % of the other lines.
    expect(await forecast()).toEqual([10_000 + 600 + 300, 2_500]);
    await call('PUT', rulesUrl, { rules: RULES });
    expect(await forecast()).toEqual([2_500, 2_500]);
    const commission_rules = [{ skus: ['MUG'], cpa: 0.5 }];
    expect(await forecast({ offer_id: campaignId, commission_rules })).toEqual([1_200 + 600 + 1_300, 2_500]);
    const draft = { active: true, campaign_title: 'Draft', type: 'standard', targets: {} };
    const offer = { ...draft, traffic_sources_costs: [{ source: 0, cpc: 100, cpa: 0.1 }] };
    expect((await forecast({ run: 'whole_window', offer, commission_rules }))[0]).toBe(2_750);
    const refused = await call('POST', `/v2/stores/${cast.storeId}/offer-forecasts`, {
      from: '2030-05-14',
      to: '2030-05-15',
      offer_id: campaignId,
      commission_rules: [{ cpa: 1 }],
    });
    expect([refused.status, fields(refused)]).toEqual([422, ['commission_rules.0']]);
  });

  it('is in files, exports and events with its lines', async () => {
    const read = async (url: string, role: Role = 'advertiser') =>
      (await application.app.inject({ url, headers: { authorization: cast.tokens[role] } })).body;
    expect(await read(`${ordersUrl}?format=csv`)).toContain(
      '2 × RUN-9 (shoes): 200.00, refunded 100.00, 22 %; 1 × Gift-1: 50.00, 0 %; 3 × MUG (Home): 50.00, refunded 25.00, 12 %',
    );
    const line = { line: 1, sku: 'RUN-9', category: 'shoes', quantity: 2, rule: 2 };
    // Exports wait for older transactions, also of other databases.
    const exported = async (role: Role) => {
      let record: { customer?: string; lines?: string } = {};
      await until(async () => {
        record = JSON.parse((await read('/v2/exports/orders?wait_seconds=0', role)).split('\n')[0]!);
        return record.lines !== undefined;
      });
      return [record.customer, JSON.parse(record.lines!)[0]];
    };
    const raw = { ...line, value_minor: 20_000, refunded_minor: 10_000, refunded_quantity: 1, cpa_ppm: 200_000 };
    expect(await exported('advertiser')).toEqual(['new', { ...raw, invoice_cpa_ppm: 220_000 }]);
    expect(await exported('creator')).toEqual(['new', raw]);
    const { rows } = await database.pool.query('SELECT data, private_data FROM event_outbox ORDER BY id DESC LIMIT 1');
    const money = (minor: number) => ({ minor, currency: 'SEK' });
    expect(rows[0].private_data.store).toMatchObject({
      customer: 'new',
      lines: [{ ...line, value: money(20_000), refunded: money(10_000), cpa: 0.2, invoice_cpa: 0.22 }, {}, {}],
    });
    expect(JSON.stringify([rows[0].data, rows[0].private_data.user])).not.toContain('RUN-9');
  });

  it('can be previewed with the rules of the campaign, and with others', async () => {
    const url = `/v2/offers/${campaignId}/order-previews`;
    const preview = async (body: object) => (await call('POST', url, { lines, ...body })).body;
    const { value, cost, earnings, creator_share, ...rest } = await preview({ customer: 'new' });
    expect([value, cost, earnings, creator_share]).toEqual([amount('300.00'), amount('50.00'), amount('31.50'), 0.7]);
    expect(rest.lines.map(({ rule, cpa }: { rule: number; cpa: number }) => [rule, cpa])).toEqual([
      [2, 0.2],
      [1, 0],
      [null, 0.1],
    ]);
    expect((await preview({})).earnings).toEqual(amount('17.50'));
    expect((await preview({ rules: [] })).cost).toEqual(amount('36.00'));
    expect((await preview({ rules: [{ customer: 'new', cpa: 0.5 }], customer: 'new' })).cost).toEqual(amount('156.00'));
  });

  it.each([
    [{}, ['lines']],
    [{ lines: [] }, ['lines']],
    [{ lines: [{ ...lines[0], price: 'x' }] }, ['lines.0.price']],
    [{ lines, rules: [{ cpa: 0.1 }] }, ['rules.0']],
    [{ lines: [1, 2].map(() => ({ ...lines[0], quantity: 1_000_000, price: 900 })) }, ['lines']],
  ])('cannot be previewed as %#', async (body, expected) => {
    const reply = await call('POST', `/v2/offers/${campaignId}/order-previews`, body);
    expect([reply.status, fields(reply)]).toEqual([422, expected]);
  });

  it.each([
    [{ lines: [{ ...lines[0], price: -100 }] }, ['lines']],
    [{ lines: [{ ...lines[0], quantity: 0 }] }, ['lines.0.quantity']],
    [{ lines: [{ ...lines[0], sku: undefined }] }, ['lines.0.sku']],
    [{ lines: lines.slice(1) }, ['lines']],
    [{ lines: Array.from({ length: 201 }, () => ({ sku: 'A', quantity: 1, price: 0 })) }, ['lines']],
    [{ lines, customer: 'guest' }, ['customer']],
  ])('is recorded, and warns of what it dropped: %#', async (body, expected) => {
    const reply = await call('POST', ordersUrl, {
      order_id: `L-2-${expected}-${Math.random()}`,
      order_value: '300.00',
      ...body,
    });
    expect([reply.status, reply.body.warnings.map(({ field }: { field: string }) => field)]).toEqual([201, expected]);
  });

  it('is refused without a value', async () => {
    const reply = await call('POST', ordersUrl, { order_id: 'L-2', order_value: 'x', lines });
    expect([reply.status, fields(reply)]).toEqual([422, ['order_value']]);
  });

  it.each([
    [[{ line: 1 }], 'refunded_lines.0.quantity'],
    [[{ line: 1, quantity: 1, amount: amount('1.00') }], 'refunded_lines.0.quantity'],
    [[{ line: 1, amount: { amount: '1.00', currency: 'EUR' } }], 'refunded_lines.0.amount.currency'],
    [[{ line: 0, quantity: 1 }], 'refunded_lines.0.line'],
    [[{ line: 4, quantity: 1 }], 'refunded_lines.0.line'],
    [[], 'refunded_lines'],
  ])('names the field of a refund of %j', async (refunded_lines, field) => {
    const [{ id }] = (await database.pool.query(`SELECT id FROM orders WHERE order_id = 'L-1'`)).rows;
    const reply = await call('PATCH', `${ordersUrl}/${id}`, { refunded_lines });
    expect([reply.status, fields(reply)]).toEqual([422, [field]]);
  });
});
