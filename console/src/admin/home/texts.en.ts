export const en = {
  title: 'Overview',
  hint: 'All stores. Amounts are converted to one currency at each day’s rate.',
  figures: 'Figures',
  clicks: 'Clicks',
  orders: 'Orders',
  cost: 'Cost to stores',
  earnings: 'Earned by creators',
  agencies: 'Earned by agencies',
  platform: 'Kept by the platform',
  first: {
    title: 'Open your market',
    hint: 'Complete three steps to count the first click.',
    market: {
      title: 'Your first market',
      go: 'Create market',
      hint: 'A country with its currency and language. Every store and creator belongs to a market.',
    },
    shop: {
      title: 'Your first store',
      go: 'Add store',
      hint: 'With its web addresses, in the currency of a market.',
    },
    creator: {
      title: 'Your first creator',
      go: 'Add creator',
      hint: 'A person with an e-mail address and a password who signs in and creates links.',
    },
  },
};
