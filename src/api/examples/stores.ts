import { type Example, inDemo, madeBy } from './example.ts';

const advertiser = { advertiser: inDemo('store') };
const store = { store: inDemo('store') };
const client = { client: inDemo('client') };
const legacyStore = { id: inDemo('store') };
const KEY = 'The key is in the reply of `rotateServiceActivationKey`, once.';

const registration = (name: string, domain: string) => ({
  name,
  domains: [[domain]],
  categories: [3],
  country: 'SE',
  currency: 'SEK',
  language: 'sv',
  billing: { company_name: `${name} AB`, street: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm' },
});

const STATS_VIEW = { name: 'This autumn', default: 1, data: { tags: [6], from: '2026-09-01', to: '2026-11-30' } };

/** Examples of stores, links, orders, statistics and payments. */
export const STORE_EXAMPLES: Record<string, Example> = {
  saveProductFeed: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { url: 'https://shop.example/feeds/google.xml', format: 'xml', schedule: 'daily' },
  },
  registerStore: { as: 'other_creator', body: registration('Trail Books', 'trail-books.example') },
  registerAdvertiserRepresentative: {
    as: null,
    body: registration('Trail Music', 'trail-music.example'),
    needs: 'It needs a session of an identity provider, which the demo does not have.',
  },
  registerStoreWithUser: {
    as: null,
    body: {
      user: {
        username: 'trailtea',
        email: 'owner@trail-tea.example',
        password: 'a long one of yours',
        password_confirmation: 'a long one of yours',
      },
      feed_name: 'Trail Tea',
      language_iso_code: 'sv',
      locale: 'sv_SE',
      currency_iso_code: 'SEK',
      domains: ['trail-tea.example'],
      categories: [3],
      revenue_cpc: 200,
      social_revenue_cpc: 150,
    },
  },
  updateStore: {
    as: 'advertiser',
    at: legacyStore,
    body: {
      hidden: 0,
      revenue_cpc: 230,
      revenue_cpa: 0.07,
      revenue_cpo: { amount: '25.00', currency: 'SEK' },
      cpo_mode: 'larger',
      minimum_order: { amount: '200.00', currency: 'SEK' },
    },
  },
  replaceHashtags: {
    as: 'advertiser',
    at: legacyStore,
    body: { store_id: '3', hashtags: ['trailrunning', 'nordicrunner'] },
  },
  blockCreators: { as: 'advertiser', at: advertiser, body: { users: [{ id: 12, validate_clicks: true }] } },
  addUrlMatchingRule: {
    as: 'advertiser',
    at: advertiser,
    body: { type: 'block', url: 'https://www.nordicrunner.example/gift-cards/' },
  },
  changeUrlMatchingRule: {
    as: 'advertiser',
    at: { ...advertiser, rule: madeBy('addUrlMatchingRule') },
    body: { type: 'block', url: 'https://www.nordicrunner.example/gift-cards/', keyword: 'code' },
  },
  addStoreDomain: { as: 'advertiser', at: store, body: { domain: 'nordicrunner-kids.example' } },
  adminApproveStore: {
    as: 'admin',
    at: { store: madeBy('registerStore') },
    body: { consent_to_domains: true, reason: 'Known from the trade fair.' },
  },
  adminRejectStore: {
    as: 'admin',
    at: { store: madeBy('registerStore') },
    body: { reason: 'The name is that of another company.' },
  },
  adminChangeStoreCredit: {
    as: 'admin',
    at: store,
    body: { own_limit: { minor: 10_000_000_000, currency: 'SEK' }, network_daily: 50 },
  },
  adminChangeMarketplaceSettings: { as: 'admin', body: { store_registration: 'approval', network_store_daily: 30 } },
  createAdvertiserInvite: { as: 'advertiser', at: advertiser, body: { email: 'colleague@example.com' } },
  setAttributionWindow: { as: 'advertiser', at: advertiser, body: { attribution_window_days: 45 } },
  changeOrderRules: {
    as: 'advertiser',
    at: advertiser,
    body: {
      counted_ways: ['sales_pixel', 'shop_plugin', 'server'],
      signature_required: false,
      max_order_value: { amount: '50000.00', currency: 'SEK' },
      attribution: 'code_first',
    },
  },
  rotateOrderSigningSecret: { as: 'advertiser', at: advertiser, body: { overlap_hours: 48 } },
  activateTrackingPlugin: { as: null, body: { service_activation_key: '<SERVICE_ACTIVATION_KEY>' }, needs: KEY },
  setPaymentSetup: { as: 'advertiser', at: advertiser, body: { payment_setup_id: 'invoice-store-3' } },
  getPaymentDetails: { as: 'advertiser', body: { store_id: 3 } },
  createOwnAffiliateLink: {
    as: 'creator',
    body: { url: 'https://www.nordicrunner.example/dam/skor/fjallvind-gtx?farg=gul' },
  },
  changeAffiliateLink: {
    as: 'creator',
    at: { affiliate_link: inDemo('affiliate_link') },
    body: { slug: 'running-shoes-of-the-year', title: 'Running shoes of the year', tags: ['running', 'shoes'] },
  },
  archiveAffiliateLinks: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { affiliate_links: [1], archived: true },
  },
  addLinkDomain: { as: 'creator', body: { domain: 'go.creator.example' } },
  addChannel: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { platform: 'youtube', address: '@annahikes', stated_followers: 12_400 },
  },
  changeChannel: {
    as: 'creator',
    at: { user: inDemo('user'), channel: madeBy('addChannel') },
    body: { stated_followers: 12_600 },
  },
  changeCreatorProfile: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: {
      bio: 'I hike in the north of Sweden, and write about what lasts.',
      languages: ['sv', 'en'],
      topics: [1],
      rates: [{ kind: 'post', amount: { minor: 250_000, currency: 'SEK' } }],
      portfolio: [{ title: 'A week in Sarek', url: 'https://anna.example/sarek' }],
      is_listed: true,
      shows_results: true,
    },
  },
  createCreatorList: { as: 'advertiser', at: { store: inDemo('store') }, body: { name: 'Runners' } },
  renameCreatorList: {
    as: 'advertiser',
    at: { store: inDemo('store'), list: madeBy('createCreatorList') },
    body: { name: 'Runners for autumn' },
  },
  addToCreatorList: {
    as: 'advertiser',
    at: { store: inDemo('store'), list: madeBy('createCreatorList') },
    body: { user_ids: [9, 12] },
  },
  createBroadcast: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: {
      offer_id: 1,
      to: { statuses: ['accepted', 'have_posted'] },
      subject: 'New colours of {campaign}',
      text: 'Hello {name},\n\nthe new colours have arrived. See {link}.',
    },
  },
  previewBroadcast: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { offer_id: 1, to: { statuses: ['accepted'] }, subject: 'News', text: 'Hello {name}' },
  },
  createMessageTemplate: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: {
      name: 'Reminder',
      subject: 'Your link for {campaign}',
      text: 'Hello {name}, do you need anything from us?',
    },
  },
  changeMessageTemplate: {
    as: 'advertiser',
    at: { store: inDemo('store'), message_template: madeBy('createMessageTemplate') },
    body: { name: 'Reminder', subject: 'Your link for {campaign}', text: 'Hello {name}, can we help? {link}' },
  },
  createMessageTrigger: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { occasion: 'no_clicks', days: 14, template_id: 1 },
  },
  switchMessageTrigger: {
    as: 'advertiser',
    at: { store: inDemo('store'), message_trigger: madeBy('createMessageTrigger') },
    body: { is_on: false },
  },
  writeCreatorNote: {
    as: 'advertiser',
    at: { store: inDemo('store'), creator: inDemo('user') },
    body: { note: 'Met at the fair; prefers trail shoes.' },
  },
  createCreatorListForClient: { as: 'agency', at: client, body: { name: 'Hikers' } },
  renameCreatorListForClient: {
    as: 'agency',
    at: { ...client, list: madeBy('createCreatorListForClient') },
    body: { name: 'Hikers in the north' },
  },
  addToCreatorListForClient: {
    as: 'agency',
    at: { ...client, list: madeBy('createCreatorListForClient') },
    body: { user_ids: [9, 12] },
  },
  writeCreatorNoteForClient: {
    as: 'agency',
    at: { ...client, creator: inDemo('user') },
    body: { note: 'Writes well; has no agency yet.' },
  },
  inviteCreatorsToClient: {
    as: 'agency',
    at: client,
    body: { user_ids: [9, 12], emails: ['hiker@people.example'] },
  },
  inviteCreators: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { offer_id: 2, user_ids: [9], emails: ['runner@people.example'] },
  },
  setCreatorPublicPage: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { is_public: true, name: 'anna-hikes', shows_rates: false, links: [] },
  },
  setPassedParameters: {
    as: 'advertiser',
    at: { advertiser: inDemo('store') },
    body: { parameters: ['utm_source', 'utm_medium', 'utm_campaign'] },
  },
  createAffiliateLink: {
    as: 'agency',
    at: { user: inDemo('user') },
    body: { url: 'https://www.nordicrunner.example/dam/skor/fjallvind-gtx?farg=gul', dry: true },
  },
  createAffiliateLinkV3: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { url: 'https://www.nordicrunner.example/dam/skor/fjallvind-gtx?farg=gul', advertiser_id: 3 },
  },
  inspectUrl: { as: 'creator', at: { user: inDemo('user') }, body: { url: 'https://www.nordicrunner.example/herr' } },
  inspectUrlForStore: { as: 'advertiser', at: store, body: { url: 'https://www.nordicrunner.example/herr' } },
  translateBlogPost: {
    as: 'creator',
    at: { id: inDemo('user') },
    body: { blogPost: '<p>My <a href="https://www.nordicrunner.example/dam/skor">shoes</a></p>', dry: false },
  },
  translateLinks: {
    as: 'creator',
    body: { links: '["https://www.nordicrunner.example/dam/skor"]', userId: 9, dry: true },
  },
  setCustomerProgramme: {
    as: 'advertiser',
    at: store,
    body: {
      steps: [
        { months: 12, cpa: 0.2 },
        { months: null, cpa: 0.05 },
      ],
      pays_first_order: true,
    },
  },
  connectBillingSource: {
    as: 'advertiser',
    at: store,
    fixed: { billing_source: 'stripe' },
    body: { secret: 'whsec_example_of_a_signing_secret', overlap_hours: 24 },
  },
  reportOrder: {
    as: 'advertiser',
    at: store,
    body: {
      order_id: 'EX-1001',
      order_value: '899.00',
      currency: 'SEK',
      customer: 'new',
      customer_reference: 'C-4711',
      lines: [
        { sku: 'FJALLVIND-GTX-42', category: 'Shoes', quantity: 1, price: '849.00', discount: '50.00' },
        { sku: 'GIFT-CARD-100', category: 'Gift cards', quantity: 1, price: '100.00' },
      ],
    },
  },
  reportOrders: {
    as: 'advertiser',
    at: store,
    body: {
      orders: [
        { order_id: 'EX-1011', order_value: '129.50', currency: 'SEK' },
        { order_id: 'EX-1012', order_value: 89, voucher_code: 'LINNEA15', customer_reference: 'C-4712' },
      ],
    },
  },
  endCustomerBinding: {
    as: 'advertiser',
    at: { ...store, customer_binding: madeBy('listCustomerBindings') },
    body: { reason: 'The contract of the customer has ended.' },
  },
  createEventKind: {
    as: 'advertiser',
    at: store,
    body: {
      code: 'lead',
      name: 'Qualified lead',
      cpl: { minor: 4_000, currency: 'SEK' },
      window_days: 60,
      once_days: 90,
      max_per_creator: 200,
    },
  },
  changeEventKind: {
    as: 'advertiser',
    at: { ...store, event_kind: madeBy('createEventKind') },
    body: { cpl: { minor: 4_500, currency: 'SEK' } },
  },
  reportEvent: {
    as: 'advertiser',
    at: store,
    body: { kind: 'newsletter', event_id: 'NL-1001', voucher_code: 'LINNEA15', customer: 'C-20017' },
  },
  reportEvents: {
    as: 'advertiser',
    at: store,
    body: {
      events: [
        { kind: 'newsletter', event_id: 'NL-1002', customer: 'C-20018' },
        { kind: 'newsletter', event_id: 'NL-1003', follows: { kind: 'newsletter', event_id: 'NL-1002' } },
      ],
    },
  },
  decideEvents: {
    as: 'advertiser',
    at: store,
    body: { kind: 'newsletter', events: [{ event_id: 'NL-1001', status: 'approved' }] },
  },
  changeOrder: { as: 'advertiser', at: { ...store, order: madeBy('reportOrder') }, body: { status: 'approved' } },
  extendOrder: {
    as: 'advertiser',
    at: { ...store, order: madeBy('reportOrder') },
    body: { days: 14, reason: 'The return is on its way.' },
    needs: 'The order has `decide_by`, and was not extended before.',
  },
  attributeOrder: {
    as: 'advertiser',
    at: { ...store, order: madeBy('reportOrder') },
    body: { user_id: 9, reason: 'The buyer named the creator at the checkout.' },
    needs: 'The order is not approved for another creator.',
  },
  resolveOrder: {
    as: 'advertiser',
    at: { ...store, order: madeBy('reportOrder') },
    body: { report_id: 1 },
    needs: 'The order is one that needs a decision, and `report_id` is one of its `reports`.',
  },
  decideUnconfirmedReports: {
    as: 'advertiser',
    at: store,
    body: { hour: '2026-11-28T12:00:00Z', decision: 'discard', attributed: false },
  },
  decideOrders: { as: 'advertiser', at: store, body: { orders: [{ order_id: 'EX-1001', status: 'approved' }] } },
  claimOrder: {
    as: 'creator',
    body: {
      store_id: 3,
      order_id: 'EX-1007',
      amount: { amount: '649.00', currency: 'SEK' },
      note: 'A follower ordered through my link; the order is missing.',
    },
  },
  acceptOrderClaim: { as: 'advertiser', at: { order_claim: madeBy('claimOrder') }, body: {} },
  declineOrderClaim: {
    as: 'advertiser',
    at: { order_claim: madeBy('claimOrder') },
    body: { reason: 'The order was returned.' },
    needs: 'The claim is not decided yet.',
  },
  openAppeal: {
    as: 'creator',
    body: { kind: 'order', subject: '4711', reason: 'The order was not returned; the customer still has the shoes.' },
    needs: 'The order is the caller’s, and was denied.',
  },
  commentOnAppeal: {
    as: 'creator',
    at: { appeal: madeBy('openAppeal') },
    body: { comment: 'I can show the receipt.' },
  },
  closeAppeal: {
    as: 'admin',
    at: { appeal: madeBy('openAppeal') },
    body: { outcome: 'dismissed', reason: 'The shop has shown that the order was returned.' },
  },
  setStoreBilling: {
    as: 'advertiser',
    at: store,
    body: {
      company_name: 'Fjällspår AB',
      street: 'Storgatan 1',
      postal_code: '111 22',
      city: 'Stockholm',
      vat_number: 'SE559000000001',
    },
  },
  setStorePublicPage: {
    as: 'advertiser',
    at: store,
    body: { is_public: true, about: 'Shoes for the forest since 1974.' },
  },
  createVoucher: { as: 'advertiser', at: store, body: { code: 'TRAIL10', user_id: 9 } },
  reportOrderByPlugin: {
    as: null,
    body: { service_activation_key: '<SERVICE_ACTIVATION_KEY>', order_id: 'EX-1002', order_value: 1200.5 },
    needs: KEY,
  },
  changeOrderByPlugin: {
    as: null,
    body: { service_activation_key: '<SERVICE_ACTIVATION_KEY>', order_id: 'EX-1002', status: 'approved' },
    needs: KEY,
  },
  createStatsConfiguration: { as: 'advertiser', at: legacyStore, body: STATS_VIEW },
  replaceStatsConfiguration: {
    as: 'advertiser',
    at: { ...legacyStore, stats_config: madeBy('createStatsConfiguration') },
    body: { ...STATS_VIEW, default: 0 },
  },
  changeStatsConfiguration: {
    as: 'advertiser',
    at: { ...legacyStore, stats_config: madeBy('createStatsConfiguration') },
    body: { name: 'Autumn' },
  },
  payOnce: {
    as: 'advertiser',
    at: { ...legacyStore, userId: inDemo('user') },
    body: { comment: 'Thank you for the film', payment_date: '2026-12-15', user_earnings: 50_000 },
    needs: 'Its date is within a year of today and in no closed month.',
  },
  noteSocialDataDownloaded: { as: 'admin', body: { user_id: 9, store_id: 3 } },
  changeUserMedia: {
    as: 'creator',
    at: { media: madeBy('listUserMedia') },
    body: { favorite: 1, show_store: 1 },
  },
};
