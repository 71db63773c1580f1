import type { LinkProps } from '@tanstack/react-router';
import type { en } from './texts.en.ts';

/** A term of the glossary, which is explained in the same words everywhere. */
export type Term = keyof typeof en.terms;
/** What the help explains: the current page, or some terms. */
export type HelpSubject = 'page' | readonly Term[];
/** What a page is about. Pages of several roles share a topic if it is the same for them. */
export type Topic = keyof typeof en.pages;
/** A step that usually follows. */
export type Step = keyof typeof en.steps;

/** The page of each step. */
export const STEPS = {
  createLink: '/console/creator',
  joinCampaign: '/console/creator/campaigns',
  readEarnings: '/console/creator/earnings',
  claimOrder: '/console/creator/claims',
  payoutDetails: '/console/creator/payouts',
  setUpTracking: '/console/shop/$store/tracking',
  proveDomain: '/console/shop/$store/url-rules',
  createCampaign: '/console/shop/$store/campaigns',
  decideOrders: '/console/shop/$store/orders',
  decideClaims: '/console/shop/$store/claims',
  readStatistics: '/console/shop/$store/statistics',
  payInvoice: '/console/shop/$store/invoices',
  inviteTeam: '/console/shop/$store/team',
  openCreator: '/console/agency/$client/creators',
  readAgencyEarnings: '/console/agency/$client/earnings',
  agencyPayoutDetails: '/console/agency/$client/payouts',
  approveStore: '/console/admin/stores',
  closeMonth: '/console/admin/periods',
  markPaid: '/console/admin/invoices',
  matchPayments: '/console/admin/reconciliation',
  createRun: '/console/admin/runs',
  reviewHolds: '/console/admin/holds',
  decideDisputes: '/console/admin/disputes',
  openPerson: '/console/admin/people',
  doWork: '/console/work',
} as const satisfies Record<Step, LinkProps['to']>;

interface TopicParts {
  steps: readonly Step[];
  terms: readonly Term[];
  /** Programs can do this, too: with a link to the API reference. */
  hasReference?: true;
}

const ORDER_STATES = ['pending', 'approved', 'denied'] as const;

