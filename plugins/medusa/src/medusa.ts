/** The parts of Medusa that the plugin uses. Medusa itself is not imported: the store's own version is in the container. */
export interface Container {
  resolve(name: 'query'): Query;
  resolve(name: 'order'): { updateOrders(id: string, order: { metadata: object }): Promise<unknown> };
  resolve(name: 'logger'): { error(message: string): void };
  resolve(name: 'configModule'): { plugins?: readonly (string | { options?: Record<string, unknown> })[] };
}

interface Query {
  // biome-ignore lint/suspicious/noExplicitAny: the records have the fields that the caller names
  graph(query: { entity: string; fields: string[]; filters?: object; pagination?: object }): Promise<{ data: any[] }>;
}

/** An order with the fields that a report needs. Amounts are in major units. */
export interface MedusaOrder {
  id: string;
  display_id: number;
  currency_code: string;
  created_at: string | Date;
  status: string;
  item_total: number;
  item_tax_total: number;
  metadata: Record<string, unknown> | null;
  /** Guests have no account. */
  customer?: { id: string; has_account: boolean } | null;
  promotions?: readonly ({ code?: string } | null)[];
  payment_collections?: readonly { payments?: readonly { refunds?: readonly { amount: number }[] }[] }[];
}

/** The fields of `MedusaOrder`, as a query names them. */
export const ORDER_FIELDS = [
  'id',
  'display_id',
  'currency_code',
  'created_at',
  'status',
  'item_total',
  'item_tax_total',
  'metadata',
  'customer.id',
  'customer.has_account',
  'promotions.code',
  'payment_collections.payments.refunds.amount',
];
