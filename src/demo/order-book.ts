import { minorDigits } from '../platform/money.ts';
import { Chance } from './random.ts';
import type { DemoStoreName } from './store-facts.ts';
import type { Timeline } from './timeline.ts';
import { VOUCHERS } from './vouchers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SEED = 1_118_302;

/** Share of shoppers with valid clicks who buy. Some orders also follow from invalid clicks, which earn nothing. */
const BUYERS = 0.035;
const ODD_ONES = 0.02;
/** Number of organic orders and of voucher orders per order from a click. */
const ORGANIC = 0.12;
const BY_VOUCHER = 0.25;
/** Orders stay pending for the return period. Stores decide once a week about orders older than two weeks. */
const DECIDED_AFTER_DAYS = 10;
const PENDING_DAYS = 14;
const WEEK = 7;

/** A click that may lead to an order. */
export interface OrderClick {
  id: string;
  store: DemoStoreName;
  atMs: number;
  /** `YYYY-MM-DD` in the platform's time zone. */
  day: string;
  isCounted: boolean;
  /** Whether it is on the link in demo.json. */
  isReported: boolean;
}

/** An order and its later decisions. Money is in minor units of the buyer's currency. */
export interface DemoOrder {
  store: DemoStoreName;
  number: string;
  placedAt: Date;
  value: { minor: number; currency: string };
  clickId: string | null;
  voucherCode: string | null;
  decided: { at: Date; status: 'approved' | 'denied' } | null;
  refund: { at: Date; minor: number } | null;
}

/** Basket value per store, minimum and maximum in major units of its currency, and the prefix of its order numbers. */
const BASKETS: Record<DemoStoreName, readonly [prefix: string, currency: string, from: number, to: number]> = {
  nordicRunner: ['NR-', 'SEK', 399, 2899],
  fjallOchFunkis: ['FF', 'SEK', 249, 1899],
  lumi: ['L', 'SEK', 189, 999],
  havsboden: ['HB-', 'SEK', 149, 699],
  modehausSverige: ['MHS', 'SEK', 499, 2999],
  modehausDeutschland: ['MHD', 'EUR', 45, 260],
  blattwerk: ['BW-', 'EUR', 18, 140],
  kiezrad: ['KR', 'EUR', 25, 480],
  thistleAndRye: ['TR-', 'GBP', 14, 95],
};
/** Foreign currencies with their approximate rate per unit of the store's currency. */
const ABROAD: Record<string, readonly (readonly [currency: string, factor: number])[]> = {
  SEK: [
    ['EUR', 0.09],
    ['NOK', 1],
  ],
  EUR: [
    ['CHF', 0.95],
    ['DKK', 7.5],
  ],
  GBP: [['EUR', 1.2]],
};

/**
 * Returns the orders of a season's clicks in chronological order: most by click, some by voucher, some organic. The
 * link in demo.json receives at least one order in this month and in the last month.
 * @param clicks in chronological order
 */
export function seasonOrders(clicks: readonly OrderClick[], time: Timeline): DemoOrder[] {
  const chance = new Chance(SEED);
  const sure = new Set(surelyBought(clicks, time));
  const placed: Omit<DemoOrder, 'number'>[] = [];
  for (const click of clicks) {
    const buys = chance.next() < (click.isCounted ? BUYERS : ODD_ONES);
    const kind = chance.next();
    const waits = delay(chance);
    if (!buys && !sure.has(click)) continue;
    const atMs = sure.has(click) ? Math.min(click.atMs + 20 * MINUTE_MS, time.nowMs) : click.atMs + waits;
    placed.push(order(click.store, atMs, { clickId: click.id }, time, chance));
    if (kind < BY_VOUCHER) {
      const { code, store } = chance.pick(VOUCHERS);
      placed.push(order(store, atMs + chance.below(DAY_MS), { voucherCode: code }, time, chance));
    } else if (kind < BY_VOUCHER + ORGANIC) {
      const unknown = kind < BY_VOUCHER + ORGANIC / 3 ? { voucherCode: 'WELCOME' } : {};
      placed.push(order(click.store, atMs + chance.below(DAY_MS), unknown, time, chance));
    }
  }
  return placed
    .filter(({ placedAt }) => placedAt.getTime() <= time.nowMs)
    .sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
    .map((one, index) => ({ ...one, number: `${BASKETS[one.store][0]}${10_234 + index * 7}` }));
}

/** Returns the first click on the link in demo.json of this month and of the last month. */
function surelyBought(clicks: readonly OrderClick[], { today, lastMonth }: Timeline): OrderClick[] {
  return [today, lastMonth].flatMap((day) => {
    const month = day.slice(0, 7);
    return clicks.filter((click) => click.isReported && click.isCounted && click.day.startsWith(month)).slice(0, 1);
  });
}

/** Most buyers order at once, some the next day, and a few after the store's thirty days. */
function delay(chance: Chance): number {
  const kind = chance.next();
  if (kind < 0.75) return (3 + chance.below(50)) * MINUTE_MS;
  return Math.round(kind < 0.96 ? chance.next() * 9 * DAY_MS : (25 + chance.next() * 12) * DAY_MS);
}

function order(
  store: DemoStoreName,
  atMs: number,
  traces: { clickId?: string; voucherCode?: string },
  time: Timeline,
  chance: Chance,
): Omit<DemoOrder, 'number'> {
  const value = basket(store, chance);
  const isOld = atMs < time.nowMs - PENDING_DAYS * DAY_MS;
  const fate = chance.next();
  const isRefunded = chance.next() < 0.09;
  const refundedAt = atMs + Math.round((2 + chance.next() * 7) * DAY_MS);
  const part = chance.pick([0.25, 0.5, 1]);
  return {
    store,
    value,
    placedAt: new Date(atMs),
    clickId: null,
    voucherCode: null,
    ...traces,
    decided:
      isOld && fate < 0.95 ? { at: decisionAfter(atMs, time), status: fate < 0.88 ? 'approved' : 'denied' } : null,
    refund:
      isRefunded && refundedAt < time.nowMs
        ? { at: new Date(refundedAt), minor: Math.round(value.minor * part) }
        : null,
  };
}

/** Returns the first weekly decision after the order's minimum age. */
function decisionAfter(atMs: number, time: Timeline): Date {
  const weeks = Math.floor((time.at(-DECIDED_AFTER_DAYS).getTime() - atMs) / (WEEK * DAY_MS));
  return time.at(-WEEK * weeks);
}

function basket(store: DemoStoreName, chance: Chance): DemoOrder['value'] {
  const [, own, from, to] = BASKETS[store];
  // Small baskets are more frequent.
  const worth = from + (to - from) * chance.next() ** 2;
  const [currency, factor] = chance.next() < 0.08 ? chance.pick(ABROAD[own]!) : [own, 1];
  return { currency, minor: Math.round(worth * factor * 10 ** minorDigits(currency)) };
}
