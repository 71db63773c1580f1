export const ORDERS = ['newest', 'discount', 'price_asc', 'price_desc'] as const;
export type Order = (typeof ORDERS)[number];

/** Filters of the search for products, as kept in the URL. */
export interface ProductSearch {
  q?: string;
  shop?: number;
  sale?: true;
  order?: Exclude<Order, 'newest'>;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Reads the filters from the URL. Invalid values are omitted. Prices can only be compared within one store, because of its currency. */
export function readProductSearch({ q, shop, sale, order }: Record<string, unknown>): ProductSearch {
  const hasStore = /^[1-9]\d{0,14}$/.test(text(shop));
  const isOrder = order === 'discount' || (hasStore && (order === 'price_asc' || order === 'price_desc'));
  return {
    ...(text(q).trim() === '' ? {} : { q: text(q).slice(0, 200) }),
    ...(hasStore ? { shop: Number(shop) } : {}),
    ...(sale === true || sale === 'true' ? { sale: true as const } : {}),
    ...(isOrder ? { order } : {}),
  };
}
