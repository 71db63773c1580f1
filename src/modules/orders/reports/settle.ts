import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { convertMinor } from '../../../platform/exchange-rates/convert-minor.ts';
import { readRulesAt } from '../../stores/index.ts';
import { type Attributed, attribute } from '../attribution/attribute.ts';
import type { Reason } from '../attribution/reasons.ts';
import type { CustomerOfOrder } from '../customers/customer.ts';
import { followCustomer } from '../customers/follow-customer.ts';
import { MAX_MINOR } from './amounts.ts';
import { splitCodes } from './codes.ts';
import type { SellingStore } from './selling-store.ts';

/** The input from which an order's value and attribution follow. */
export interface OrderFacts {
  originalMinor: number;
  originalCurrency: string;
  orderAt: Date;
  /** The day of `orderAt` for statistics. */
  day: string;
  clickId: string | null;
  reportedClick: boolean;
  voucherCode: string | null;
  /** When it was first reported; null: now. */
  knownSince: Date | null;
  /** The version of the store's rules that a known order keeps; undefined: that of the time of the order. */
  keptVersion?: number | null | undefined;
  /** The window of its kind, if it has one. */
  ownWindowDays: number | null;
  /** Null: it has none, or is an event. */
  customer: CustomerOfOrder | null;
}

/** The value and attribution of an order. */
export interface Settlement extends Attributed {
  /** In the store's currency, at the rate of the order's day. */
  valueMinor: number;
  /** The one of the reported codes that the order is shown with: the attributed one, otherwise the first. */
  voucherCode: string | null;
}

/**
 * Values and attributes an order. Without an exchange rate for its currency it has no value and no attribution yet. An order above its store's limit, or of
 * a store that may not spend, is not attributed either.
 */
export async function settle(db: Database, store: SellingStore, order: OrderFacts): Promise<Settlement> {
  const { valueMinor, attribution, applied } = await valueAndOwner(db, store, order);
  const [firstCode = null] = splitCodes(order.voucherCode);
  return { valueMinor, attribution, applied, voucherCode: attribution.by === 'voucher' ? attribution.code : firstCode };
}

async function valueAndOwner(
  db: Database,
  store: SellingStore,
  order: OrderFacts,
): Promise<Omit<Settlement, 'voucherCode'>> {
  const { originalMinor: minor, originalCurrency: from, day } = order;
  const valueMinor = await convertMinor(db, { minor, from, to: store.currency, day });
  const { orderAt, clickId, reportedClick, voucherCode, knownSince, keptVersion, ownWindowDays, customer } = order;
  const rules = await readRulesAt(db, { storeId: store.id, at: orderAt, keptVersion });
  const { versionId: storeRulesId, attribution: rule, windowDays } = rules;
  const nobodys = (reason: Reason) => ({
    valueMinor: valueMinor ?? 0,
    attribution: { by: 'none' as const, reason },
    applied: { storeRulesId, campaignRulesId: null, rule, windowDays },
  });
  if (!store.maySpend) return nobodys(store.isApproved ? 'inactive' : 'store_pending');
  if (valueMinor === null) return nobodys('no_exchange_rate');
  if (valueMinor > store.maxOrderMinor) return nobodys('value_limit');
  const traces = {
    storeId: store.id,
    rules,
    orderAt,
    clickId,
    reportedClick,
    voucherCode,
    knownSince,
    ownWindowDays,
    customer,
  };
  return { valueMinor, ...(await followCustomer(db, traces, await attribute(db, traces))) };
}

/**
 * Checks the maximum value in the store's currency too, so that sums of orders are exact.
 * @throws InvalidInput naming `order_value`
 */
export function refuseTooMuch({ valueMinor }: Settlement): void {
  if (valueMinor > MAX_MINOR)
    throw new InvalidInput({ order_value: ['must be at most a billion of the store’s currency'] });
}
