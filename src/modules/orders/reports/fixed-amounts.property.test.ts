import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { createReportingShop, DAY, MINUTE, noon } from '../../../../tests/harness/reporting-shop.ts';
import type { CommissionRule } from '../../campaigns/commission-rules/commission-rules.ts';
import { setCommissionRules } from '../../campaigns/commission-rules/set-commission-rules.ts';
import { audit } from '../../payments/audit/audit.ts';
import { changeOrder } from '../changes/change-order.ts';

const store = await createReportingShop();
const adminId = await store.market.user({ isAdmin: true });
const campaignId = await store.market.campaign({ storeId: store.storeId });
/** Each change is later than the previous one and earlier than the orders. */
let ticks = 0;
const tick = () => noon(-DAY + ++ticks * MINUTE);
const context = (at: Date) => ({ db: store.database.db, now: () => at, actor: { userId: adminId } }) as never;
const refund = (id: number, refundedMinor: number) =>
  changeOrder({ db: store.database.db, now: () => noon(MINUTE) }, { id }, { actorId: null, refundedMinor });
const decimal = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

interface Terms {
  cpaPpm: number;
  marginPpm: number;
  cpoMinor: number | null;
  marginMinor: number;
  isLarger: boolean;
  minimumMinor: number | null;
}

/** Sets the prices of the campaign. */
async function setTerms({ cpaPpm, marginPpm, cpoMinor, marginMinor, isLarger, minimumMinor }: Terms): Promise<void> {
  await store.run('DELETE FROM prices WHERE campaign_id = $1', campaignId);
  await store.market.price({
    storeId: store.storeId,
    campaignId,
    cpcMinor: 0,
    cpa: cpaPpm / 1_000_000,
    invoiceCpa: (cpaPpm + marginPpm) / 1_000_000,
    ...(cpoMinor === null ? {} : { cpoMinor, invoiceCpoMinor: cpoMinor + marginMinor }),
    ...(cpoMinor !== null && isLarger ? { cpoMode: 'larger' as const } : {}),
    ...(minimumMinor === null ? {} : { minimumOrderMinor: minimumMinor }),
  });
}

const setRules = (rules: readonly CommissionRule[]) => setCommissionRules(context(tick()), { campaignId, rules });

/** The margin of the store, with which rules are billed at least, and its ratio to the store's commission of 6 %. */
const STORE_MARGIN_PPM = 20_000;
const STORE_RATIO_PPM = 333_333;

/** The margin with which a rule's amount is billed: that of the terms, for a smaller amount in the same ratio, and at least the one when the rule was set. */
function marginOfRule(own: bigint, { cpaPpm, marginPpm, cpoMinor, marginMinor }: Terms): bigint {
  const rounded = (over: bigint, under: bigint) => (2n * over + under) / (2n * under);
  const ofTerms = cpoMinor === null ? 0n : BigInt(marginMinor);
  const inRatio = cpoMinor === null || cpoMinor === 0 ? ofTerms : rounded(ofTerms * own, BigInt(cpoMinor));
  const ratioOfCampaign =
    cpoMinor === null && cpaPpm > 0 ? rounded(BigInt(marginPpm) * 1_000_000n, BigInt(cpaPpm)) : 0n;
  const ratio = ratioOfCampaign > BigInt(STORE_RATIO_PPM) ? ratioOfCampaign : BigInt(STORE_RATIO_PPM);
  const ofStore = rounded(own * ratio, 1_000_000n);
  const largest = [ofTerms < inRatio ? ofTerms : inRatio, ofTerms, ofStore].reduce((one, other) =>
    other > one ? other : one,
  );
  return largest > 10_000_000n - own ? 10_000_000n - own : largest;
}

/** A line: its value, its refund, and the number of its product, which a rule may name. */
interface Line {
  valueMinor: number;
  refundedMinor: number;
  sku: number;
}

/**
 * A second implementation of the rules of docs/orders.md in whole numbers, which shares no code with the service: the cost and the earnings of an order.
 */
