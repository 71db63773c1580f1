import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { createReportingShop, DAY, MINUTE, noon } from '../../../../tests/harness/reporting-shop.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import type { CommissionRule } from '../../campaigns/commission-rules/commission-rules.ts';
import { setCommissionRules } from '../../campaigns/commission-rules/set-commission-rules.ts';
import { audit } from '../../payments/audit/audit.ts';
import { changeOrder } from '../changes/change-order.ts';
import type { LineRefund } from '../changes/refund.ts';
import { resolveOrder } from '../changes/resolve-order.ts';
import type { GivenLine } from './lines.ts';

const store = await createReportingShop();
const adminId = await store.market.user({ isAdmin: true });
let campaignId: number;
/** Each change is later than the previous one and earlier than the orders. */
let ticks = 0;
const tick = () => noon(-DAY + ++ticks * MINUTE);

const ORDER_RATE = { cpa: 50_000, invoice: 70_000 };
beforeAll(async () => {
  campaignId = await store.market.campaign({ storeId: store.storeId });
  await store.market.price({ storeId: store.storeId, campaignId, cpcMinor: 100, cpa: 0.05, invoiceCpa: 0.07 });
});

const setRules = (rules: readonly CommissionRule[], at: Date) =>
  setCommissionRules({ db: store.database.db, now: () => at, actor: { userId: adminId } } as never, {
    campaignId,
    rules,
  });
const rule = (cpa_ppm: number, what: Partial<CommissionRule>): CommissionRule => ({
  skus: null,
  categories: null,
  customer: null,
  ...what,
  cpa_ppm,
});
const line = (what: Partial<GivenLine> = {}): GivenLine => ({
  sku: 'A',
  category: null,
  quantity: 1,
  price: '100',
  discount: null,
  ...what,
});
const change = (id: number, what: Parameters<typeof changeOrder>[2] | object) =>
  changeOrder({ db: store.database.db, now: () => noon(MINUTE) }, { id }, { actorId: null, ...what });
const errorsOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error instanceof InvalidInput ? error.errors : error),
  );

// A second implementation of the rules of docs/orders.md in whole numbers, which shares no code with the service.
const MILLION = 1_000_000n;
const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

/** A decimal number with at most four places, in ten-thousandths. */
function scaled(text: string): bigint {
  const [whole = '0', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(4, '0'));
}

const worthOf = ({ price, quantity, discount }: GivenLine) =>
  halfUp(scaled(price) * BigInt(quantity) - scaled(discount ?? '0'), 100n);

function ratesOf(given: GivenLine, rules: readonly CommissionRule[], customer: string | null): [bigint, bigint] {
  const isIn = (names: readonly string[] | null, name: string | null) =>
    names === null || (name !== null && names.some((one) => one.toLowerCase() === name.toLowerCase()));
  const found = rules.find(
    (one) =>
      isIn(one.skus, given.sku) &&
      isIn(one.categories, given.category) &&
      (one.customer === null || one.customer === customer),
  );
  if (found === undefined) return [BigInt(ORDER_RATE.cpa), BigInt(ORDER_RATE.invoice)];
  const margin = ORDER_RATE.invoice - ORDER_RATE.cpa;
  return [BigInt(found.cpa_ppm), BigInt(found.cpa_ppm === 0 ? 0 : Math.min(found.cpa_ppm + margin, 1_000_000))];
}

interface Case {
  lines: GivenLine[];
  rules: CommissionRule[];
  customer: 'new' | 'returning' | null;
  refunds: { at: number; quantity: number | null; part: number; total: number | null }[];
}

const skus = fc.constantFrom('A', 'a', 'B-1', 'b-1', 'C');
const categories = fc.constantFrom('Shoes', 'shoes', 'Books', 'Gift cards');
const customer = fc.option(fc.constantFrom('new' as const, 'returning' as const), { freq: 3 });
const amount = fc.nat(20_000_000).map((n) => `${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`);
const aLine: fc.Arbitrary<GivenLine> = fc
  .record({
    sku: skus,
    category: fc.option(categories),
    quantity: fc.integer({ min: 1, max: 5 }),
    price: amount,
    discount: fc.option(fc.constant('0.0050')),
  })
  .map((one) => (Number(one.price) < 1 ? { ...one, discount: null } : one));
