export const en = {
  title: 'Overview',
  hint: (currency: string) => `All shops. Amounts are converted to ${currency} at each day’s rate.`,
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
    hint: 'Complete three steps to count the first click.',
    market: {
      title: 'Your first market',
      go: 'Create market',
      hint: 'A country with its currency and language. Every shop and creator belongs to a market.',
    },
    shop: {
      title: 'Your first shop',
      go: 'Add shop',
      hint: 'With its web addresses, in the currency of a market.',
    },
    creator: {
      title: 'Your first creator',
      go: 'Add creator',
      hint: 'A person with an e-mail address and a password who signs in and creates links.',
    },
  },
  waits: 'Waiting for you',
  nothing: 'You’re all caught up.',
  toApprove: (count: string) => (count === '1' ? '1 shop awaits approval' : `${count} shops await approval`),
  toApproveHint: 'Their links earn nothing until then.',
  appeals: (count: string) => (count === '1' ? '1 open appeal' : `${count} open appeals`),
  appealsHint: 'Uphold or dismiss them with a reason.',
  payments: (count: string) =>
    count === '1' ? '1 payment at Stripe to look into' : `${count} payments at Stripe to look into`,
  paymentsHint: 'They do not pay their invoice.',
  disputed: (count: string) => (count === '1' ? '1 shop has orders to review' : `${count} shops have orders to review`),
  disputedHint: 'Reports contradict each other or are not confirmed.',
  months: (count: number, month: string) =>
    count === 1 ? `${month} is over and not closed` : `${count} months are over and not closed, ${month} first`,
  monthsAction: 'Preview closing',
  unpaid: {
    store: (count: string) => (count === '1' ? '1 unpaid invoice to a shop' : `${count} unpaid invoices to shops`),
    client: (count: string) => (count === '1' ? '1 agency invoice to pay' : `${count} agency invoices to pay`),
    creator: (count: string) => (count === '1' ? '1 creator statement to pay' : `${count} creator statements to pay`),
  },
  overdue: (overdue: number, all: number, count: string) =>
    overdue < all ? `${count} overdue` : all === 1 ? 'Overdue' : 'All overdue',
  incomplete: (count: string) =>
    count === '1' ? '1 shop with incomplete setup' : `${count} shops with incomplete setup`,
  incompleteHint: 'No visit or order yet, no payment method, or no team member.',
  unverified: (count: string) => (count === '1' ? '1 person is not verified' : `${count} people are not verified`),
  jobs: (count: string) => (count === '1' ? '1 background job has failed' : `${count} background jobs have failed`),
  jobsHint: 'They are not retried automatically.',
};
