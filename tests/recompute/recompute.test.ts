import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { changeOrder } from '../../src/modules/orders/changes/change-order.ts';
import { recordOrder } from '../../src/modules/orders/reports/record-order.ts';
import { putOnHold } from '../../src/modules/payments/holds/put-on-hold.ts';
import { makeVoid } from '../../src/modules/payments/voids/make-void.ts';
import { previewVoid } from '../../src/modules/payments/voids/preview-void.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createPopulatedApplication } from '../harness/cast.ts';
import { closeMonth } from '../harness/closed-month.ts';
import { clickRecorder } from '../harness/recorded-clicks.ts';
import { POLL, recomputeAs } from './run.ts';

const calendar = createCalendar('UTC');
const NOW = new Date('2026-03-20T10:00:00Z');
let clock = NOW;
const { application, cast } = await createPopulatedApplication({ now: () => clock });

const run = () => recomputeAs(application, cast.tokens.admin);

/** Two lines of an order: one piece of a product with a rule, and the rest. */
const linesOf = (value: string) => [
  { sku: 'SHOE', category: 'Shoes', quantity: 1, price: '40', discount: null },
  { sku: 'BOOK', category: 'Books', quantity: 1, price: value, discount: '40' },
];

/**
 * Two months of two stores: campaigns with caps of every kind, overrides, an agency's share, orders in another currency with refunds,
 * denials and vouchers, payments, and after the first closing voids, a late approval and a late refund that the second closing
 * adjusts.
 */
