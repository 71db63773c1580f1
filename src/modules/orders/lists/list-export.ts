import type { Column } from '../../../platform/export/sheet.ts';
import { toDecimalString } from '../../../platform/money.ts';
import type { Order } from './read-orders.ts';

/** The columns of the orders' export, for stores and administrators. */
export const orderColumns: Column<Order>[] = [
  { header: 'Order', kind: 'text', cell: (order) => order.orderId },
  { header: 'Placed (UTC)', kind: 'time', cell: (order) => order.orderAt },
  { header: 'Status', kind: 'text', cell: (order) => order.status },
  { header: 'Currency', kind: 'text', cell: (order) => order.value.currency },
  { header: 'Value', kind: 'amount', cell: (order) => order.value },
  { header: 'Refunded', kind: 'amount', cell: (order) => order.refunded },
  { header: 'Store’s currency', kind: 'text', cell: (order) => order.netValue.currency },
  { header: 'Value less refunds', kind: 'amount', cell: (order) => order.netValue },
  { header: 'Commission', kind: 'amount', cell: (order) => order.cost },
  { header: 'Creator’s part', kind: 'amount', cell: (order) => order.earnings },
  { header: 'Voucher', kind: 'text', cell: (order) => order.voucherCode },
  { header: 'Creator', kind: 'text', cell: (order) => order.user?.username ?? null },
  { header: 'Creator’s number', kind: 'number', cell: (order) => order.user?.id ?? null },
  { header: 'Link', kind: 'number', cell: (order) => order.linkId },
  { header: 'Campaign', kind: 'number', cell: (order) => order.campaignId },
  { header: 'Not attributed because', kind: 'text', cell: (order) => order.reason },
  { header: 'Decision due (UTC)', kind: 'time', cell: (order) => order.decideBy },
  { header: 'Changed (UTC)', kind: 'time', cell: (order) => order.updatedAt },
  { header: 'Customer', kind: 'text', cell: (order) => order.customer },
  { header: 'Lines', kind: 'text', cell: linesCell },
  { header: 'Fixed amount in the commission', kind: 'amount', cell: (order) => order.fixedCost },
];

/** The columns of the orders of all stores. */
export const allOrderColumns: Column<Order>[] = [
  { header: 'Store', kind: 'text', cell: (order) => order.store.name },
  ...orderColumns,
];

/** The columns of a creator's orders: without the number of the order, the customer and the cost, which only the store may know. */
export const creatorOrderColumns: Column<Order>[] = [
  { header: 'Store', kind: 'text', cell: (order) => order.store.name },
  { header: 'Placed (UTC)', kind: 'time', cell: (order) => order.orderAt },
  { header: 'Status', kind: 'text', cell: (order) => order.status },
  { header: 'Currency', kind: 'text', cell: (order) => order.netValue.currency },
  { header: 'Value less refunds', kind: 'amount', cell: (order) => order.netValue },
  { header: 'Creator’s part', kind: 'amount', cell: (order) => order.earnings },
  { header: 'Voucher', kind: 'text', cell: (order) => order.voucherCode },
  { header: 'Link', kind: 'number', cell: (order) => order.linkId },
  { header: 'Campaign', kind: 'text', cell: (order) => order.campaignTitle },
  { header: 'Decision due (UTC)', kind: 'time', cell: (order) => order.decideBy },
];

/** A cell of a spreadsheet has at most 32,767 characters. */
const MAX_CELL = 30_000;

/** The lines of an order for people: `2 × RUN-9 (shoes): 200.00, refunded 100.00, 22 %; …`. */
function linesCell({ lines, value: { currency } }: Order): string | null {
  if (lines === null) return null;
  const amount = (minor: number) => toDecimalString({ minor, currency });
  const words = lines.map(({ sku, category, quantity, value_minor: value, refunded_minor: refunded, ...line }) => {
    const product = `${quantity} × ${sku}${category === null ? '' : ` (${category})`}: ${amount(value)}`;
    return `${product}${refunded > 0 ? `, refunded ${amount(refunded)}` : ''}, ${line.invoice_cpa_ppm / 10_000} %`;
  });
  const text = words.join('; ');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
