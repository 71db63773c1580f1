import type { ExactRefunds, OrderReport, OrderReportLine } from '../../shared/order-report.ts';
import { digitsOf, LINE_DECIMALS, toDecimal, toLineDecimal, toMinor } from './amounts.ts';
import type { ShopifyLine, ShopifyOrder, ShopifyRefund } from './payloads.ts';

/** The content of all webhooks of one order that have arrived, in any order. */
export interface KnownOrder {
  /** The paid order after its latest edit. Null: `orders/paid` has not arrived. */
  paid: PaidOrder | null;
  /** Refunds by their id, so that a repeated webhook counts once. */
  refunds: Record<string, KnownRefund>;
  isCancelled: boolean;
}

/** A paid order as it is reported. */
interface PaidOrder {
  report: OrderReport;
  lineIds: number[];
  /** Whether the value contains tax that the prices contain. Missing: it does. */
  isWithoutTax?: boolean;
  /** When Shopify last changed the order, in milliseconds: an older webhook that arrives later changes nothing. */
  updatedMs?: number;
}

/** What the store has chosen. */
export interface ReportChoices {
  /** Whether the value contains tax if the store's prices do. */
  withTax: boolean;
}

/** A refund, in units of `digits` decimals; a missing number is the one of the report. */
interface KnownRefund {
  digits?: number;
  lines: [id: number, minor: number][];
  /** The tax that the refunds of lines contain, if prices contain tax. */
  taxes?: [id: number, minor: number][];
  restMinor: number;
}

export const UNKNOWN_ORDER: KnownOrder = { paid: null, refunds: {}, isCancelled: false };

/** More lines are not reported (docs/orders.md). */
const MAX_LINES = 200;

/** Adds a paid order. If it was added before, it is corrected. */
export function withPaid(
  known: KnownOrder,
  order: ShopifyOrder,
  choices: ReportChoices = { withTax: true },
): KnownOrder {
  if (known.paid !== null) return corrected(known, known.paid, order);
  return { ...known, paid: paidOrder(order, choices) };
}

/** Adds an edit of a paid order; an order that is not paid yet is reported when it is. */
export function withUpdate(known: KnownOrder, order: ShopifyOrder): KnownOrder {
  if (known.paid === null) return known;
  return corrected(known, known.paid, {
    ...order,
    subtotal_price_set: order.current_subtotal_price_set ?? order.subtotal_price_set,
    line_items: order.line_items
      .map((line) => ({ ...line, quantity: line.current_quantity ?? line.quantity }))
      .filter(({ quantity }) => quantity > 0),
  });
}

/**
 * The order with another value and other lines. After a refund nothing changes, because Shopify's current values contain the refunds, and Tributary subtracts
 * them from the value (docs/orders.md, "Corrections").
 */
function corrected(known: KnownOrder, paid: PaidOrder, order: ShopifyOrder): KnownOrder {
  const isRefunded = Object.keys(known.refunds).length > 0 || (order.refunds ?? []).length > 0;
  if (isRefunded || updatedAt(order) < (paid.updatedMs ?? 0)) return known;
  const edited = paidOrder(order, { withTax: paid.isWithoutTax !== true });
  // The time, the click and the customer are those of the order as it was placed.
  const { order_at, tclid = edited.report.tclid, customer_reference = edited.report.customer_reference } = paid.report;
  const report = {
    ...edited.report,
    order_at,
    ...(tclid === undefined ? {} : { tclid }),
    ...(customer_reference === undefined ? {} : { customer_reference }),
  };
  return { ...known, paid: { ...edited, report } };
}

const updatedAt = ({ updated_at: at }: ShopifyOrder) => Date.parse(at ?? '') || 0;

/** Adds a refund. */
export function withRefund(known: KnownOrder, refund: ShopifyRefund): KnownOrder {
  const discrepancies = refund.order_adjustments.filter(({ kind }) => kind === 'refund_discrepancy');
  const currency = (refund.refund_line_items[0]?.subtotal_set ?? discrepancies[0]?.amount_set)?.presentment_money;
  const digits = digitsOf(currency?.currency_code ?? '');
  const minorOf = ({ presentment_money: { amount } }: ShopifyLine['price_set']) => toMinor(amount, digits);
  const entry: KnownRefund = {
    digits,
    lines: refund.refund_line_items.map((line): [number, number] => [line.line_item_id, minorOf(line.subtotal_set)]),
    taxes: refund.refund_line_items.flatMap(({ line_item_id: id, total_tax_set: tax }): [number, number][] =>
      tax ? [[id, minorOf(tax)]] : [],
    ),
    restMinor: -sum(discrepancies.map(({ amount_set }) => minorOf(amount_set))),
  };
  return { ...known, refunds: { ...known.refunds, [refund.id]: entry } };
}

