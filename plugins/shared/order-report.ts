/** The report that all plugins send. */

/** The store at Tributary to which a plugin reports. */
export interface StoreConnection {
  /** The address of Tributary, such as `https://tributary.example`. */
  url: string;
  /** The store's id at Tributary. */
  store: number;
  /** An API key of the store with the scope `orders`. */
  apiKey: string;
}

/** A placed order. A plugin stores it with the order and repeats it unchanged; a later report with other values corrects it (docs/orders.md). */
export interface OrderReport {
  /** The store's order number. */
  order_id: string;
  /** The base of the commission: a decimal number of the currency. */
  order_value: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 8601. */
  order_at: string;
  /** The id of the click that led to the order. */
  tclid?: string;
  /** All codes of the order, in its sequence. */
  voucher_codes?: string[];
  /** Whether the buyer has bought before, if the shop system knows. */
  customer?: 'new' | 'returning';
  /** The shop system's id of the customer, never an address or a name; missing for guests. Tributary stores only a keyed hash of it. */
  customer_reference?: string;
  /** The lines of the order, if the shop system reports refunds by line. */
  lines?: OrderReportLine[];
}

/** One product of an order. Price × quantity less discount of all lines add up to the value of the order. */
export interface OrderReportLine {
  sku: string;
  quantity: number;
  /** Price of one piece. */
  price: string;
  /** Discount on the whole line. */
  discount: string;
}

/** All refunds of an order so far, as decimal numbers of its currency. */
export interface ExactRefunds {
  /** The sum of all refunds: at most the value of the order, and at least the refunds of its lines. */
  amount: string;
  /** Refunds by the number of the line, from 1. */
  lines: { line: number; amount: string }[];
}

/** The changes of the order since it was placed. */
export interface OrderChanges {
  /** The part of the value that the buyer got back or no longer pays, from 0 to 1. */
  refundedShare: number;
  /** Used instead of the share if the shop system states the refunded value. */
  refunds?: ExactRefunds;
  /** Whether the whole order is cancelled. */
  isCancelled: boolean;
}
