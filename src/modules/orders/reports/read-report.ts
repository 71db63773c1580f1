import type { Calendar } from '../../../platform/calendar.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { currencyOfUnit } from '../../../platform/currency-units.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import type { Customer } from '../../campaigns/index.ts';
import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts';
import type { EventKind } from '../kinds/kinds.ts';
import { reportedMinor } from './amounts.ts';
import { type GivenLine, type ReportedLine, readLines } from './lines.ts';
import { readPrinted } from './printed-value.ts';
import type { Warning } from './warnings.ts';

/** The ways of reporting an order. Reports of the store itself are trusted more than those of a shopper's browser. */
export const CHANNELS = ['sales_pixel', 'shop_plugin', 'server'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The kind of a reported event, and what only events have. */
interface ReportedEvent {
  kind: Pick<EventKind, 'id' | 'windowDays' | 'pagesCount' | 'paysValue'>;
  /** The earlier event whose traces it has; null: it has its own. */
  followsId: number | null;
}

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
  /** The codes that the buyer used, separated by commas. */
  voucherCode: string | null;
  /** The user who reported; null for browsers and plugins. */
  actorId: number | null;
  /** Whether a page's report has a valid signature; defaults to false. */
  signed?: boolean;
  /** Whether a person's decision records it now, which says nothing of the store's programs; defaults to false. */
  isDecision?: boolean;
  /** The lines of the order, from the store's plugin or server; their values add up to `value`. Empty if the order has no lines. */
  lines?: readonly GivenLine[] | null;
  customer?: Customer | null;
  /** A keyed hash of the store's reference of the customer (`customerHasher`); null or omitted: the report states none. */
  customerHash?: Buffer | null;
  /** What an event has and an order has not; null or omitted: it is an order. */
  event?: ReportedEvent | null;
  /** What was dropped when the report was read from a body. */
  warnings?: readonly Warning[];
}

/** The validated and converted report. */
export interface ReportedOrder
  extends Omit<
    OrderReport,
    'value' | 'currency' | 'orderAt' | 'clickId' | 'lines' | 'customer' | 'customerHash' | 'event' | 'warnings'
  > {
  signed: boolean;
  event: ReportedEvent | null;
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
  customerHash: Buffer | null;
  warnings: readonly Warning[];
}

/** A UUID of version 7, also within a text: mail programs and other systems add to parameters. */
const CLICK_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const OLDEST_MS = 366 * 86_400_000;

/** The id of a click in a text, in lower case; null if it contains none. */
export const clickIdIn = (text: string): string | null => CLICK_ID.exec(text.toLowerCase())?.[0] ?? null;

/**
 * Validates and converts a report. A value with more decimals than its currency has is rounded (`reportedToMinor`). Only the number, the value and the
 * currency are mandatory: a time that cannot be used is replaced by that of the report, lines that do not fit are dropped as a whole, and both are named in
 * the warnings.
 * @throws InvalidInput naming `order_value` or `currency`
 */
export function readReport(
  report: OrderReport,
  { storeCurrency, now, calendar }: { storeCurrency: string; now: Date; calendar: Calendar },
): ReportedOrder {
  const { value, currency, orderAt, clickId, lines, customer, customerHash, event, ...rest } = report;
  const errors: Record<string, string[]> = {};
  const warnings: Warning[] = [...(report.warnings ?? [])];
  const { originalCurrency, originalMinor } = readValue(
    { value, currency, isPrinted: report.channel === 'sales_pixel' },
    storeCurrency,
    errors,
  );
  if (Object.keys(errors).length > 0 || originalMinor === null) throw new InvalidInput(errors);
  const dated = orderAt === null ? null : usableTime(orderAt, now, warnings);
  const placedAt = dated ?? now;
  const reportedLines =
    lines && lines.length > 0
      ? fittingLines(lines, { valueMinor: originalMinor, currency: originalCurrency }, warnings)
      : null;
  const givenId = clickId?.trim().toLowerCase() ?? '';
  return {
    ...rest,
    signed: report.signed ?? false,
    originalMinor,
    originalCurrency,
    orderAt: placedAt,
    day: calendar.dayOf(placedAt.getTime()),
    isDated: dated !== null,
    clickId: clickIdIn(givenId),
    reportedClick: givenId !== '',
    lines: reportedLines,
    customer: customer ?? null,
    customerHash: customerHash ?? null,
    event: event ?? null,
    warnings,
  };
}

/** Reads the value and the currency. @param errors receives the errors, by field */
function readValue(
  { value, currency, isPrinted }: Pick<OrderReport, 'value' | 'currency'> & { isPrinted: boolean },
  storeCurrency: string,
  errors: Record<string, string[]>,
): { originalCurrency: string; originalMinor: number | null } {
  const named = currency === null || isCurrency(currency) ? currency : currencyOfUnit(currency, storeCurrency);
  if (currency !== null && named === null) errors.currency = ['must be a currency code such as EUR'];
  const read = isPrinted
    ? readPrinted(value, { currency: named, storeCurrency })
    : { minor: reportedMinor(value, named ?? storeCurrency), currency: named ?? storeCurrency };
  if (read.minor === null)
    errors.order_value = [
      isPrinted && /^\d{1,3},\d{3}$/.test(value.trim())
        ? 'can be read as thousands or as decimals; print it as 1234.50'
        : 'must be a decimal number such as 129.50, not negative and at most a billion',
    ];
  return { originalCurrency: read.currency, originalMinor: read.minor };
}

/** The time of an order, if it is within the last 366 days and not in the future. */
function usableTime(orderAt: Date, now: Date, warnings: Warning[]): Date | null {
  const aheadMs = orderAt.getTime() - now.getTime();
  if (aheadMs <= CLOCK_TOLERANCE_MS && aheadMs >= -OLDEST_MS) return orderAt;
  const what = aheadMs > 0 ? 'must not be in the future' : 'must be within the last 366 days';
  warnings.push({ field: 'order_at', message: `${what}; the time of the report was taken` });
  return null;
}

function fittingLines(
  lines: readonly GivenLine[],
  order: { valueMinor: number; currency: string },
  warnings: Warning[],
): ReportedLine[] | null {
  const errors: Record<string, string[]> = {};
  const read = readLines(lines, order, errors);
  for (const [field, [message]] of Object.entries(errors))
    warnings.push({ field, message: `${message}; the order was recorded without lines` });
  return Object.keys(errors).length === 0 ? read : null;
}