function expected(
  terms: Terms,
  rules: readonly { cpaPpm: number; cpoMinor: number | null }[],
  lines: readonly Line[],
): [cost: bigint, creator: bigint, agency: bigint] {
  const rest = lines.map(({ valueMinor, refundedMinor }) => BigInt(valueMinor - refundedMinor));
  const base = rest.reduce((sum, one) => sum + one, 0n);
  if (base === 0n || base < BigInt(terms.minimumMinor ?? 0)) return [0n, 0n, 0n];
  const cpo = BigInt(terms.cpoMinor ?? 0);
  const bill = terms.cpoMinor === null ? 0n : cpo + BigInt(terms.marginMinor);
  let [shared, billed, fixed, fixedBill] = [0n, 0n, -1n, 0n];
  for (const [index, { sku }] of lines.entries()) {
    const rule = rules[sku];
    const cpa = rule?.cpaPpm ?? terms.cpaPpm;
    const marginPpm = rule === undefined ? terms.marginPpm : Math.max(terms.marginPpm, STORE_MARGIN_PPM);
    const cost = rule?.cpaPpm === 0 ? 0 : Math.min(cpa + marginPpm, 1_000_000);
    shared += rest[index]! * BigInt(cpa);
    billed += rest[index]! * BigInt(cost);
    if (rest[index] === 0n) continue;
    const isOfTerms = rule === undefined || (rule.cpoMinor === null && rule.cpaPpm > 0);
    const own = isOfTerms ? cpo : BigInt(rule.cpoMinor ?? 0);
    const margin = isOfTerms ? bill - cpo : own > 0n ? marginOfRule(own, terms) : 0n;
    if (own > fixed || (own === fixed && own + margin > fixedBill)) [fixed, fixedBill] = [own, own + margin];
  }
  const million = 1_000_000n;
  // Everything in millionths, and rounded down once at the end.
  const [amount, amountBill] = [fixed * million, fixedBill * million];
  if (terms.isLarger && terms.cpoMinor !== null && (terms.cpoMinor > 0 || terms.marginMinor > 0)) {
    if (amount > shared) [shared, billed] = [amount, amountBill];
  } else [shared, billed] = [shared + amount, billed + amountBill];
  return [billed / million, (shared * 700_000n) / million ** 2n, (shared * 100_000n) / million ** 2n];
}

const terms: fc.Arbitrary<Terms> = fc.record({
  cpaPpm: fc.constantFrom(0, 1, 33_333, 50_000, 120_000, 900_000),
  marginPpm: fc.constantFrom(0, 7, 20_000),
  cpoMinor: fc.option(fc.constantFrom(0, 1, 333, 4_000, 99_999)),
  marginMinor: fc.constantFrom(0, 1, 499),
  isLarger: fc.boolean(),
  minimumMinor: fc.option(fc.constantFrom(0, 1, 4_000, 30_000)),
});
const value = fc.oneof(fc.constantFrom(0, 1, 4_000, 30_000), fc.nat(500_000));
const rule = fc.record({
  cpaPpm: fc.constantFrom(0, 1, 77_777, 500_000),
  cpoMinor: fc.option(fc.constantFrom(0, 100, 5_000)),
});

async function check(id: number, amounts: readonly bigint[]): Promise<void> {
  const row = await store.row(id);
  expect(['cost_minor', 'user_minor', 'agency_minor'].map((column) => BigInt(row[column]))).toEqual(amounts);
  expect(row['cost_minor'] - row['user_minor'] - row['agency_minor']).toBeGreaterThanOrEqual(0);
}