/** The steps and the terms of each topic. */
export const TOPICS: Record<Topic, TopicParts> = {
  newLink: { steps: ['joinCampaign', 'readEarnings'], terms: ['perClick', 'commission', 'subId', 'voucher'] },
  links: { steps: ['createLink', 'readEarnings'], terms: ['click', 'subId', 'perClick', 'commission'] },
  products: { steps: ['createLink'], terms: ['productFeed', 'commission'] },
  domains: { steps: ['createLink'], terms: ['domainProof'] },
  creatorCampaigns: {
    steps: ['createLink', 'readEarnings'],
    terms: ['campaign', 'deliverable', 'publication', 'usageRights', 'bonus', 'guarantee', 'customerProgramme'],
  },
  usageRights: { steps: ['joinCampaign'], terms: ['usageRights', 'publication', 'deliverable'] },
  creatorEarnings: {
    steps: ['payoutDetails', 'claimOrder'],
    terms: [...ORDER_STATES, 'held', 'statement', 'voucher', 'subId', 'customerProgramme'],
  },
  claims: { steps: ['readEarnings'], terms: ['claim', 'attributionWindow', 'appeal'] },
  creatorPayouts: { steps: ['readEarnings'], terms: ['payee', 'minimumPayout', 'held', 'holdPeriod', 'hold'] },
  agencyPayouts: { steps: ['readAgencyEarnings'], terms: ['payee', 'minimumPayout', 'held', 'holdPeriod', 'hold'] },
  webhooks: { steps: [], terms: ['webhook', 'tclid'], hasReference: true },
  overview: { steps: ['decideOrders', 'createCampaign', 'readStatistics'], terms: ['click', ...ORDER_STATES, 'roas'] },
  campaigns: {
    steps: ['decideOrders', 'readStatistics'],
    terms: [
      'campaign',
      'participant',
      'deliverable',
      'publication',
      'usageRights',
      'perClick',
      'commission',
      'bonus',
      'guarantee',
    ],
  },
  statistics: {
    steps: ['createCampaign', 'decideOrders'],
    terms: ['click', 'attribution', 'commission', 'conversion', 'epc', 'roas'],
  },
  orders: {
    steps: ['decideClaims', 'payInvoice'],
    terms: [...ORDER_STATES, 'attribution', 'attributionWindow', 'voucher', 'commission'],
  },
  events: { steps: ['setUpTracking', 'payInvoice'], terms: [...ORDER_STATES, 'attribution'], hasReference: true },
  storeClaims: { steps: ['decideOrders'], terms: ['claim', 'attributionWindow'] },
  appeals: { steps: [], terms: ['appeal', 'void', 'denied'] },
  tracking: {
    steps: ['proveDomain', 'decideOrders'],
    terms: ['tclid', 'attribution', 'attributionWindow', 'voucher'],
    hasReference: true,
  },
  vouchers: { steps: ['setUpTracking', 'decideOrders'], terms: ['voucher', 'attribution', 'commission'] },
  urlRules: { steps: ['setUpTracking'], terms: ['urlRule', 'domainProof'] },
  productFeed: { steps: ['createCampaign'], terms: ['productFeed'] },
  storeInvoices: { steps: ['decideOrders'], terms: ['invoice', 'creditNote', 'prepaidBalance', 'creditLimit'] },
  team: { steps: [], terms: [] },
  settings: { steps: ['setUpTracking', 'inviteTeam'], terms: ['perClick', 'commission', 'customerProgramme'] },
  auditLog: { steps: [], terms: [] },
  agencyOverview: {
    steps: ['openCreator', 'readAgencyEarnings', 'agencyPayoutDetails'],
    terms: ['pending', 'held', 'deliverable', 'payee'],
  },
  creators: { steps: ['readAgencyEarnings', 'agencyPayoutDetails'], terms: ['click', 'pending', 'approved'] },
  agencyCampaigns: {
    steps: ['openCreator'],
    terms: ['campaign', 'participant', 'deliverable', 'publication', 'usageRights'],
  },
  agencyStatistics: {
    steps: ['openCreator', 'readAgencyEarnings'],
    terms: ['click', 'pending', 'conversion', 'voucher'],
  },
  agencyEarnings: { steps: ['agencyPayoutDetails', 'openCreator'], terms: ['pending', 'held', 'statement'] },
  agencyInvoices: { steps: ['agencyPayoutDetails'], terms: ['statement', 'selfBilling'] },
  administration: { steps: ['doWork', 'approveStore', 'closeMonth'], terms: ['month', 'claim', 'hold'] },
  people: { steps: ['reviewHolds'], terms: ['secondFactor'] },
  agencies: { steps: ['openPerson'], terms: ['payee', 'minimumPayout'] },
  messages: { steps: [], terms: ['campaign', 'participant', 'deliverable'] },
  agencyFinding: { steps: ['openCreator'], terms: ['click', 'campaign'] },
  findCreators: { steps: ['createCampaign'], terms: ['campaign', 'participant', 'click'] },
  market: { steps: ['decideDisputes', 'openPerson'], terms: ['campaign', 'participant', ...ORDER_STATES, 'click'] },
  stores: { steps: ['markPaid'], terms: ['creditLimit', 'prepaidBalance'] },
  adminInvoices: {
    steps: ['matchPayments', 'createRun'],
    terms: ['invoice', 'statement', 'creditNote', 'release', 'selfBilling'],
  },
  receivables: { steps: ['markPaid', 'matchPayments'], terms: ['invoice', 'creditLimit', 'reminder'] },
  reconciliation: { steps: ['markPaid'], terms: ['reconciliation', 'prepaidBalance'] },
  reminders: { steps: ['matchPayments'], terms: ['reminder', 'creditLimit'] },
  accounting: { steps: ['closeMonth'], terms: ['month'] },
  balances: { steps: ['createRun', 'reviewHolds'], terms: ['held', 'holdPeriod', 'hold', 'minimumPayout'] },
  adminPayouts: { steps: ['createRun', 'reviewHolds'], terms: ['payee', 'payoutRun', 'minimumPayout', 'hold'] },
  runs: { steps: ['matchPayments'], terms: ['payoutRun', 'payee', 'minimumPayout'] },
  months: { steps: ['markPaid', 'createRun'], terms: ['month', 'invoice', 'statement'] },
  disputes: { steps: ['doWork'], terms: ['pending', 'attribution'] },
  holds: { steps: ['openPerson'], terms: ['hold', 'holdPeriod'] },
  voids: { steps: ['decideDisputes'], terms: ['void', 'appeal'] },
  marketplace: { steps: ['approveStore'], terms: ['perClick', 'commission', 'minimumPayout'] },
  accountSettings: { steps: ['openPerson'], terms: ['secondFactor'] },
  site: { steps: [], terms: ['campaign'] },
  system: { steps: ['doWork'], terms: ['webhook'], hasReference: true },
  account: { steps: [], terms: ['secondFactor'], hasReference: true },
  notifications: { steps: ['doWork'], terms: [] },
  work: { steps: [], terms: ['claim', 'appeal'] },
  sandboxes: { steps: [], terms: ['sandbox'], hasReference: true },
  amounts: { steps: [], terms: ['click', 'attribution', 'perClick', 'commission', 'void', 'appeal'] },
};

