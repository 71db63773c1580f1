import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { convertMinor } from '../../../platform/exchange-rates/convert-minor.ts';
import { isUnresolved } from '../attribution/reasons.ts';
import { MAX_MINOR, plainAmount, refundedMinor, reportedMinor } from '../reports/amounts.ts';
import { applyReport } from '../reports/apply-report.ts';
import type { OrderRow } from '../reports/order-row.ts';
import type { ReportedOrder } from '../reports/read-report.ts';
import { findSellingStore, isCounted, refuseShopsReport } from '../reports/selling-store.ts';
import type { Warning } from '../reports/warnings.ts';
import type { Program } from './program.ts';

/** A value of an order, in minor units of its currency. */
export interface StatedValue {
  minor: number;
  currency: string;
}

/**
 * Reads a value from a body.
 * @param currency ISO 4217
 * @throws InvalidInput naming `order_value`
 */
export function statedValue(amount: number | string, currency: string): StatedValue {
  const minor = reportedMinor(plainAmount(amount), currency);
  if (minor === null)
    throw new InvalidInput({
      order_value: ['must be a decimal number such as 129.50, not negative and at most a billion'],
    });
  return { minor, currency };
}

/**
 * Reads a refund from a body.
 * @returns minor units, limited later to the value of the order
 * @throws InvalidInput naming the field
 */
export function refundOfAmount(field: string, amount: number | string, currency: string): number {
  const minor = refundedMinor(plainAmount(amount), currency);
  if (minor === null) throw new InvalidInput({ [field]: ['must be a decimal number such as 129.50, not negative'] });
  return minor;
}

/**
 * Corrects the value of an order: the same as a report with this value by the program that states it. If a user states it, it is a decision. It applies to an
 * order that a page or the plugin has reported, which then follows what the user has stated with the traces that it had.
 * @param order locked
 * @returns warnings if the value was not taken over
 * @throws InvalidInput naming `order_value`; RuleRefused `way_not_counted`, `store_inactive`, `order_unresolved`, `value_limit`, `month_closed`
 */
export async function stateValue(
  tx: Database,
  {
    order,
    value,
    actorId,
    program,
    at,
  }: { order: OrderRow; value: StatedValue; actorId: number | null; program: Program | null; at: Date },
): Promise<readonly Warning[]> {
  const store = await findSellingStore(tx, order.storeId);
  const { minor, currency } = value;
  const converted = await convertMinor(tx, { minor, from: currency, to: store.currency, day: order.day });
  if ((converted ?? 0) > MAX_MINOR)
    throw new InvalidInput({ order_value: ['must be at most a billion of the store’s currency'] });
  const isDecision = program === null;
  if (program !== null) refuseShopsReport(store, program);
  else if (isUnresolved(order.reason) && order.reason !== 'value_limit')
    throw new RuleRefused('order_unresolved', 'The order waits for a person: say first which of its reports is right.');
  // The server's own statement is corrected by a plain report of the value.
  const isSelected = isDecision && order.channel !== 'server';
  const reported = reportOf(order, { value, channel: program ?? 'server', actorId, isTraced: isSelected });
  const counts = isDecision || isCounted(store, reported);
  const { warnings } = await applyReport(tx, { store, order, reported, counts, now: at, isDecision, isSelected });
  return warnings;
}

function reportOf(
  order: OrderRow,
  {
    value,
    channel,
    actorId,
    isTraced,
  }: { value: StatedValue; channel: Program; actorId: number | null; isTraced: boolean },
): ReportedOrder {
  return {
    storeId: order.storeId,
    orderId: order.orderId,
    channel,
    actorId,
    signed: false,
    event: null,
    customerHash: null,
    originalMinor: value.minor,
    originalCurrency: value.currency,
    orderAt: order.orderAt,
    day: order.day,
    isDated: false,
    reportedClick: isTraced && order.clickId !== null,
    clickId: isTraced ? order.clickId : null,
    voucherCode: isTraced ? order.reportedCodes : null,
    lines: null,
    customer: null,
    warnings: [],
  };
}
