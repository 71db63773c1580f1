import type { ExactRefunds, OrderReport, OrderReportLine } from '../../shared/order-report.ts';
import { digitsOf, LINE_DECIMALS, toDecimal, toLineDecimal, toMinor } from './amounts.ts';
import type { ShopifyLine, ShopifyOrder, ShopifyRefund } from './payloads.ts';

/** The content of all webhooks of one order that have arrived, in any order. */
export interface KnownOrder {
  /** The order at the time of its payment. Later changes do not affect it. Null: `orders/paid` has not arrived. */
  paid: { report: OrderReport; lineIds: number[] } | null;
  /** Refunds by their id, so that a repeated webhook counts once. */
  refunds: Record<string, KnownRefund>;
  isCancelled: boolean;
}

/** A refund, in units of `digits` decimals; a missing number is the one of the report. */
interface KnownRefund {
  digits?: number;
  lines: [id: number, minor: number][];
  restMinor: number;
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
  const discrepancies = refund.order_adjustments.filter(({ kind }) => kind === 'refund_discrepancy');
  const currency = (refund.refund_line_items[0]?.subtotal_set ?? discrepancies[0]?.amount_set)?.presentment_money;
  const digits = digitsOf(currency?.currency_code ?? '');
  const minorOf = ({ presentment_money: { amount } }: ShopifyLine['price_set']) => toMinor(amount, digits);
  const entry: KnownRefund = {
    digits,
    lines: refund.refund_line_items.map((line): [number, number] => [line.line_item_id, minorOf(line.subtotal_set)]),
    restMinor: -sum(discrepancies.map(({ amount_set }) => minorOf(amount_set))),
  };
  return { ...known, refunds: { ...known.refunds, [refund.id]: entry } };
}

/** All refunds of a paid order. */
export function refundsOf({ refunds }: KnownOrder, { report, lineIds }: NonNullable<KnownOrder['paid']>): ExactRefunds {
  // The report keeps the decimals with which it was sent.
  const digits = report.order_value.split('.')[1]?.length ?? 0;
  const value = toMinor(report.order_value, digits);
  const all = Object.values(refunds).map((refund) => inDigits(refund, digits));
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

/** The refund in units of another number of decimals. */
function inDigits({ digits: own, lines, restMinor }: KnownRefund, digits: number): KnownRefund {
  const factor = 10 ** (digits - (own ?? digits));
  const scaled = (minor: number) => Math.sign(minor) * Math.round(Math.abs(minor) * factor);
  return {
    lines: lines.map(([id, minor]): [number, number] => [id, scaled(minor)]),
    restMinor: scaled(restMinor),
  };
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

/** Reads a line. Tributary computes its value from the exact price and discount, and rounds once. */
function reportLine(line: ShopifyLine, digits: number): { line: OrderReportLine; minor: number } {
  const unitsOf = ({ presentment_money: { amount } }: ShopifyLine['price_set']) =>
    toMinor(amount, digits + LINE_DECIMALS);
  const price = unitsOf(line.price_set);
  const discount = sum(line.discount_allocations.map(({ amount_set }) => unitsOf(amount_set)));
  return {
    line: {
      sku: line.sku || String(line.variant_id ?? line.product_id ?? line.id),
      quantity: line.quantity,
      price: toLineDecimal(price, digits),
      discount: toLineDecimal(discount, digits),
    },
    minor: Math.round((price * line.quantity - discount) / 10 ** LINE_DECIMALS),
  };
}

/** The click that the storefront wrote to the cart, or the one of the landing page. */
function clickOf({ note_attributes, landing_site }: ShopifyOrder): string | null {
  const attribute = note_attributes.find(({ name }) => name === 'tclid')?.value;
  const query = (landing_site ?? '').split('#')[0]!.split('?').slice(1).join('?');
  return attribute || new URLSearchParams(query).get('tclid') || null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
