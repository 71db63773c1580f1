export const en = {
  title: 'My work',
  hint: 'Your open tasks in every role, by due date.',
  waits: 'Waiting for you',
  nothing: 'You’re all caught up.',
  search: 'Task, store or agency',
  notFound: 'No task matches.',
  list: 'Open tasks',
  task: 'Task',
  whose: 'For',
  due: 'Due',
  overdue: 'Overdue',
  you: 'You',
  market: 'Marketplace',
  open: (tasks: number) => `${tasks} open`,
  dueOn: (day: string) => `Due ${day}`,
  kinds: {
    orders_to_resolve: (count: number) =>
      count === 1 ? '1 order has contradicting reports' : `${count} orders have contradicting reports`,
    orders_to_decide: (count: number) => (count === 1 ? '1 order to review' : `${count} orders to review`),
    claims_to_decide: (count: number) => (count === 1 ? '1 order claim to decide' : `${count} order claims to decide`),
    stores_with_disputed_orders: (count: number) =>
      count === 1 ? '1 store has orders to review' : `${count} stores have orders to review`,
    claims_escalated: (count: number) =>
      count === 1 ? '1 order claim was not decided in time' : `${count} order claims were not decided in time`,
    applications: (count: number) => (count === 1 ? '1 application to review' : `${count} applications to review`),
    suggestions: (count: number) =>
      count === 1 ? '1 suggested creator to invite' : `${count} suggested creators to invite`,
    products_to_send: (count: number) => (count === 1 ? '1 product to send' : `${count} products to send`),
    products_not_received: (count: number) =>
      count === 1 ? '1 parcel that has not arrived' : `${count} parcels that have not arrived`,
    posts_to_complete: (count: number) => (count === 1 ? '1 creator has posted' : `${count} creators have posted`),
    publications_to_review: (count: number) => `${count} post${count === 1 ? '' : 's'} to review`,
    invitations: (count: number) => (count === 1 ? '1 campaign to answer' : `${count} campaigns to answer`),
    products_to_confirm: (count: number) => (count === 1 ? '1 product to confirm' : `${count} products to confirm`),
    campaign_tasks: (count: number) =>
      count === 1 ? '1 task left in a campaign' : `${count} tasks left in a campaign`,
    posts_to_report: (count: number) => (count === 1 ? '1 post to mark as posted' : `${count} posts to mark as posted`),
    appeals_to_answer: (count: number) => (count === 1 ? '1 appeal to answer' : `${count} appeals to answer`),
    appeals_to_close: (count: number) => (count === 1 ? '1 open appeal' : `${count} open appeals`),
    invoices_to_pay: (count: number) => (count === 1 ? '1 invoice to pay' : `${count} invoices to pay`),
    months_to_close: (count: number) =>
      count === 1 ? '1 month is over and not closed' : `${count} months are over and not closed`,
    payments_to_check: (count: number) =>
      count === 1 ? '1 payment at Stripe to look into' : `${count} payments at Stripe to look into`,
    unpaid_store_invoices: (count: number) =>
      count === 1 ? '1 unpaid invoice to a store' : `${count} unpaid invoices to stores`,
    unpaid_client_statements: (count: number) =>
      count === 1 ? '1 agency invoice to pay' : `${count} agency invoices to pay`,
    unpaid_creator_statements: (count: number) =>
      count === 1 ? '1 creator statement to pay' : `${count} creator statements to pay`,
    stores_incomplete: (count: number) =>
      count === 1 ? '1 store with incomplete setup' : `${count} stores with incomplete setup`,
    runs_to_approve: (count: number) => (count === 1 ? '1 payout run to approve' : `${count} payout runs to approve`),
    payout_data_missing: (count: number) =>
      count === 1 ? '1 statement waits for your payment data' : `${count} statements wait for your payment data`,
    domains_to_prove: (count: number) =>
      count === 1 ? '1 domain of the store to prove' : `${count} domains of the store to prove`,
    stores_to_approve: (count: number) => (count === 1 ? '1 store awaits approval' : `${count} stores await approval`),
    link_domains_to_prove: (count: number) =>
      count === 1 ? '1 domain for links to prove' : `${count} domains for links to prove`,
    webhooks_failing: (count: number) =>
      count === 1 ? '1 webhook or postback fails' : `${count} webhooks or postbacks fail`,
    people_to_verify: (count: number) =>
      count === 1 ? '1 person is not verified' : `${count} people are not verified`,
    failed_jobs: (count: number) =>
      count === 1 ? '1 background job has failed' : `${count} background jobs have failed`,
    tracking_silent: () => 'No orders reported for a week or longer',
    payment_method_missing: () => 'The store has no payment method',
  },
};