describe('The fixed amount of an order', () => {
  it('is added to the part of the value or replaces it, is kept on partial refunds, and is rounded down once with it', async () => {
    await fc.assert(
      fc.asyncProperty(terms, value, fc.array(fc.nat(100), { maxLength: 2 }), async (given, valueMinor, refunds) => {
        await setRules([]);
        await setTerms(given);
        const { id } = await store.sendReport({
          clickId: await store.click({ at: tick() }),
          value: decimal(valueMinor),
        });
        await check(id, expected(given, [], [{ valueMinor, refundedMinor: 0, sku: 9 }]));
        for (const part of refunds) {
          const refundedMinor = Math.floor((valueMinor * part) / 100);
          await refund(id, refundedMinor);
          await check(id, expected(given, [], [{ valueMinor, refundedMinor, sku: 9 }]));
        }
      }),
      { numRuns: 40, seed: 43 },
    );
  }, 60_000);

  it('is the largest of the rules that its remaining lines match, once for the order', async () => {
    const lines = fc.array(fc.record({ valueMinor: value, sku: fc.nat(2), isRefunded: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(terms, fc.array(rule, { minLength: 1, maxLength: 2 }), lines, async (given, rules, drawn) => {
        await setTerms(given);
        await setRules(
          rules.map(({ cpaPpm, cpoMinor }, index) => ({
            skus: [`P${index}`],
            categories: null,
            customer: null,
            cpa_ppm: cpaPpm,
            ...(cpoMinor === null ? {} : { cpo_minor: cpoMinor }),
          })),
        );
        const all = drawn.map(({ valueMinor, sku }) => ({ valueMinor, sku, refundedMinor: 0 }));
        const { id } = await store.sendReport({
          clickId: await store.click({ at: tick() }),
          value: decimal(all.reduce((sum, { valueMinor }) => sum + valueMinor, 0)),
          lines: all.map(({ valueMinor, sku }) => ({
            sku: `P${sku}`,
            category: null,
            quantity: 1,
            price: decimal(valueMinor),
            discount: null,
          })),
        });
        await check(id, expected(given, rules, all));
        const refunded = drawn.map(({ valueMinor, sku, isRefunded }) => ({
          valueMinor,
          sku,
          refundedMinor: isRefunded ? valueMinor : 0,
        }));
        await changeOrder(
          { db: store.database.db, now: () => noon(MINUTE) },
          { id },
          {
            actorId: null,
            refundedLines: refunded.map(({ refundedMinor }, index) => ({
              line: index + 1,
              amountMinor: refundedMinor,
            })),
          },
        );
        await check(id, expected(given, rules, refunded));
      }),
      { numRuns: 40, seed: 44 },
    );
  }, 60_000);

  it('is recomputed by the audit without a difference', async () => {
    expect(await orderFaults(store.database.pool)).toEqual([]);
    const findings = await audit(store.database.db);
    expect(findings.filter(({ title, faults }) => faults > 0 && /Orders|Lines/.test(title))).toEqual([]);
    expect(findings.find(({ title }) => title.startsWith('Orders have the fixed'))!.examined).toBeGreaterThan(20);
    const [{ id }] = (await store.run(
      `SELECT id FROM orders WHERE fixed ->> 'cpo_minor' = '4000' AND cost_minor > 0 LIMIT 1`,
    )) as [{ id: number }];
    await store.run('ALTER TABLE orders DISABLE TRIGGER orders_price');
    await store.run(`UPDATE orders SET fixed = fixed || '{"cpo_minor": 3999}' WHERE id = $1`, id);
    await store.run('ALTER TABLE orders ENABLE TRIGGER orders_price');
    const found = (await audit(store.database.db)).filter(
      ({ title, faults }) => faults > 0 && title.startsWith('Orders'),
    );
    expect(found.map(({ title }) => title)).toContain(
      'Orders have the fixed amount of their terms, or of the rules that they fulfil',
    );
  });
});

describe('Nobody earns more than the terms say', () => {
  const plain: Terms = {
    cpaPpm: 0,
    marginPpm: 0,
    cpoMinor: 4_000,
    marginMinor: 500,
    isLarger: false,
    minimumMinor: 30_000,
  };
  const sum = async (column: string, prefix: string) => {
    const [row] = await store.run(
      `SELECT sum(${column})::bigint AS sum FROM orders WHERE order_id LIKE $1 || '%'`,
      prefix,
    );
    return Number(row!['sum']);
  };
  const report = (orderId: string, minor: number, clickId: string) =>
    store.sendReport({ orderId, value: decimal(minor), clickId });

  it('by an order of 0, by splitting an order below the minimum value, or by reporting one again', async () => {
    await setRules([]);
    await setTerms(plain);
    const clickId = await store.click({ at: tick() });
    await report('ATTACK-0', 0, clickId);
    for (let part = 1; part <= 4; part += 1) await report(`ATTACK-S${part}`, 10_000, clickId);
    expect(await sum('cost_minor', 'ATTACK-')).toBe(0);
    for (let again = 0; again < 3; again += 1) await report('ATTACK-R', 30_000, clickId);
    expect([await sum('cost_minor', 'ATTACK-'), await sum('user_minor', 'ATTACK-')]).toEqual([4_500, 2_800]);
    await setTerms({ ...plain, minimumMinor: null });
    const { id } = await report('ATTACK-Z', 0, await store.click({ at: tick() }));
    expect(await store.row(id)).toMatchObject({ cost_minor: 0, user_minor: 0, agency_minor: 0 });
  });

  it('by a refund after the order, which takes the fixed amount back below the minimum value and with the last unit', async () => {
    await setTerms(plain);
    const { id } = await report('REFUND-1', 40_000, await store.click({ at: tick() }));
    const earned = async () => (await store.row(id))['user_minor'];
    expect(await earned()).toBe(2_800);
    await refund(id, 10_000);
    expect(await earned()).toBe(2_800);
    await refund(id, 10_001);
    expect(await earned()).toBe(0);
    await refund(id, 0);
    expect(await earned()).toBe(2_800);
    await setTerms({ ...plain, minimumMinor: null });
    const other = await report('REFUND-2', 40_000, await store.click({ at: tick() }));
    await refund(other.id, 39_999);
    expect((await store.row(other.id))['user_minor']).toBe(2_800);
    await refund(other.id, 40_000);
    expect((await store.row(other.id))['user_minor']).toBe(0);
  });

  it('by other terms after the click, or without credit for the fixed amount', async () => {
    await setTerms(plain);
    const clickId = await store.click({ at: tick() });
    await setTerms({ ...plain, cpoMinor: 900_000, minimumMinor: null });
    const before = await report('LATER-1', 30_000, clickId);
    expect((await store.row(before.id))['cost_minor']).toBe(4_500);
    const expensive = await store.click({ at: tick() });
    await store.run(
      'UPDATE store_credit SET limit_minor = incurred_minor + promised_minor + 10000 WHERE store_id = $1',
      store.storeId,
    );
    const refused = await report('LATER-2', 30_000, expensive);
    expect(await store.row(refused.id)).toMatchObject({
      attribution: 'none',
      unattributed_reason: 'credit_limit',
      cost_minor: 0,
    });
  });
});
