/** The help of the console: what its pages are for, and what its terms mean (docs/glossary.md). */
export const en = {
  next: 'Next steps',
  words: 'Words on this page',
  more: 'Press ? to see the keyboard shortcuts.',
  pages: {
    newLink:
      'Turn the address of a product or page into a link of yours. Purchases and clicks through this link earn for you at the rates that are shown before you share it.',
    links:
      'All links that you have created, with their clicks, orders and earnings in the selected days. Open a link to rename it, tag it, give it a short name or download its QR code.',
    products:
      'Find products of all stores by name and price, and create a link to one of them. An alert tells you when a matching product appears or becomes cheaper.',
    domains:
      'Use a domain of your own in links instead of the domain of the marketplace. The domain must point to this server, and you prove that it is yours.',
    creatorCampaigns:
      'Campaigns that you are invited to, can apply for or have joined. A campaign has its own rates and tasks, which apply after the store has accepted you.',
    creatorEarnings:
      'What you have earned, by month, day and order, and the statements that have been issued. Select an amount to see how it was calculated.',
    claims:
      'Report an order that is missing or wrong, with evidence such as the confirmation of the store. The store decides before a deadline, and after that an administrator.',
    creatorPayouts: 'What is paid to you next and when, what is held and why, and the account to which the money goes.',
    agencyPayouts:
      'What is paid to the agency next and when, what is held and why, and the account to which the money goes.',
    webhooks:
      'Let a program of yours know when something happens, such as a new order. Each delivery is logged here and can be sent again.',
    overview:
      'How the store is doing in the selected days compared with the days before, and what waits for a decision. Each figure leads to the list behind it.',
    campaigns:
      'Offer creators your own rates for a limited time, with a budget and tasks. Invite creators, or let them apply and accept them on the board.',
    statistics:
      'Which creators, links and campaigns bring clicks and orders, and what they cost. Save a selection as a view to share it with your team.',
    orders:
      'Every order that was reported, what it is attributed to and what it costs. Approve or deny pending orders, and record refunds.',
    events:
      'Leads, trials and other events that you pay for beside orders, what they cost, and how many clicks lead to them. Approve or deny pending events. The kinds and their amounts are in the settings.',
    storeClaims:
      'Orders that creators report as missing or wrong. Compare the evidence with the known facts, and accept or decline before the deadline.',
    appeals:
      'Objections of creators to orders that were denied, amounts that were voided and claims that were declined. An appeal changes no amount by itself.',
    tracking:
      'Connect the store so that its orders are reported: by a script, a plugin or your server. Then send a test order, and see here whether reports arrive.',
    vouchers:
      'Codes that creators publish instead of links. An order with a code counts for its creator. Assign codes that exist in the store, and see orders that wait for one.',
    urlRules:
      'Which addresses creators can link to, which creators are blocked, and which domains belong to the store. Test an address to see what creators would see.',
    productFeed:
      'Publish the products of the store, so that creators find them and link to them. The feed is read from an address regularly, or uploaded as a file.',
    storeInvoices:
      'What the store owes and has paid, by month, with the lines of each invoice. The cost of the current month is shown before its invoice.',
    team: 'Who may act here and with which role. Invite people by e-mail; a read-only member sees everything and changes nothing.',
    settings: 'The record of the store as creators see it, its general rates, and whether it is open for links.',
    auditLog: 'Who changed what and when. Entries cannot be changed or deleted.',
    agencyOverview:
      'What the creators and the agency have earned this month, compared with the same days of the month before, what is paid next, and what waits for the creators.',
    creators:
      'The creators of the agency with their results. Open a creator to see links, campaigns, due deliverables and what delays the next payout.',
    usageRights:
      'What stores may do with your posts beside reading them, over all campaigns, and until when. An offer gives a store nothing until you accept it. Accepted rights do not change; an earlier end needs both sides.',
    agencyCampaigns:
      'Campaigns in which creators of the agency take part, with the brief, the rates and the tasks as they see them.',
    agencyStatistics:
      'Results of all creators together: a chart, and what was earned by creator, campaign, source, country, device and code.',
    agencyEarnings:
      'What the creators and the agency have earned, by month and by creator. Select an amount to see how it was calculated.',
    agencyInvoices: 'Statements of the agency by month, with their lines and files, and whether they are paid.',
    administration: 'How the marketplace is doing, and what waits for an administrator.',
    people:
      'Every account of the marketplace. Open a person to change data, tags and memberships, or to suspend the account.',
    agencies: 'Agencies, their share of what their creators earn, their tiers and their invoice details.',
    stores:
      'Every store: approval, credit, and what is missing before it can start. Creators can link to an approved and visible store only.',
    messages:
      'Each participation in a campaign has one conversation between the store and the creator, whose agency reads it too. A store also writes to many participants at once; each answer arrives in the conversation of the one who answers. A creator can mute the messages to many of a store. You choose in your notifications whether messages reach you by e-mail.',
    agencyFinding:
      'Search the creators who have chosen to be found by agencies. Results over all stores are shown in bands, with the creator’s consent. Select creators to keep them in a list, or to invite them to be represented by the agency. They answer in their account. People who are not here yet are invited by their e-mail address.',
    findCreators:
      'Search the creators who have chosen to be found by stores. Results at other stores are shown in bands, with the creator’s consent. Select creators to invite them to a campaign or to keep them in a list. People who are not here yet are invited by their e-mail address.',
    market:
      'Every campaign, order and link of all stores, newest first. Narrow the list by store, creator or status, open one for its details, or save all that match as a file.',
    adminInvoices:
      'Invoices of stores, which are received, and statements of agencies and creators, which are paid out. Mark them as paid one by one, together, or from a file of the bank.',
    receivables: 'What stores owe, by age of the debt.',
    reconciliation:
      'Match the payments of bank reports with invoices and payouts. Payments that match exactly are matched automatically.',
    reminders: 'Who receives which reminder when, and which stores have no credit because of overdue invoices.',
    accounting:
      'The ledger of a month and its exports for accounting programs. No accountant has reviewed the charts of accounts: let yours check them before the first import.',
    balances: 'What each creator and agency has earned, and which part of it is held, payable and paid.',
    adminPayouts: 'Who is paid next, who is not and why, and the smallest amount that is paid out.',
    runs: 'Pay several balances of one currency together. Another administrator approves a run before its files can be exported.',
    months:
      'Close a month when it is over. Closing issues the invoices and statements; later changes are part of the next month.',
    disputes: 'Orders that need a person to select the correct report, in all stores.',
    holds:
      'Stop the payouts of a creator, an agency or a store while something is examined, and release them afterwards.',
    voids:
      'Cancel clicks, orders or one-time payments that should not have counted. The effect is shown before you confirm, and a void can be undone.',
    marketplace:
      'Rules of the whole marketplace: who can register, which rates and limits apply by default, and how money is paid out.',
    accountSettings: 'How people sign up and sign in, and for whom a second factor is required.',
    site: 'The name, colours and texts of the pages that everybody can read, and which stores and campaigns they show.',
    system: 'Whether the service works: its jobs, mails and deliveries, and what failed.',
    account:
      'Your profile, language, password, second factor and sessions. You can also export your data or delete the account.',
    notifications: 'What happened, newest first, and which of it is mailed to you.',
    work: 'Open tasks in all your roles, those with a due date first. A task disappears when it is done.',
    sandboxes:
      'Try the marketplace and its API with generated traffic and a clock of your own. Nothing in a sandbox is real, and nobody else sees it.',
    amounts:
      'How an amount was calculated, step by step, down to single clicks and orders. Data that concern others are left out.',
  },
  steps: {
    createLink: 'Create a link and share it',
    joinCampaign: 'Join a campaign for better rates',
    readEarnings: 'See what you earn',
    claimOrder: 'Report a missing order',
    payoutDetails: 'Complete your payout details',
    setUpTracking: 'Set up tracking',
    proveDomain: 'Prove the domains of the store',
    createCampaign: 'Create a campaign',
    decideOrders: 'Approve or deny pending orders',
    decideClaims: 'Decide order claims',
    readStatistics: 'Compare creators and campaigns',
    payInvoice: 'Pay the invoice of the month',
    inviteTeam: 'Invite your team',
    openCreator: 'Open one of your creators',
    readAgencyEarnings: 'See what creators and agency earn',
    agencyPayoutDetails: 'Complete the payout details of the agency',
    approveStore: 'Approve new stores',
    closeMonth: 'Close the last month',
    markPaid: 'Mark invoices as paid',
    matchPayments: 'Match payments of the bank',
    createRun: 'Create a payout run',
    reviewHolds: 'Review holds',
    decideDisputes: 'Decide disputed orders',
    openPerson: 'Find a person',
    doWork: 'See what waits for you',
  },
  terms: {
    click: {
      name: 'Click',
      meaning:
        'A visit through a link. Only valid clicks count: repeated clicks of a visitor, bots and clicks of a blocked creator do not.',
    },
    pending: {
      name: 'Pending',
      meaning: 'The store has not decided about the order yet. Its commission is an estimate and is not paid.',
    },
    approved: {
      name: 'Approved',
      meaning: 'The store confirms the order. Its commission is stated for the month and then paid.',
    },
    denied: {
      name: 'Denied',
      meaning: 'The order does not count, for example because it was cancelled. It costs and earns nothing.',
    },
    attribution: {
      name: 'Attribution',
      meaning: 'The click or the voucher to which an order is credited. Without either, nobody earns from the order.',
    },
    attributionWindow: {
      name: 'Attribution window',
      meaning: 'The number of days between the click and the order in which the order is credited to the click.',
    },
    tclid: {
      name: 'Click ID (tclid)',
      meaning:
        'The identifier of a click, which is added to the address of the store. The store returns it with the order, so that the order is credited to the click.',
    },
    subId: {
      name: 'Sub-id',
      meaning: 'A value of your own that you append to a link, such as ?sub1=story, to compare placements.',
    },
    voucher: {
      name: 'Voucher',
      meaning: 'A code that belongs to a creator. An order without a click that uses it is credited to the creator.',
    },
    perClick: {
      name: 'Rate per click',
      meaning: 'A fixed amount for each valid click.',
    },
    commission: {
      name: 'Commission',
      meaning:
        'A share of the value of an approved order without tax, shipping and refunds. A campaign can set different shares for products, categories and new customers.',
    },
    bonus: {
      name: 'Bonus',
      meaning: 'A fixed amount that a campaign pays when the approved orders of a month reach a number or a value.',
    },
    conversion: {
      name: 'Conversion rate',
      meaning: 'Orders for each click: 5 % means that five of a hundred clicks led to an order.',
    },
    epc: {
      name: 'EPC',
      meaning: 'Earnings per click: what is paid for each click, with the commission of the orders.',
    },
    roas: {
      name: 'ROAS',
      meaning:
        'Return on ad spend: the value of the orders for each unit of cost. 5 means that the orders are worth five times their cost.',
    },
    campaign: {
      name: 'Campaign',
      meaning: 'Rates and tasks that a store offers creators for a limited time, with a budget.',
    },
    participant: {
      name: 'Participant',
      meaning: 'A creator who is invited to a campaign, has applied or takes part.',
    },
    deliverable: {
      name: 'Deliverable',
      meaning:
        'Something that a participant submits by a due date, such as a post. The store approves a draft or asks for changes.',
    },
    publication: {
      name: 'Publication',
      meaning:
        'Where an approved deliverable was published, and how it is disclosed as advertising. The store accepts it or asks for a correction. Figures are entered as the platform shows them, and no payment follows from them.',
    },
    guarantee: {
      name: 'Guaranteed pay',
      meaning:
        'Money that a store has paid in and reserved for one campaign. What creators earn there is taken from it and paid even if the store does nothing. The store cannot take it back before the stated day; the amount shown is what the store pays, including what goes to the platform.',
    },
    usageRights: {
      name: 'Usage rights',
      meaning:
        'What a store may do with a post, such as showing it on its website or advertising with it, and until when. The store offers them, and they hold once the creator has accepted them.',
    },
    customerProgramme: {
      name: 'Customer programme',
      meaning:
        'What a store pays a creator for later orders of a customer whom the creator has won. The store chooses the rates and how long they apply; a change holds for new customers.',
    },
    claim: {
      name: 'Order claim',
      meaning: 'A creator’s statement that an order is missing or wrong. The store decides it before a deadline.',
    },
    appeal: {
      name: 'Appeal',
      meaning: 'An objection to a void, a denial or a declined claim, which an administrator closes with an answer.',
    },
    void: {
      name: 'Void',
      meaning: 'The cancellation of clicks, orders or one-time payments by an administrator, with a reason.',
    },
    statement: {
      name: 'Statement',
      meaning:
        'The document of what a creator or an agency has earned in a month. It takes the place of an invoice to the platform.',
    },
    selfBilling: {
      name: 'Self-billing',
      meaning: 'The platform issues the invoice on behalf of the creator or the agency, who have agreed to it.',
    },
    invoice: {
      name: 'Invoice',
      meaning: 'What a store owes for the clicks, orders and payments of a month.',
    },
    creditNote: {
      name: 'Credit note',
      meaning: 'A negative invoice that corrects another one.',
    },
    prepaidBalance: {
      name: 'Prepaid balance',
      meaning: 'Money that a store has paid in advance. It pays invoices and raises the credit.',
    },
    creditLimit: {
      name: 'Credit limit',
      meaning:
        'The highest sum that a store may owe. When it is reached, clicks and orders of the store no longer earn.',
    },
    held: {
      name: 'Held',
      meaning: 'Earned but not payable yet: in the hold period, on hold, or waiting for the payment of the store.',
    },
    holdPeriod: {
      name: 'Hold period',
      meaning: 'The days after a click or an order before its earnings are payable.',
    },
    hold: {
      name: 'On hold',
      meaning: 'An administrator has stopped the payouts while something is examined. The amounts are kept.',
    },
    minimumPayout: {
      name: 'Minimum payout',
      meaning: 'The smallest amount that is paid out. A smaller balance is kept until it reaches this amount.',
    },
    payoutRun: {
      name: 'Payout run',
      meaning:
        'Payable balances of one currency that are paid together. One administrator creates it, and another one approves it.',
    },
    payee: {
      name: 'Payee',
      meaning: 'The person or company that receives payouts, with legal name, tax data and account.',
    },
    release: {
      name: 'Release',
      meaning: 'The decision that an unpaid invoice of a store is payable to creators and agencies anyway.',
    },
    reminder: {
      name: 'Reminder',
      meaning: 'A mail about an overdue invoice. After the last one, the store has no credit until it pays.',
    },
    reconciliation: {
      name: 'Reconciliation',
      meaning: 'The comparison of payments at the bank with invoices and payouts.',
    },
    month: {
      name: 'Month',
      meaning:
        'The accounting period. After it is closed, its amounts no longer change; corrections are part of the next one.',
    },
    urlRule: {
      name: 'URL rule',
      meaning: 'Allows or blocks links to certain addresses of the store.',
    },
    domainProof: {
      name: 'Proof of a domain',
      meaning: 'A DNS entry or a file that shows that a domain is yours.',
    },
    productFeed: {
      name: 'Product feed',
      meaning: 'A list of the products of a store with prices and pictures, which is read regularly.',
    },
    webhook: {
      name: 'Webhooks',
      meaning:
        'Messages to an address of yours about events. They are signed with a secret and repeated until they are received.',
    },
    secondFactor: {
      name: 'Second factor',
      meaning: 'Another proof than the password: a passkey or the code of an app.',
    },
    sandbox: {
      name: 'Sandboxes',
      meaning: 'A separate marketplace for tests, with its own data and clock.',
    },
  },
};