/** Half of the rules name no product, half no category, and most no kind of customer, so that lines match several rules. */
const aRule: fc.Arbitrary<CommissionRule> = fc.record({
  skus: fc.option(fc.array(skus, { minLength: 1, maxLength: 3 }), { freq: 2 }),
  categories: fc.option(fc.array(categories, { minLength: 1, maxLength: 3 }), { freq: 2 }),
  customer: fc.option(fc.constantFrom('new' as const, 'returning' as const), { freq: 2 }),
  cpa_ppm: fc.constantFrom(0, 1, 33_333, 120_000, 777_777, 999_999),
});
const aCase: fc.Arbitrary<Case> = fc.record({
  lines: fc.array(aLine, { minLength: 1, maxLength: 5 }),
  rules: fc.array(
    aRule.filter((one) => one.skus !== null || one.categories !== null || one.customer !== null),
    { minLength: 1, maxLength: 4 },
  ),
  customer,
  refunds: fc.array(
    fc.record({
      at: fc.nat(4),
      quantity: fc.option(fc.nat(5)),
      part: fc.nat(100),
      total: fc.option(fc.nat(100)),
    }),
    { maxLength: 3 },
  ),
});

describe('The commission of an order with lines', () => {
  it('is that of the rules at its click, even after refunds and changes of the rules', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async ({ lines, rules, customer, refunds }) => {
        await setRules(rules, tick());
        const clickId = await store.click({ at: tick() });
        await setRules([rule(1_000_000, { customer: 'new' }), rule(900_000, { customer: 'returning' })], tick());
        const values = lines.map(worthOf);
        const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
        const whole = sum(values);
        const value = `${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`;
        const { id } = await store.sendReport({ clickId, value, lines, customer });
        const refunded = lines.map(() => 0n);
        let rest = 0n;
        const check = async () => {
          const row = await store.row(id);
          const left = values.map((one, index) => one - refunded[index]!);
          const all = sum(left) || 1n;
          const rates = lines.map((one) => ratesOf(one, rules, customer));
          const base = whole - sum(refunded) - rest;
          const [cpa, invoice] = [0, 1].map((side) => sum(left.map((one, index) => one * rates[index]![side]!)));
          const [user, agency] = [700_000n, 100_000n].map((share) => (base * cpa! * share) / (all * MILLION * MILLION));
          expect([row['value_minor'], row['refunded_minor'], row['campaign_id']].map(Number)).toEqual(
            [whole, whole - base, campaignId].map(Number),
          );
          expect([row['cost_minor'], row['user_minor'], row['agency_minor']].map(BigInt)).toEqual([
            (base * invoice!) / (all * MILLION),
            user,
            agency,
          ]);
        };
        await check();
        for (const { at, quantity, part, total } of refunds) {
          const index = at % lines.length;
          const pieces = quantity === null ? null : Math.min(quantity, lines[index]!.quantity);
          const of = values[index]!;
          refunded[index] =
            pieces === null ? (of * BigInt(part)) / 100n : halfUp(of * BigInt(pieces), BigInt(lines[index]!.quantity));
          const ofLines = sum(refunded);
          const given = total === null ? undefined : ofLines + ((whole - ofLines) * BigInt(total)) / 100n;
          if (given !== undefined) rest = given - ofLines;
          else if (rest > whole - ofLines) rest = whole - ofLines;
          const refund: LineRefund =
            pieces === null
              ? { line: index + 1, amountMinor: Number(refunded[index]) }
              : { line: index + 1, quantity: pieces };
          const what = {
            refundedLines: [refund],
            ...(given === undefined ? {} : { refundedMinor: Number(given) }),
          };
          await change(id, what);
          await check();
          const before = await store.row(id);
          await change(id, what);
          expect(await store.row(id)).toEqual(before);
        }
      }),
      { numRuns: 25, seed: 7 },
    );
    expect(await orderFaults(store.database.pool)).toEqual([]);
    const findings = await audit(store.database.db);
    expect(findings.filter(({ title, faults }) => faults > 0 && /Orders|Lines/.test(title))).toEqual([]);
    expect(findings.find(({ title }) => title.startsWith('Lines'))!.examined).toBe(25);
  }, 60_000);

  it('is that of the order without lines if all lines have one rate, in another currency too', async () => {
    await store.run(`INSERT INTO exchange_rates (currency, day, units_per_eur, source)
      VALUES ('SEK', '2026-01-01', 11.23457, 'test'), ('USD', '2026-01-01', 1.0873, 'test') ON CONFLICT (currency, day) DO NOTHING`);
    await setRules([], tick());
    const clickId = await store.click({ at: tick() });
    const given = { clickId, currency: 'USD', value: '77.77' };
    const [lined, plain] = [
      await store.sendReport({ ...given, lines: [line({ price: '70.70' }), line({ price: '7.07' })] }),
      await store.sendReport(given),
    ];
    for (const { id } of [lined, plain]) await change(id, { refundedMinor: 1_111 });
    const [one, other] = [await store.row(lined.id), await store.row(plain.id)];
    for (const column of ['cost_minor', 'user_minor', 'agency_minor']) expect(one[column]).toBe(other[column]);
  });

  it('depends on the rules at the time of an order that a voucher led to', async () => {
    await setRules([rule(200_000, { skus: ['a'] })], noon(-5 * MINUTE));
    await store.run(
      `INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, 'ANNA', $2, $3)`,
      store.storeId,
      store.userId,
      store.link.id,
    );
    await setRules([rule(1_000_000, { skus: ['a'] })], noon(-2 * MINUTE));
    const report = { voucherCode: 'ANNA', orderAt: noon(-3 * MINUTE), value: '100.00', lines: [line()] };
    expect(await store.reportAndRead(report)).toMatchObject({ cost_minor: 2_200, user_minor: 1_400 });
  });
});

