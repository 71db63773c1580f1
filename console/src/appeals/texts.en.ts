export const en = {
  title: 'Appeals',
  hints: {
    store: 'Appeals against decisions about orders, claims and payments of this store. An administrator decides them.',
    admin: 'Appeals against voids, denials and declined claims. An appeal does not change any amount by itself.',
  },
  list: 'Appeals',
  columns: { about: 'About', shop: 'Store', creator: 'Creator', state: 'Status', opened: 'Opened', closed: 'Closed' },
  about: {
    click: () => 'Click',
    order: (id: string) => `Order ${id}`,
    one_time_payment: (id: string) => `One-time payment ${id}`,
    order_claim: (id: string) => `Claim ${id}`,
  },
  empty: { title: 'No appeals', hint: 'Appeals against decisions are listed here.' },
  nothingFound: { title: 'No appeals with this status' },
};