beforeAll(async () => {
  const { market, database } = application;
  const { pool } = database;
  const { storeId, otherStoreId, ids } = cast;
  await pool.query('UPDATE agencies SET agency_share = 0.15');
  await pool.query(`UPDATE stores SET currency = 'EUR' WHERE id = $1`, [otherStoreId]);
  await pool.query(`INSERT INTO exchange_rates (currency, day, units_per_eur, source)
    VALUES ('SEK', '2026-01-01', 11.23457, 'test'), ('USD', '2026-01-05', 1.0873, 'test'), ('JPY', '2025-12-30', 162.417, 'test')
    ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = excluded.units_per_eur`);
  for (const id of [storeId, otherStoreId]) {
    const fixed = { cpoMinor: 411, invoiceCpoMinor: 500, minimumOrderMinor: 100 };
    await market.price({ storeId: id, cpcMinor: 233, invoiceCpcMinor: 300, cpa: 0.0833, invoiceCpa: 0.1, ...fixed });
    await market.price({ storeId: id, source: 1, cpcMinor: 171, userShare: 0.613 });
  }
  const budget = await market.sharedBudget(storeId, 1_700);
  const capped = [
    { maxClicks: 2 },
    { maxMoneyMinor: 900 },
    { sharedBudgetId: budget },
    { perUserLimit: true, maxClicks: 1 },
  ];
  for (const [index, caps] of capped.entries()) {
    const campaignId = await market.campaign({ storeId, priority: 90 - index, ...caps });
    await market.price({
      storeId,
      campaignId,
      cpcMinor: 401 + index,
      invoiceCpcMinor: 450 + index,
      cpa: 0.05,
      ...(index === 1 ? { cpoMinor: 7, cpoMode: 'larger' } : {}),
    });
  }
  const later = await market.campaign({ storeId, priority: 99, validFrom: new Date('2026-02-10T00:00:00Z') });
  await market.price({ storeId, campaignId: later, cpcMinor: 77 });
  await pool.query(
    `INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at)
     SELECT id, 1, '[{"skus": null, "categories": ["shoes"], "customer": "new", "cpa_ppm": 123457, "cpo_minor": 613}]', $1, '2026-01-01' FROM campaigns`,
    [ids.admin],
  );
  const users = [ids.creator, ids.otherCreator, await market.user()];
  const links = [];
  for (const userId of users)
    for (const id of [storeId, otherStoreId]) links.push(await market.link({ userId, storeId: id }));
  const record = clickRecorder(database, calendar);
  const clicks: { code: string; at: Date; source: 0 | 1; visitor?: string }[] = [];
  for (let n = 0; n < 36; n += 1) {
    const at = new Date(Date.UTC(2026, n < 24 ? 0 : 1, 3 + (n % 20), 9, n));
    clicks.push({
      code: links[n % links.length]!.code,
      at,
      source: n % 5 === 0 ? 1 : 0,
      ...(n % 9 === 8 ? { visitor: 'again' } : {}),
    });
  }
  await record(clicks);
  const { rows: made } = await pool.query<{ id: string; store_id: number }>(
    'SELECT id, store_id FROM clicks WHERE class = 0 ORDER BY id',
  );
  const ctx = () => ({ db: database.db, now: () => clock });
  const orderIds: number[] = [];
  const order = async (n: number, currency: string | null, clickId: string | null, store: number) => {
    const given = {
      storeId: store,
      channel: 'server' as const,
      orderId: `R-${n}`,
      value: `${90 + 7 * n}${currency === 'JPY' ? '00' : '.37'}`,
    };
    const orderAt = new Date(Date.UTC(2026, 0, 28, 12, n));
    const lined = n % 3 === 0 ? { lines: linesOf(given.value), customer: 'new' as const } : {};
    const report = { ...given, ...lined, orderAt, currency, clickId, voucherCode: null, actorId: null };
    orderIds.push((await recordOrder(ctx(), { calendar }, report)).id);
  };
  for (let n = 0; n < 12; n += 1) {
    const click = n === 11 ? null : made[n]!;
    await order(n, [null, 'USD', 'JPY', 'EUR'][n % 4]!, click?.id ?? null, click?.store_id ?? storeId);
  }
  const { rows: kinds } = await pool.query<{ id: number }>(
    `WITH kind AS (INSERT INTO event_kinds (store_id, code, name, pays_value) VALUES ($1, 'lead', 'Lead', true) RETURNING id)
     INSERT INTO event_prices (event_kind_id, store_id, cpl_minor, valid_from) SELECT id, $1, 4017, '2026-01-01' FROM kind RETURNING event_kind_id AS id`,
    [storeId],
  );
  const ofStore = made.filter((click) => click.store_id === storeId);
  for (const [index, value] of ['0', '91.37'].entries()) {
    const event = {
      kind: { id: kinds[0]!.id, windowDays: null, pagesCount: false, paysValue: true },
      followsId: null,
    };
    const given = { storeId, channel: 'server' as const, value, currency: null, event };
    const traces = { clickId: ofStore[index]!.id, voucherCode: null, actorId: null };
    const orderAt = new Date(Date.UTC(2026, 0, 29, 12, index));
    const report = { ...given, ...traces, orderId: `E-${index}`, orderAt };
    orderIds.push((await recordOrder(ctx(), { calendar }, report)).id);
  }
  await pool.query(
    `INSERT INTO customer_programmes (store_id, version, steps, months, pays_first, created_by, created_at)
     VALUES ($1, 1, '[{"months": 2, "cpa_ppm": 200000, "margin_ppm": 20000}, {"months": null, "cpa_ppm": 50000, "margin_ppm": 20000}]', NULL, false, $2, '2026-01-01')`,
    [storeId, users[0]],
  );
  for (const [index, clickId] of [ofStore[0]!.id, null].entries()) {
    const given = {
      storeId,
      channel: 'server' as const,
      value: '310.19',
      currency: null,
      customerHash: Buffer.alloc(32, 1),
    };
    const orderAt = new Date(Date.UTC(2026, 0, 30, 12, index));
    const report = { ...given, clickId, voucherCode: null, actorId: null, orderId: `C-${index}`, orderAt };
    orderIds.push((await recordOrder(ctx(), { calendar }, report)).id);
  }
  for (const applies of ['later', 'whole']) {
    const userId = await market.user();
    const link = await market.link({ userId, storeId });
    const campaignId = await market.campaign({ storeId, onlyUserId: userId });
    await market.price({ storeId, campaignId, cpcMinor: 0, cpa: 0.05, invoiceCpa: 0.0711 });
    await pool.query(
      `INSERT INTO rate_steps (campaign_id, version, counts, period, applies, steps, created_by, created_at)
       VALUES ($1, 1, 'orders', 'quarter', $2, '[{"orders": 2, "cpa_ppm": 113457, "cpo_minor": 517, "margin_ppm": 20000}]', $3, '2026-01-01')`,
      [campaignId, applies, ids.admin],
    );
    const at = new Date('2026-01-30T10:00:00Z');
    await record([{ code: link.code, at, source: 0 }]);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM clicks WHERE link_id = $1', [link.id]);
    for (let n = 0; n < 3; n += 1) {
      const given = { storeId, channel: 'server' as const, value: '77.13', currency: null, orderId: `${applies}-${n}` };
      const report = {
        ...given,
        clickId: rows[0]!.id,
        voucherCode: null,
        actorId: null,
        orderAt: new Date(at.getTime() + n),
      };
      const { id } = await recordOrder(ctx(), { calendar }, report);
      await changeOrder(ctx(), { id }, { status: 'approved', actorId: null });
    }
  }
  const change = (index: number, what: object) =>
    changeOrder(ctx(), { id: orderIds[index]! }, { ...what, actorId: null });
  for (const index of [0, 1, 2, 3, 5, 6, 12, 13, 14, 15]) await change(index, { status: 'approved' });
  await change(4, { status: 'denied' });
  await change(2, { refundedMinor: 700 });
  const pay = `INSERT INTO one_time_payments (store_id, user_id, agency_id, user_minor, currency, payment_date, comment)
    SELECT $1, u.id, u.agency_id, $3, s.currency, $4, 'Film' FROM users u, stores s WHERE u.id = $2 AND s.id = $1`;
  await pool.query(pay, [storeId, users[0], 25_011, '2026-01-15']);
  await pool.query(pay, [otherStoreId, users[1], 3_333, '2026-02-02']);
  await closeMonth(application, '2026-01', NOW);
  // Changes after the first closing, which the next closing adjusts.
  await change(7, { status: 'approved' });
  await change(1, { refundedMinor: 1_234 });
  const actor = { userId: ids.admin, isAdmin: true } as never;
  const filter = { kind: 'clicks' as const, ids: [made[4]!.id, made[14]!.id] };
  const { fingerprint } = await previewVoid({ db: database.db } as never, filter);
  await makeVoid({ ...ctx(), actor } as never, { filter, fingerprint, reason: 'Test' } as never);
  await closeMonth(application, '2026-02', NOW);
  const held = { subject: { kind: 'store' as const, id: otherStoreId }, reason: 'Test' };
  await putOnHold({ ...ctx(), actor } as never, held);
  clock = new Date(NOW.getTime() + 60_000);
}, 120_000);

