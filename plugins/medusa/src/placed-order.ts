import type { OrderChanges, OrderReport } from '../../shared/order-report.ts';
import type { MedusaOrder } from './medusa.ts';

/** The data that the plugin stores in the order's metadata, as `tributary`. */
export interface TributaryRecord {
  /** The order as it was placed. Later changes of the order do not affect it. */
  report: OrderReport;
  /** The price of the goods for the buyer with tax: the base of refunds. */
  paidForGoods: number;
  /** The changes that Tributary has recorded; null if it does not know the order, or a report has failed. */
  sent: OrderChanges | null;
}

/** More decimals than any currency has; Tributary rounds to the decimals of the currency. */
const DIGITS = 4;

/** Reads the stored record, or creates the record of an order that has just been placed. */
export function recordOf(order: MedusaOrder, { withTax }: { withTax: boolean }): TributaryRecord {
  const stored = order.metadata?.['tributary'] as TributaryRecord | undefined;
  if (stored !== undefined) return stored;
  const tclid = order.metadata?.['tclid'];
  const codes = (order.promotions ?? []).flatMap((one) => one?.code || []);
  const withoutTax = Number(order.item_total) - Number(order.item_tax_total);
  return {
    report: {
      order_id: String(order.display_id),
      order_value: Math.max(withTax ? Number(order.item_total) : withoutTax, 0).toFixed(DIGITS),
      currency: order.currency_code.toUpperCase(),
      order_at: new Date(order.created_at).toISOString(),
      ...(typeof tclid === 'string' && tclid !== '' ? { tclid } : {}),
      ...(codes.length > 0 ? { voucher_codes: codes } : {}),
      ...(order.customer?.has_account ? { customer_reference: order.customer.id } : {}),
    },
    paidForGoods: Number(order.item_total),
    sent: null,
  };
}

/** The changes of the order since it was placed. */
export function changesOf(order: MedusaOrder, { paidForGoods }: TributaryRecord): OrderChanges {
  const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? []);
  const refunded = payments
    .flatMap(({ refunds }) => refunds ?? [])
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  return {
    refundedShare: paidForGoods > 0 ? refunded / paidForGoods : 0,
    isCancelled: order.status === 'canceled',
  };
}
