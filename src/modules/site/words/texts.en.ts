import { type Html, html } from '../markup/html.ts';

/** The texts of the public pages, except those that administrators, stores and creators write. */
export const en = {
  skip: 'Skip to content',
  main: 'Main',
  legal: 'Legal',
  language: 'Language',
  pages: 'Pages',
  campaigns: 'Campaigns',
  stores: 'Stores',
  forCreators: 'For creators',
  forStores: 'For stores',
  signIn: 'Sign in',
  openConsole: 'Open the console',
  apiReference: 'API reference',
  terms: { link: 'Terms', title: 'Terms' },
  privacy: { link: 'Privacy', title: 'Privacy notice' },
  imprint: { link: 'Imprint', title: 'Imprint' },
  textOf: (title: string, market: string) => `${title} of ${market}.`,

  introduction:
    'Creators turn product pages into links that pay them. Stores see the result of every link. Every amount can be traced to its clicks and orders.',
  headline: (market: string) => `${market}: campaigns and links that pay creators`,
  demo: (href: string): Html =>
    html`This is a demo marketplace. <a href="${href}">Explore the demo</a> as a creator, a store, an agency or the administrator.`,
  joinAsCreator: 'Join as a creator',
  registerStore: 'Register a store',
  byInvitation: 'Creators join through the page or the invitation link of a campaign.',
  openCampaigns: 'Open campaigns',
  allCampaigns: 'All campaigns',
  allStores: 'All stores',

  listTitle: (title: string, page: number) => `${title}, page ${page}`,
  storesHint: 'Stores that work with creators, with their rates.',
  campaignsHint: 'Campaigns that creators can apply for.',
  noStores: 'No store has a page at present.',
  noCampaigns: 'No campaign is open at present.',
  previous: 'Previous page',
  next: 'Next page',

  whatYouEarn: 'What you earn',
  apply: 'Apply',
  note: 'For a creator without an agency. An agency or an agreement with the store can change the rates.',
  ofStore: (store: string) => `Rates and campaigns of ${store} for creators.`,
  ratesInCampaigns: 'The store states its rates in its campaigns.',
  ofCampaign: (store: string) => `A campaign of ${store} for creators.`,
  campaignOf: (store: Html | string): Html => html`A campaign of ${store}`,
  campaignUntil: (store: Html | string, day: Html): Html => html`A campaign of ${store}, until ${day}`,
  individual: 'The store agrees on the compensation with each creator.',
  bonusBudget: (amount: string) =>
    `The store pays at most ${amount} in bonuses for a month, in the order in which creators reach them.`,
  onlyMembers: (href: string): Html =>
    html`New accounts cannot be created at present. Creators with an account <a href="${href}">join the campaign</a>.`,
  perClick: (amount: string, isSocial: boolean) => `${amount} per click${isSocial ? ' from social networks' : ''}`,
  perOrder: (amount: string, isSocial: boolean) => `${amount} per order${isSocial ? ' from social networks' : ''}`,
  ofOrders: (share: string, isSocial: boolean) =>
    `${share} of the value of orders${isSocial ? ' from social networks' : ''}`,
  largerOf: (one: string, other: string) => `The larger of ${one} and ${other}`,
  minimumOrder: (amount: string) => `For orders of at least ${amount}`,
  socialClicksUnpaid: 'Nothing for clicks from social networks',
  socialOrdersUnpaid: 'Nothing for orders from social networks',
  promisedUntil: (day: string) => `The terms do not get worse before the end of ${day}`,
  withNotice: (days: number) => (days === 1 ? 'Changes with one day’s notice' : `Changes with ${days} days’ notice`),
  guaranteedPay: (left: string, day: string) => `Paid in advance until ${day}: at least ${left} is left`,
  once: (amount: string) => `${amount} once, when the campaign is completed`,
  gift: {
    product: (value: string, title: string, _choices: number) => `${title} as a gift, worth ${value}`,
    choice: (value: string, _title: string, choices: number) =>
      `${choices === 1 ? 'a product' : `${choices} products`} of your choice, worth up to ${value}`,
    credit: (value: string, _title: string, _choices: number) => `${value} to spend in the shop`,
  },
  bonus: (amount: string, { orders, value }: { orders: number | null; value: string | null }) => {
    const asked = [
      ...(orders === null ? [] : [`${orders} approved ${orders === 1 ? 'order' : 'orders'}`]),
      ...(value === null ? [] : [`${value} of order value`]),
    ];
    return `${amount} bonus this month from ${asked.join(' and ')}`;
  },

  howItWorks: 'How it works',
  /** @param amounts a list such as `€20.00 or SEK 200.00`; empty for none */
  paidMonthly: (amounts: string) =>
    amounts === '' ? 'Paid out every month.' : `Paid out every month, from ${amounts}.`,
  three: [
    { title: 'Paste a product page', text: 'You receive a link of your own at once, with what it pays.' },
    { title: 'Share the link', text: 'Clicks and orders appear in your statistics within moments.' },
    { title: 'Get paid', text: 'Each month ends with a statement that traces every amount to its clicks and orders.' },
  ],
  example: {
    title: 'What that can be',
    hint: (store: string) => `An example with the current rates of ${store}, without a bonus.`,
    clicks: (count: number, each: string) => `${count.toLocaleString('en')} clicks at ${each}`,
    fixed: (count: number, amount: string) => `${count} orders, ${amount} for each`,
    orders: (count: number, value: string, share: string) => `${count} orders of ${value}, ${share} of each`,
    total: 'You earn',
  },
  questions: 'Questions and answers',
  answers: [
    {
      question: 'What does it cost?',
      answer: 'Nothing for creators. Stores pay for clicks and orders, within the limits that they set.',
    },
    {
      question: 'When am I paid?',
      answer: (paid: string) =>
        `${paid} A month is payable once it is closed and the stores have paid. The console shows what each amount waits for.`,
    },
    {
      question: 'Which clicks and orders count?',
      answer:
        'Clicks of people, once per visitor and day, and orders that stores confirm. Each one that does not count names its reason.',
    },
    {
      question: 'Do I need a company?',
      answer: 'No. Your details decide how the statement treats VAT. The platform writes the statement for you.',
    },
    {
      question: 'How does a store begin?',
      answer:
        'It registers, proves its domain, adds tracking and sets its rates. It spends nothing before a campaign or a rate is set.',
    },
  ],
  creators: {
    description: 'Turn product pages into links that pay you, and join campaigns of stores.',
    lead: 'Turn the product pages that you talk about into links that pay you, and join campaigns of stores that you like.',
    steps: [
      'Create an account and confirm your e-mail address.',
      'Paste the address of a product. You receive a link that is yours.',
      'Share the link. Clicks and orders appear in your statistics within moments.',
      'Each month is closed with a statement. Every amount on it can be traced to its clicks and orders.',
    ],
    earn: 'Stores and campaigns state what they pay for clicks and orders. Their pages show your part of it.',
    create: 'Create account',
    see: 'See campaigns',
    byInvitation: 'Accounts are created through the page or the invitation link of a campaign.',
    closed: 'New accounts cannot be created at present.',
  },
  shops: {
    description: 'Pay creators for the traffic and sales that they bring, within budgets that are never exceeded.',
    steps: [
      'Register your store and prove that its domain is yours.',
      'State what you pay for clicks and orders, and set the limits.',
      'Add the tracking script or the plugin to your store.',
      'Publish a campaign, and decide on the applications of creators.',
      'Follow clicks, orders and cost by creator and by link. Each invoice equals its clicks and orders.',
    ],
    closed: 'Stores are registered by the administrators of this marketplace.',
    approval: 'An administrator approves each store before it can spend.',
  },

  creator: {
    of: (name: string) => `${name} in this marketplace.`,
    channels: 'Channels',
    proven: 'proven',
    followers: (number: string) => `${number} followers, by their own account`,
    platforms: {
      blog: 'Blog',
      newsletter: 'Newsletter',
      podcast: 'Podcast',
    },
    topics: 'Topics',
    languages: 'Languages',
    rates: 'Rates',
    rate: {
      post: (amount: string) => `${amount} for a post`,
      story: (amount: string) => `${amount} for a story`,
      short_video: (amount: string) => `${amount} for a short video`,
      video: (amount: string) => `${amount} for a video`,
      article: (amount: string) => `${amount} for an article`,
    },
    work: 'Work',
    links: 'Links',
    advertising: (name: string) =>
      `These are advertising links: ${name} can earn from visits and purchases through them.`,
    advertisementOf: (store: string) => `Advertisement · ${store}`,
    mediaKit: 'Media kit (PDF)',
  },

  notFound: {
    title: 'Page not found',
    description: 'There is no page at this address.',
    lead: 'There is no page at this address. It may have been removed.',
    front: 'Front page',
  },
};

/** The texts of one language. The compiler refuses a language with a missing text. */
export type SiteTexts = typeof en;