test('Every amount follows from explanations alone, to the minor unit', async () => {
  await expect.poll(run, POLL).toMatchObject({ faults: [], clicks: 38, orders: 22, payments: 2 });
  expect((await run()).entries).toBeGreaterThan(60);
}, 120_000);

/** One altered value of each input: its name, its table, the row (the first of these), the column and the new value. */
const ALTERATIONS: [what: string, table: keyof typeof KEYS, rows: string, column: string, value: string][] = [
  ['the price of a click', 'clicks', 'class = 0', 'cpc_minor', 'cpc_minor + 2'],
  ['the cost of a click', 'clicks', 'class = 0', 'cost_minor', 'cost_minor + 1'],
  ['the share of a click', 'clicks', 'class = 0', 'user_share_ppm', 'user_share_ppm - 50000'],
  ['the class of a click', 'clicks', 'class = 0 AND cost_minor > 0', 'class', '1'],
  ['the campaign of a click', 'clicks', 'class = 0 AND campaign_id IS NOT NULL', 'campaign_id', 'NULL'],
  ['the figures of caps', 'clicks', `class = 0 AND passed_over LIKE '%;%'`, 'passed_over', `'0,0,0,0,,'`],
  [
    'candidate terms',
    'click_terms',
    `id IN (SELECT click_terms_id FROM clicks WHERE terms = 4 AND class = 0 AND passed_over IS NULL)`,
    'terms',
    `replace(terms::text, '"cost": ', '"cost": 1')::jsonb`,
  ],
  [
    'the value of a line',
    'orders',
    `lines IS NOT NULL AND status = 'approved'`,
    'lines',
    `jsonb_set(lines, '{0,value_minor}', '3999')`,
  ],
  [
    'the kind of customer of an order',
    'orders',
    `lines->0->>'rule' IS NOT NULL AND status = 'approved'`,
    'customer',
    `'returning'`,
  ],
  ['the value of an order', 'orders', `status = 'approved'`, 'value_minor', 'value_minor + 100'],
  ['the part of an order', 'orders', `status = 'approved' AND cpa_ppm > 0`, 'terms_cpa_ppm', 'terms_cpa_ppm + 10000'],
  [
    'the fixed amount of an order',
    'orders',
    `status = 'approved' AND fixed ->> 'cpo_minor' = '411'`,
    'terms_fixed',
    `terms_fixed || '{"cpo_minor": 431}'`,
  ],
  [
    'the steps of a programme for customers',
    'customer_programmes',
    'true',
    'steps',
    `jsonb_set(steps, '{0,cpa_ppm}', '210000')`,
  ],
  [
    'the rate of a step',
    'rate_steps',
    'id IN (SELECT rate_steps_id FROM orders WHERE rate_step = 1 AND order_rule IS NULL)',
    'steps',
    `jsonb_set(steps, '{0,cpa_ppm}', '210000')`,
  ],
  [
    'the threshold of a step',
    'rate_steps',
    'id IN (SELECT rate_steps_id FROM orders WHERE rate_step = 1)',
    'steps',
    `jsonb_set(steps, '{0,orders}', '9')`,
  ],
  [
    'what was counted for a step',
    'orders',
    'rate_step = 1 AND rate_step_orders IS NOT NULL',
    'rate_step_orders',
    'rate_step_orders - 2',
  ],
  [
    'since when a customer is bound',
    'orders',
    'customer_programme_id IS NOT NULL',
    'customer_since',
    `customer_since - interval '3 months'`,
  ],
  ['the status of an order', 'orders', `status = 'approved' AND cost_minor > 0`, 'status', `'denied'`],
  [
    'an exchange rate',
    'exchange_rates',
    `currency = 'USD' AND day = '2026-01-05'`,
    'units_per_eur',
    'units_per_eur + 0.5',
  ],
  ['the refund of an order', 'orders', `refunded_minor > 0`, 'refunded_minor', 'refunded_minor - 1'],
  [
    'what was reported of a refund',
    'orders',
    `refunded_minor > 0`,
    'original_refunded_minor',
    'original_refunded_minor + 100',
  ],
  [
    'the creator’s share of an order',
    'orders',
    `status = 'approved' AND cpa_ppm > 0`,
    'user_share_ppm',
    'user_share_ppm - 100000',
  ],
  ['the agency’s share of an order', 'orders', `agency_minor > 0 AND status = 'approved'`, 'agency_share_ppm', '0'],
  [
    'the part that a store pays',
    'orders',
    `status = 'approved'`,
    'terms_invoice_cpa_ppm',
    'terms_invoice_cpa_ppm + 10000',
  ],
  ['the original value of an order', 'orders', `status = 'approved'`, 'original_minor', 'original_minor + 100'],
  ['a refund in the history of an order', 'order_events', `kind = 'refund'`, 'details', `details || '{"to_minor": 1}'`],
  [
    'a decision in the history of an order',
    'order_events',
    `kind = 'status'`,
    'details',
    `details || '{"to": "pending"}'`,
  ],
  ['what a void took back from a store', 'void_items', 'true', 'cost_minor', 'cost_minor + 1'],
  ['what a void took back from a creator', 'void_items', 'true', 'user_minor', 'user_minor - 1'],
  ['of what a void is', 'voids', 'true', 'kind', `'orders'`],
  ['named by a hold', 'payout_holds', 'true', 'store_id', '(SELECT min(id) FROM stores)'],
  [
    'the rate of a store’s currency',
    'exchange_rates',
    `currency = 'SEK' AND day = '2026-01-01'`,
    'units_per_eur',
    'units_per_eur * 1.01',
  ],
  ['a booking', 'closing_bookings', 'user_minor > 0', 'user_minor', 'user_minor + 1'],
  [
    'the line of a booking',
    'closing_bookings',
    'user_minor > 0',
    'user_line_id',
    '(SELECT max(id) FROM invoice_lines)',
  ],
  ['a one-time payment', 'one_time_payments', 'true', 'user_minor', 'user_minor + 1'],
  ['the line of an invoice', 'invoice_lines', 'true', 'amount_minor', 'amount_minor + 1'],
  ['the VAT rate of an invoice', 'invoices', 'vat_minor > 0', 'vat_rate_ppm', 'vat_rate_ppm + 10000'],
];

