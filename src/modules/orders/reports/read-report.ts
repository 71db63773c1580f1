import type { Calendar } from '../../../platform/calendar.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import type { Customer } from '../../campaigns/index.ts';
import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts';
import { isReportedAmount, reportedMinor } from './amounts.ts';
import { type GivenLine, type ReportedLine, readLines } from './lines.ts';

/** The ways of reporting an order. Reports of the store itself are trusted more than those of a shopper's browser. */
export const CHANNELS = ['sales_pixel', 'shop_plugin', 'server'] as const;
export type Channel = (typeof CHANNELS)[number];

/** An order as it was reported. Only its number and value are required. */
export interface OrderReport {
  storeId: number;
  channel: Channel;
  /** The store's order number. */
  orderId: string;
  /** A decimal number of the currency's major units: `129.50`. */
  value: string;
  /** ISO 4217; null: the store's. */
  currency: string | null;
  /** When the order was placed; null: now. */
  orderAt: Date | null;
  /** The parameter `tclid` of the landing page. */
  clickId: string | null;
  voucherCode: string | null;
  /** The user who reported; null for browsers and plugins. */
  actorId: number | null;
  /** Whether a page's report has a valid signature; defaults to false. */
  signed?: boolean;
  /** The lines of the order, from the store's plugin or server; their values add up to `value`. Empty if the order has no lines. */
  lines?: readonly GivenLine[] | null;
  customer?: Customer | null;
}

/** The validated and converted report. */
export interface ReportedOrder
  extends Omit<OrderReport, 'value' | 'currency' | 'orderAt' | 'clickId' | 'lines' | 'customer'> {
  signed: boolean;
  originalMinor: number;
  originalCurrency: string;
  orderAt: Date;
  /** The day of `orderAt` for statistics. */
  day: string;
  /** Whether `orderAt` was reported, instead of the time of the report. */
  isDated: boolean;
  /** The click's id if its form is valid. */
  clickId: string | null;
  reportedClick: boolean;
  lines: ReportedLine[] | null;
  customer: Customer | null;
}

const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OLDEST_MS = 366 * 86_400_000;

/**
 * Validates and converts a report. A value with more decimals than its currency has is rounded (`reportedToMinor`).
 * @throws InvalidInput naming `order_value`, `currency`, `order_at` or `lines`
 */
export function readReport(
  report: OrderReport,
  { storeCurrency, now, calendar }: { storeCurrency: string; now: Date; calendar: Calendar },
): ReportedOrder {
  const { value, currency, orderAt, clickId, lines, customer, ...rest } = report;
  const errors: Record<string, string[]> = {};
  const originalCurrency = currency ?? storeCurrency;
  if (!isCurrency(originalCurrency)) errors.currency = ['must be a currency code such as EUR'];
  const originalMinor = isCurrency(originalCurrency) ? reportedMinor(value, originalCurrency) : 0;
  if (originalMinor === null || !isReportedAmount(value))
    errors.order_value = ['must be a decimal number such as 129.50, not negative and at most a billion'];
  const placedAt = orderAt ?? now;
  if (placedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) errors.order_at = ['must not be in the future'];
  if (placedAt.getTime() < now.getTime() - OLDEST_MS) errors.order_at = ['must be within the last 366 days'];
  const reportedLines =
    lines && lines.length > 0 && originalMinor !== null && errors.currency === undefined
      ? readLines(lines, { valueMinor: originalMinor, currency: originalCurrency }, errors)
      : null;
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const givenId = clickId?.trim().toLowerCase() ?? '';
  return {
    ...rest,
    signed: report.signed ?? false,
    originalMinor: originalMinor!,
    originalCurrency,
    orderAt: placedAt,
    day: calendar.dayOf(placedAt.getTime()),
    isDated: orderAt !== null,
    clickId: CLICK_ID.test(givenId) ? givenId : null,
    reportedClick: givenId !== '',
    lines: reportedLines,
    customer: customer ?? null,
  };
}