/** All refunds of a paid order. */
export function refundsOf({ refunds }: KnownOrder, { report, lineIds, isWithoutTax }: PaidOrder): ExactRefunds {
  // The report keeps the decimals with which it was sent.
  const digits = report.order_value.split('.')[1]?.length ?? 0;
  const value = toMinor(report.order_value, digits);
  const all = Object.values(refunds).map((refund) => inDigits(refund, digits));
  const byLine = new Map<number, number>();
  for (const [id, minor] of all.flatMap(({ lines }) => lines)) byLine.set(id, (byLine.get(id) ?? 0) + minor);
  if (isWithoutTax)
    for (const [id, minor] of all.flatMap(({ taxes = [] }) => taxes))
      byLine.set(id, Math.max((byLine.get(id) ?? 0) - minor, 0));
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
function inDigits({ digits: own, lines, taxes = [], restMinor }: KnownRefund, digits: number): KnownRefund {
  const factor = 10 ** (digits - (own ?? digits));
  const scaled = (minor: number) => Math.sign(minor) * Math.round(Math.abs(minor) * factor);
  return {
    lines: lines.map(([id, minor]): [number, number] => [id, scaled(minor)]),
    taxes: taxes.map(([id, minor]): [number, number] => [id, scaled(minor)]),
    restMinor: scaled(restMinor),
  };
}

function paidOrder(order: ShopifyOrder, { withTax }: ReportChoices): PaidOrder {
  const { amount, currency_code: currency } = order.subtotal_price_set.presentment_money;
  const digits = digitsOf(currency);
  const items = order.line_items;
  const taxes = withTax || order.taxes_included !== true ? 0 : sum(items.map((line) => taxOf(line, digits)));
  const isWithoutTax = taxes > 0;
  const value = Math.max(toMinor(amount, digits) - taxes, 0);
  const lines = items.map((line) => reportLine(line, digits, isWithoutTax));
  const isWhole = sum(lines.map(({ minor }) => minor)) === value && lines.length > 0 && lines.length <= MAX_LINES;
  const click = clickOf(order);
  const codes = order.discount_codes.flatMap(({ code }) => code || []);
  const { id: customerId, orders_count: bought } = order.customer ?? {};
  return {
    report: {
      order_id: String(order.id),
      order_value: toDecimal(value, digits),
      currency,
      order_at: new Date(order.created_at).toISOString(),
      ...(click === null ? {} : { tclid: click }),
      ...(codes.length > 0 ? { voucher_codes: codes } : {}),
      ...(typeof bought === 'number' && bought > 0 ? { customer: bought > 1 ? 'returning' : 'new' } : {}),
      ...(Number.isSafeInteger(customerId) ? { customer_reference: String(customerId) } : {}),
      // Tips and edited orders can make the lines differ from the value.
      ...(isWhole ? { lines: lines.map(({ line }) => line) } : {}),
    },
    lineIds: isWhole ? items.map(({ id }) => id) : [],
    ...(isWithoutTax ? { isWithoutTax } : {}),
    updatedMs: updatedAt(order),
  };
}

/** The tax that the price of a line contains. */
const taxOf = ({ tax_lines: taxes = [] }: ShopifyLine, digits: number): number =>
  sum(taxes.map(({ price_set }) => toMinor(price_set.presentment_money.amount, digits)));

/** Reads a line. Tributary computes its value from the exact price and discount, and rounds once. Tax that does not count is part of the discount. */
function reportLine(
  line: ShopifyLine,
  digits: number,
  isWithoutTax: boolean,
): { line: OrderReportLine; minor: number } {
  const unitsOf = ({ presentment_money: { amount } }: ShopifyLine['price_set']) =>
    toMinor(amount, digits + LINE_DECIMALS);
  const price = unitsOf(line.price_set);
  const tax = isWithoutTax ? taxOf(line, digits) * 10 ** LINE_DECIMALS : 0;
  const discount = sum(line.discount_allocations.map(({ amount_set }) => unitsOf(amount_set))) + tax;
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