/** The key of a row. */
const KEYS = {
  clicks: 'id::text',
  click_terms: 'id::text',
  customer_programmes: 'id::text',
  rate_steps: 'id::text',
  orders: 'id::text',
  exchange_rates: `currency || day::text`,
  one_time_payments: 'id::text',
  invoice_lines: 'id::text',
  invoices: 'id::text',
  order_events: 'id::text',
  void_items: 'void_id || item',
  voids: 'id::text',
  payout_holds: 'id::text',
  closing_bookings: 'booking::text',
};

/** Tables that explanations read, but on which no amount depends. */
const WITHOUT_AMOUNTS: Record<string, string> = {
  users: 'which agency a reader must represent now',
  stores: 'the window in which orders are attributed now; an order keeps its attribution',
  links: 'the names of links in a line of an invoice',
  campaigns: 'which campaigns ran and were no candidates',
  participants: 'the campaign that a payment was agreed in',
  order_claims: 'that an order came of a claim',
  order_attributions: 'why a person attributed an order, whose amounts are its own',
  order_rule_versions: 'the version of the rule by which an order was attributed',
  event_kinds: 'the name of the kind of an event, whose price is kept with it',
  vouchers: 'who else was named by an order',
  bonus_progress: 'how many orders count towards a bonus, whose amount is that of its one-time payment',
};