describe('Lines of a report', () => {
  it.each([
    ['a negative price', { price: '-1' }],
    ['a price that is no number', { price: 'x' }],
    ['a discount beyond the price', { discount: '100.01' }],
    ['a negative discount', { discount: '-5' }],
    ['a sum that is not the value', { quantity: 2 }],
    ['a line beyond all amounts', { price: '999999999999999', quantity: 1_000_000 }],
    ['an empty number', { sku: '' }],
  ])('are dropped as a whole with %s, and the order is recorded', async (_, what) => {
    expect(await store.reportAndRead({ lines: [line(what)] })).toMatchObject({ lines: null, original_minor: 10_000 });
  });

  it('are stored once, corrected by the way that reported them, and a contradiction if another way reports others', async () => {
    const at = { orderId: 'LINES-1', clickId: await store.click({ at: noon(-MINUTE) }) };
    const { id } = await store.sendReport({ ...at, lines: [line()] });
    expect(await store.sendReport({ ...at, lines: [line({ price: '100.00' })] })).toEqual({ id, outcome: 'known' });
    expect(await store.sendReport(at)).toEqual({ id, outcome: 'known' });
    const before = await store.row(id);
    expect(before).toMatchObject({ attribution: 'click', lines: [{ sku: 'A', value_minor: 10_000 }] });
    await store.sendReport({ ...at, lines: [line({ sku: 'B-1' })] });
    expect(await store.row(id)).toMatchObject({ attribution: 'click', lines: [{ sku: 'B-1' }], cost_minor: 700 });
    await store.sendReport({ ...at, lines: [line()] });
    expect(await store.row(id)).toMatchObject({ lines: before['lines'], cost_minor: before['cost_minor'] });
    await store.sendReport({ ...at, channel: 'shop_plugin', lines: [line({ sku: 'B-1' })] });
    expect(await store.row(id)).toMatchObject({ unattributed_reason: 'disputed', cost_minor: 0 });
    const [{ id: reportId }] = (await store.run(
      `SELECT id FROM order_reports WHERE order_row_id = $1 AND lines @> '[{"sku": "B-1"}]' AND channel = 'server'`,
      id,
    )) as [{ id: number }];
    await resolveOrder(
      { db: store.database.db, now: () => noon(MINUTE), actor: { userId: adminId, isAdmin: true } },
      { id, reportId },
    );
    expect(await store.row(id)).toMatchObject({ attribution: 'click', lines: [{ sku: 'B-1', rule: null }] });
    expect(before['cost_minor']).not.toBe((await store.row(id))['cost_minor']);
  });

  it('complete an order that a page has reported', async () => {
    const at = { orderId: 'LINES-2', clickId: await store.click({ at: noon(-MINUTE) }) };
    const page = await store.reportAndRead({ ...at, channel: 'sales_pixel' });
    expect(page).toMatchObject({ cost_minor: 700, lines: null });
    expect((await store.sendReport({ ...at, clickId: null, lines: [line()] })).outcome).toBe('amended');
    expect(await store.row(page['id'])).toMatchObject({ lines: [{ rule: 1 }], cost_minor: 10_000 });
  });

  it('are refunded at most at their value', async () => {
    const lines = [line({ price: '30', quantity: 2 }), line({ price: '40' })];
    const { id } = await store.sendReport({ lines });
    const refuse = async (refundedLines: LineRefund[]) =>
      Object.keys((await errorsOf(change(id, { refundedLines }))) as object);
    expect(await refuse([{ line: 3, quantity: 1 }])).toEqual(['refunded_lines.0.line']);
    expect(await refuse([1, 1].map((number) => ({ line: number, quantity: 1 })))).toEqual(['refunded_lines.1.line']);
    const plain = await store.sendReport();
    expect(await errorsOf(change(plain.id, { refundedLines: [{ line: 1, quantity: 1 }] }))).toHaveProperty(
      'refunded_lines',
    );
    await change(id, { refundedLines: [{ line: 1, quantity: 3 }] });
    await change(id, { refundedMinor: 0 });
    const history = await store.run(`SELECT details FROM order_events WHERE order_row_id = $1 AND kind = 'refund'`, id);
    expect(history).toEqual([{ details: { from_minor: 0, to_minor: 6_000, currency: 'SEK', lines: '1: 6000' } }]);
  });
});