/** The topic of a page and of the pages below it. */
export const TOPIC_OF = {
  '/console/creator': 'newLink',
  '/console/creator/links': 'links',
  '/console/creator/products': 'products',
  '/console/creator/domains': 'domains',
  '/console/creator/campaigns': 'creatorCampaigns',
  '/console/creator/usage-rights': 'usageRights',
  '/console/creator/earnings': 'creatorEarnings',
  '/console/creator/claims': 'claims',
  '/console/creator/payouts': 'creatorPayouts',
  '/console/creator/webhooks': 'webhooks',
  '/console/shop/$store': 'overview',
  '/console/shop/$store/campaigns': 'campaigns',
  '/console/shop/$store/statistics': 'statistics',
  '/console/shop/$store/orders': 'orders',
  '/console/shop/$store/events': 'events',
  '/console/shop/$store/claims': 'storeClaims',
  '/console/shop/$store/appeals': 'appeals',
  '/console/shop/$store/tracking': 'tracking',
  '/console/shop/$store/vouchers': 'vouchers',
  '/console/shop/$store/webhooks': 'webhooks',
  '/console/shop/$store/url-rules': 'urlRules',
  '/console/shop/$store/product-feed': 'productFeed',
  '/console/shop/$store/invoices': 'storeInvoices',
  '/console/shop/$store/team': 'team',
  '/console/shop/$store/settings': 'settings',
  '/console/shop/$store/audit-log': 'auditLog',
  '/console/shop/$store/days': 'amounts',
  '/console/agency/$client': 'agencyOverview',
  '/console/agency/$client/creators': 'creators',
  '/console/agency/$client/find-creators': 'agencyFinding',
  '/console/agency/$client/campaigns': 'agencyCampaigns',
  '/console/agency/$client/statistics': 'agencyStatistics',
  '/console/agency/$client/earnings': 'agencyEarnings',
  '/console/agency/$client/payouts': 'agencyPayouts',
  '/console/agency/$client/invoices': 'agencyInvoices',
  '/console/agency/$client/domains': 'domains',
  '/console/agency/$client/webhooks': 'webhooks',
  '/console/agency/$client/team': 'team',
  '/console/admin': 'administration',
  '/console/admin/people': 'people',
  '/console/admin/clients': 'agencies',
  '/console/admin/stores': 'stores',
  '/console/admin/creators': 'findCreators',
  '/console/shop/$store/creators': 'findCreators',
  '/console/shop/$store/messages': 'messages',
  '/console/creator/messages': 'messages',
  '/console/agency/$client/messages': 'messages',
  '/console/admin/campaigns': 'market',
  '/console/admin/orders': 'market',
  '/console/admin/links': 'market',
  '/console/admin/invoices': 'adminInvoices',
  '/console/admin/receivables': 'receivables',
  '/console/admin/reconciliation': 'reconciliation',
  '/console/admin/dunning': 'reminders',
  '/console/admin/accounting': 'accounting',
  '/console/admin/balances': 'balances',
  '/console/admin/payouts': 'adminPayouts',
  '/console/admin/runs': 'runs',
  '/console/admin/periods': 'months',
  '/console/admin/claims': 'storeClaims',
  '/console/admin/appeals': 'appeals',
  '/console/admin/disputes': 'disputes',
  '/console/admin/holds': 'holds',
  '/console/admin/voids': 'voids',
  '/console/admin/settings': 'marketplace',
  '/console/admin/account-settings': 'accountSettings',
  '/console/admin/site': 'site',
  '/console/admin/audit-log': 'auditLog',
  '/console/admin/system': 'system',
  '/console/account': 'account',
  '/console/notifications': 'notifications',
  '/console/work': 'work',
  '/console/sandboxes': 'sandboxes',
  '/console/claims': 'claims',
  '/console/explained': 'amounts',
  '/console/invoice-lines': 'amounts',
  '/console/users': 'amounts',
} as const satisfies Record<string, Topic>;

/** The topic of a page by the path of its route, that of the nearest page above it if it has none. */
export function topicOf(path: string): Topic {
  const above = Object.entries(TOPIC_OF).filter(([page]) => path === page || path.startsWith(`${page}/`));
  return above.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? 'work';
}
