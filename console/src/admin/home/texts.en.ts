export const en = {
  title: 'The market',
  hint: (currency: string) => `All shops together. Sums are exchanged into ${currency} at each day’s rate.`,
  figures: 'Figures',
  clicks: 'Clicks',
  orders: 'Orders',
  cost: 'Cost to shops',
  earnings: 'Earned by creators',
  agencies: 'Earned by agencies',
  platform: 'Kept by the platform',
  course: 'Clicks and cost by day',
  first: {
    title: 'Open your market',
    hint: 'Three things, and the first click can be counted.',
    market: {
      title: 'Your first market',
      go: 'Make a market',
      hint: 'A country with its currency and language. Shops and creators belong to one.',
    },
    shop: {
      title: 'Your first shop',
      go: 'Register a shop',
      hint: 'With its web addresses, in the currency of a market.',
    },
    creator: {
      title: 'Your first creator',
      go: 'Add a creator',
      hint: 'A person with an e-mail address and a password, who then signs in and makes links.',
    },
  },
  waits: 'Waiting for you',
  nothing: 'Nothing: all is done.',
  months: (count: number, month: string) =>
    count === 1 ? `${month} is over and not closed` : `${count} months are over and not closed, ${month} first`,
  monthsAction: 'Look at what closing would make',
  unpaid: {
    store: (count: string) => (count === '1' ? '1 unpaid invoice to a shop' : `${count} unpaid invoices to shops`),
    client: (count: string) =>
      count === '1' ? '1 invoice of an agency to pay' : `${count} invoices of agencies to pay`,
    creator: (count: string) =>
      count === '1' ? '1 statement of a creator to pay' : `${count} statements of creators to pay`,
  },
  overdue: (overdue: number, all: number, count: string) =>
    overdue < all ? `${count} of them overdue` : all === 1 ? 'It is overdue' : 'All of them overdue',
  incomplete: (count: string) =>
    count === '1' ? '1 shop is not set up completely' : `${count} shops are not set up completely`,
  incompleteHint: 'No visit or order yet, no payment method, or nobody who acts for them.',
  unverified: (count: string) => (count === '1' ? '1 person is not verified' : `${count} people are not verified`),
  jobs: (count: string) => (count === '1' ? '1 background job has failed' : `${count} background jobs have failed`),
  jobsHint: 'They are not tried again by themselves.',
};
