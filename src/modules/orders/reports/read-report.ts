import Big from 'big.js';
import type { Calendar } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { isCurrency, minorDigits } from '../../../platform/money.ts';

/** The ways by which an order is told of. Who speaks for the store is believed over what comes from a shopper's browser. */
export const CHANNELS = ['sales_pixel', 'shop_plugin', 'server'] as const;
export type Channel = (typeof CHANNELS)[number];

/** An order as it was told; everything but its number and value may be missing. */
export interface OrderReport {
  storeId: number;
  channel: Channel;
  /** The store's own number of the order. */
  orderId: string;
  /** A decimal number of the currency's major units: `129.50`. */
  value: string;
  /** ISO 4217; null: the store's. */
  currency: string | null;
  /** When it was placed; null: now. */
  orderAt: Date | null;
  /** What the landing page got as `tclid`. */
  clickId: string | null;
  voucherCode: string | null;
  /** Who told; null for browsers and plugins, which are nobody's. */
  actorId: number | null;
  /** Whether a page's report has a valid signature; false unless given. */
  signed?: boolean;
}

/** The report in our own terms. */
export interface ReportedOrder extends Omit<OrderReport, 'value' | 'currency' | 'orderAt' | 'clickId'> {
  signed: boolean;
  originalMinor: number;
  originalCurrency: string;
  orderAt: Date;
  /** The statistics' day of `orderAt`. */
  day: string;
  /** Whether it was told when the order was placed, and not when it was told of. */
  isDated: boolean;
  /** The click's id when it has the form of one. */
  clickId: string | null;
  reportedClick: boolean;
}

const DECIMAL = /^\d{1,15}(?:\.\d{1,30})?$/;
const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** A billion units of a currency with two digits: sums of many such orders, in any currency, still are exact. */
export const MAX_MINOR = 1e11;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const OLDEST_MS = 366 * 86_400_000;

/**
 * Reads what was told of an order. A value with more digits than its currency has is rounded, half up: stores compute in floats, and an order
 * is not lost over that.
 * @throws InvalidInput naming `order_value`, `currency` or `order_at`
 */
export function readReport(
  report: OrderReport,
  { storeCurrency, now, calendar }: { storeCurrency: string; now: Date; calendar: Calendar },
): ReportedOrder {
  const { value, currency, orderAt, clickId, ...rest } = report;
  const errors: Record<string, string[]> = {};
  const originalCurrency = currency ?? storeCurrency;
  if (!isCurrency(originalCurrency)) errors.currency = ['must be a currency code such as EUR'];
  const originalMinor = isCurrency(originalCurrency) ? reportedMinor(value, originalCurrency) : 0;
  if (originalMinor === null || !DECIMAL.test(value))
    errors.order_value = ['must be a decimal number such as 129.50, not negative and at most a billion'];
  const placedAt = orderAt ?? now;
  if (placedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) errors.order_at = ['must not be in the future'];
  if (placedAt.getTime() < now.getTime() - OLDEST_MS) errors.order_at = ['must be within the last 366 days'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const told = clickId?.trim().toLowerCase() ?? '';
  return {
    ...rest,
    signed: report.signed ?? false,
    originalMinor: originalMinor!,
    originalCurrency,
    orderAt: placedAt,
    day: calendar.dayOf(placedAt.getTime()),
    isDated: orderAt !== null,
    clickId: CLICK_ID.test(told) ? told : null,
    reportedClick: told !== '',
  };
}

/** Minor units of what a store writes as an amount of a currency, rounded half up; null when it is none, or far too much. */
export function reportedMinor(value: string, currency: string): number | null {
  if (!DECIMAL.test(value)) return null;
  const minor = new Big(value)
    .times(new Big(10).pow(minorDigits(currency)))
    .round(0, Big.roundHalfUp)
    .toNumber();
  return minor <= MAX_MINOR ? minor : null;
}
