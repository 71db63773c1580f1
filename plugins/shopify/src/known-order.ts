import type { ExactRefunds, OrderReport, OrderReportLine } from '../../shared/order-report.ts';
import { digitsOf, toDecimal, toMinor } from './amounts.ts';
import type { ShopifyLine, ShopifyOrder, ShopifyRefund } from './payloads.ts';

/** The content of all webhooks of one order that have arrived, in any order. */
export interface KnownOrder {
  /** The order at the time of its payment. Later changes do not affect it. Null: `orders/paid` has not arrived. */
  paid: { report: OrderReport; lineIds: number[] } | null;
  /** Refunds by their id, so that a repeated webhook counts once. Amounts in minor units. */
  refunds: Record<string, { lines: [id: number, minor: number][]; restMinor: number }>;
  isCancelled: boolean;
}

export const UNKNOWN_ORDER: KnownOrder = { paid: null, refunds: {}, isCancelled: false };

/** More lines are not reported (docs/orders.md). */
const MAX_LINES = 200;

/** Adds a paid order, unless it was added before. */
export function withPaid(known: KnownOrder, order: ShopifyOrder): KnownOrder {
  return known.paid === null ? { ...known, paid: paidOrder(order) } : known;
}

/** Adds a refund. */
export function withRefund(known: KnownOrder, refund: ShopifyRefund): KnownOrder {
  const minorOf = ({ presentment_money: { amount, currency_code } }: ShopifyLine['price_set']) =>
    toMinor(amount, digitsOf(currency_code));
  const discrepancies = refund.order_adjustments.filter(({ kind }) => kind === 'refund_discrepancy');
  const entry = {
    lines: refund.refund_line_items.map((line): [number, number] => [line.line_item_id, minorOf(line.subtotal_set)]),
    restMinor: -sum(discrepancies.map(({ amount_set }) => minorOf(amount_set))),
  };
  return { ...known, refunds: { ...known.refunds, [refund.id]: entry } };
}

/** All refunds of a paid order. */
export function refundsOf({ refunds }: KnownOrder, { report, lineIds }: NonNullable<KnownOrder['paid']>): ExactRefunds {
  const digits = digitsOf(report.currency);
  const value = toMinor(report.order_value, digits);
  const all = Object.values(refunds);
  const byLine = new Map<number, number>();
  for (const [id, minor] of all.flatMap(({ lines }) => lines)) byLine.set(id, (byLine.get(id) ?? 0) + minor);
  const rest = sum(all.map(({ restMinor }) => restMinor));
  const total = Math.min(Math.max(sum([...byLine.values()]) + rest, 0), value);
  const lines = lineIds.flatMap((id, index) => {
    const minor = byLine.get(id);
    return minor === undefined ? [] : [{ line: index + 1, amount: toDecimal(minor, digits) }];
  });
  // If the refund is less than the value of the lines, it is not known to which lines it belongs.
  return { amount: toDecimal(total, digits), lines: rest < 0 ? [] : lines };
}

function paidOrder(order: ShopifyOrder): NonNullable<KnownOrder['paid']> {
  const { amount, currency_code: currency } = order.subtotal_price_set.presentment_money;
  const digits = digitsOf(currency);
  const value = toMinor(amount, digits);
  const lines = order.line_items.map((line) => reportLine(line, digits));
  const isWhole = sum(lines.map(({ minor }) => minor)) === value && lines.length > 0 && lines.length <= MAX_LINES;
  const click = clickOf(order);
  const voucher = order.discount_codes[0]?.code;
  return {
    report: {
      order_id: String(order.id),
      order_value: toDecimal(value, digits),
      currency,
      order_at: new Date(order.created_at).toISOString(),
      ...(click === null ? {} : { tclid: click }),
      ...(voucher ? { voucher_code: voucher } : {}),
      // Tips and edited orders can make the lines differ from the value.
      ...(isWhole ? { lines: lines.map(({ line }) => line) } : {}),
    },
    lineIds: isWhole ? order.line_items.map(({ id }) => id) : [],
  };
}

function reportLine(line: ShopifyLine, digits: number): { line: OrderReportLine; minor: number } {
  const price = toMinor(line.price_set.presentment_money.amount, digits);
  const discounts = line.discount_allocations.map(({ amount_set }) => amount_set.presentment_money.amount);
  const discount = sum(discounts.map((amount) => toMinor(amount, digits)));
  return {
    line: {
      sku: line.sku || String(line.variant_id ?? line.product_id ?? line.id),
      quantity: line.quantity,
      price: toDecimal(price, digits),
      discount: toDecimal(discount, digits),
    },
    minor: price * line.quantity - discount,
  };
}

/** The click that the storefront wrote to the cart, or the one of the landing page. */
function clickOf({ note_attributes, landing_site }: ShopifyOrder): string | null {
  const attribute = note_attributes.find(({ name }) => name === 'tclid')?.value;
  const query = (landing_site ?? '').split('#')[0]!.split('?').slice(1).join('?');
  return attribute || new URLSearchParams(query).get('tclid') || null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
