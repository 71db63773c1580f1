export const en = {
  title: 'Disputes',
  hint: 'Orders of all stores that need a decision, because their reports disagree, nobody confirmed them, or their value is unusual.',
  columns: { order: 'Order', shop: 'Store', reason: 'Why', value: 'Value', creator: 'Creator', action: 'Actions' },
  reasons: {
    disputed: 'Reports disagree',
    unconfirmed: 'Not confirmed by the store',
    value_limit: 'Value above the limit',
  } as Readonly<Record<string, string>>,
  review: 'Review',
  reviewLabel: (order: string) => `Review order ${order}`,
  empty: { title: 'No disputes', hint: 'Orders whose reports contradict each other are listed here.' },
};
