import type { Customer, Order } from '@vendure/core';
import type { OrderChanges, OrderReport } from '../../shared/order-report.ts';

/** An order as it was placed. Later changes of the order do not affect it. */
export interface PlacedOrder {
  report: OrderReport;
  /** The price of the goods for the buyer, in Vendure's minor units: the base of refunds and of cancelled lines. */
  paidForGoods: number;
}

/** The custom fields of orders that the plugin adds. */
export interface TributaryFields {
  /** The click that led to the order. */
  tclid: string | null;
  /** The placed order, as JSON. Null: placed without the plugin, or not placed yet. */
  tributaryReport: string | null;
  /** When Tributary last knew everything about the order. Null: something is to be reported. */
  tributaryReportedAt: Date | null;
}

/** The plugin's custom fields of an order. */
export const fieldsOf = (order: Order) => order.customFields as TributaryFields;

/**
 * Converts an order at the time at which it is placed.
 * @param customer with its user, which guests do not have; null: the order has none
 * @param digits the number of decimals that Vendure's amounts have
 */
export function placedOrder(
  order: Order,
  { customer, withTax, digits }: { customer: Customer | null; withTax: boolean; digits: number },
): PlacedOrder {
  const { tclid } = fieldsOf(order);
  return {
    report: {
      order_id: order.code,
      order_value: decimal(withTax ? order.subTotalWithTax : order.subTotal, digits),
      currency: order.currencyCode,
      order_at: (order.orderPlacedAt ?? new Date()).toISOString(),
      ...(tclid ? { tclid } : {}),
      ...(order.couponCodes.length > 0 ? { voucher_codes: [...order.couponCodes] } : {}),
      ...(customer?.user ? { customer_reference: String(customer.id) } : {}),
    },
    paidForGoods: order.subTotalWithTax,
  };
}

/**
 * What has happened to a placed order. A cancelled line is usually refunded as well, so the greater of the two counts, not their sum.
 * @param order with its payments and their refunds
 */
export function changesOf(order: Order, { paidForGoods }: PlacedOrder): OrderChanges {
  const refunds = order.payments.flatMap(({ refunds }) => refunds).filter(({ state }) => state === 'Settled');
  const refunded = refunds.reduce((sum, { total }) => sum + total, 0);
  const lessThanPlaced = paidForGoods - order.subTotalWithTax;
  return {
    refundedShare: paidForGoods > 0 ? Math.max(refunded, lessThanPlaced) / paidForGoods : 0,
    isCancelled: order.state === 'Cancelled',
  };
}

function decimal(minor: number, digits: number): string {
  return (Math.max(minor, 0) / 10 ** digits).toFixed(digits);
}