test('Every table that explanations read is altered here, or no amount depends on it', async () => {
  const folder = new URL('../../src/modules/explanations/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const read = new Set(
    texts.flatMap((text) => [...text.matchAll(/(?<!DISTINCT )\b(?:FROM|JOIN) ([a-z_]+)\b/g)].map(([, name]) => name!)),
  );
  read.delete('unnest');
  // A view of two tables; the entries of orders and clicks are in this one.
  if (read.delete('ledger_entries')) read.add('closing_bookings');
  const altered = ALTERATIONS.map(([, table]) => table);
  expect([...read].sort()).toEqual([...new Set([...altered, ...Object.keys(WITHOUT_AMOUNTS)])].sort());
});

test.each(ALTERATIONS)(
  'Altering %s is noticed',
  async (_what, table, rows, column, value) => {
    const { pool } = application.database;
    const key = KEYS[table];
    const found = await pool.query(
      `SELECT ${key} AS key, ${column}::text AS before FROM ${table} WHERE ${rows} ORDER BY 1 LIMIT 1`,
    );
    const { key: of, before } = found.rows[0];
    const type = (await pool.query(`SELECT pg_typeof(${column})::text AS type FROM ${table} LIMIT 1`)).rows[0].type;
    // Bookings are immutable: altering them requires that the trigger is removed.
    const [off, on] =
      table === 'closing_bookings'
        ? ['DISABLE', 'ENABLE'].map((act) => `ALTER TABLE ${table} ${act} TRIGGER USER;`)
        : ['', ''];
    const alter = async (to: string, ...values: string[]) => {
      if (off) await pool.query(off);
      const { rowCount } = await pool.query(`UPDATE ${table} SET ${column} = ${to} WHERE ${key} = $1`, [of, ...values]);
      if (on) await pool.query(on);
      expect(rowCount).toBe(1);
    };
    await alter(value);
    await expect.poll(async () => (await run()).faults.length, POLL).toBeGreaterThan(0);
    await alter(`$2::text::${type}`, before);
  },
  120_000,
);

test('After all alterations are reverted, everything agrees again', async () => {
  await expect.poll(async () => (await run()).faults, POLL).toEqual([]);
}, 120_000);
