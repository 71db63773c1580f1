export const en = {
  title: 'Products',
  hint: 'Search the products of the stores that you can link to.',
  search: 'Product, brand or category',
  order: 'Order',
  orders: { newest: 'Newest', discount: 'Largest discount', price_asc: 'Lowest price', price_desc: 'Highest price' },
  sale: 'Only on sale',
  only: (shop: string) => `Only ${shop}`,
  clear: (shop: string) => `Show all stores, not only ${shop}`,
  results: 'Products found',
  empty: 'No products found',
  emptyHint: 'Try other words, or fewer of them.',
  more: 'Show more',
  card: {
    create: 'Create link',
    createFor: (title: string) => `Create link to ${title}`,
    yours: (title: string) => `Your link to ${title}`,
    shop: (shop: string) => `Products of ${shop} only`,
    before: 'Price before',
    now: 'Price now',
  },
  availability: { out_of_stock: 'Out of stock', preorder: 'Preorder', backorder: 'Backorder' },
  alerts: {
    title: 'Changes to products that you link to',
    price_drop: (product: string, before: string, now: string) => `${product} costs ${now} instead of ${before}.`,
    gone: (product: string, shop: string) =>
      `${product} is no longer sold by ${shop}. Check whether its page still exists.`,
  },
};
