/** The parts of Shopify's webhooks that are read. Amounts are decimal texts; the shopper paid the presentment money. */

interface MoneyBag {
  presentment_money: { amount: string; currency_code: string };
}

/** The payload of `orders/paid`, `orders/updated` and `orders/cancelled`. */
export interface ShopifyOrder {
  id: number;
  /** An order of a test gateway or of a test notification. */
  test: boolean;
  created_at: string;
  /** The goods after all discounts, without shipping; with tax if the store's prices include it. */
  subtotal_price_set: MoneyBag;
  /** The same after edits and refunds; missing in old versions. */
  current_subtotal_price_set?: MoneyBag | null;
  /** Whether prices contain tax. */
  taxes_included?: boolean;
  updated_at?: string | null;
  /** `web`, `pos`, `subscription_contract` (a renewal) or another. */
  source_name?: string | null;
  /** Of the buyer; `orders_count` contains this order. Orders at the point of sale may have none. */
  customer?: { id?: number; orders_count?: number } | null;
  /** Only whether there are any is read. */
  refunds?: unknown[];
  /** The path of the landing page with its query. */
  landing_site: string | null;
  note_attributes: { name: string; value: string }[];
  discount_codes: { code: string }[];
  line_items: ShopifyLine[];
}

export interface ShopifyLine {
  id: number;
  sku: string | null;
  variant_id: number | null;
  product_id: number | null;
  quantity: number;
  price_set: MoneyBag;
  discount_allocations: { amount_set: MoneyBag }[];
  /** The quantity after edits and refunds; missing in old versions. */
  current_quantity?: number;
  tax_lines?: { price_set: MoneyBag }[];
}

/** The payload of `refunds/create`: one refund, not all of the order. */
export interface ShopifyRefund {
  id: number;
  order_id: number;
  refund_line_items: { line_item_id: number; subtotal_set: MoneyBag; total_tax_set?: MoneyBag | null }[];
  /** `refund_discrepancy` is the difference to the value of the refunded lines; negative: more was refunded. */
  order_adjustments: { kind: string; amount_set: MoneyBag }[];
  transactions: { test: boolean }[];
}

/** A payload lacks a field that its topic requires. The message names the field. */
export class InvalidPayload extends Error {}

/** @throws InvalidPayload */
export function readOrder(payload: unknown): ShopifyOrder {
  const order = readObject(payload);
  requireId(order, 'id');
  requireMoney(order, 'subtotal_price_set');
  if (Number.isNaN(Date.parse(String(order['created_at'])))) throw new InvalidPayload('created_at must be a time.');
  for (const line of requireList(order, 'line_items')) {
    requireId(line, 'id');
    requireMoney(line, 'price_set');
    if (!Number.isSafeInteger(line['quantity'])) throw new InvalidPayload('quantity must be a whole number.');
    for (const allocation of requireList(line, 'discount_allocations')) requireMoney(allocation, 'amount_set');
    for (const tax of line['tax_lines'] === undefined ? [] : requireList(line, 'tax_lines'))
      requireMoney(tax, 'price_set');
  }
  if (order['current_subtotal_price_set'] != null) requireMoney(order, 'current_subtotal_price_set');
  requireList(order, 'note_attributes');
  requireList(order, 'discount_codes');
  return order as unknown as ShopifyOrder;
}

/** @throws InvalidPayload */
export function readRefund(payload: unknown): ShopifyRefund {
  const refund = readObject(payload);
  requireId(refund, 'id');
  requireId(refund, 'order_id');
  for (const line of requireList(refund, 'refund_line_items')) {
    requireId(line, 'line_item_id');
    requireMoney(line, 'subtotal_set');
    if (line['total_tax_set'] != null) requireMoney(line, 'total_tax_set');
  }
  for (const adjustment of requireList(refund, 'order_adjustments')) requireMoney(adjustment, 'amount_set');
  requireList(refund, 'transactions');
  return refund as unknown as ShopifyRefund;
}

type Fields = Record<string, unknown>;

function readObject(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new InvalidPayload('The payload must be an object.');
  return value as Fields;
}

function requireId(fields: Fields, name: string): void {
  // A greater number has lost digits in JSON.
  if (!Number.isSafeInteger(fields[name]) || (fields[name] as number) < 1)
    throw new InvalidPayload(`${name} must be a whole number.`);
}

function requireList(fields: Fields, name: string): Fields[] {
  const list = fields[name];
  if (!Array.isArray(list)) throw new InvalidPayload(`${name} must be a list.`);
  return list.map(readObject);
}

function requireMoney(fields: Fields, name: string): void {
  const { amount, currency_code } = (fields[name] as Partial<MoneyBag> | undefined)?.presentment_money ?? {};
  if (!/^-?\d{1,15}(\.\d+)?$/.test(String(amount)) || !/^[A-Z]{3}$/.test(String(currency_code)))
    throw new InvalidPayload(`${name} must have presentment_money with amount and currency_code.`);
}
