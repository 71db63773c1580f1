import { type Example, inDemo, madeBy } from './example.ts';

const campaign = { offer: madeBy('createOffer') };
const template = { store: inDemo('store'), campaign_template: madeBy('saveCampaignTemplate') };
const deliverable = { deliverable: madeBy('planDeliverables') };
const publication = { publication: madeBy('reportPublication') };
const usageRight = { usage_right: madeBy('offerUsageRights') };
const NEWEST = '`version` is that of the newest draft, and it is not decided.';
const participant = { offer: inDemo('offer'), participant: inDemo('offer_user') };
const legacyStore = { id: inDemo('store') };
const legacyCampaign = { ...legacyStore, offer: madeBy('createStoreOffer') };

const amount = (value: string) => ({ amount: value, currency: 'SEK' });

const CAMPAIGN = {
  active: true,
  campaign_title: 'Autumn on the trail',
  campaign_text: 'Show the shoes where you run in them.',
  name: 'autumn-trail',
  type: 'user_accept',
  max_clicks: 5000,
  max_money: 20_000,
  todo: ['Post a picture'],
  traffic_sources_costs: [
    { source: 0, cpc: 250, cpa: 0.08, cpo: amount('40.00'), cpo_mode: 'larger', minimum_order: amount('300.00') },
    { source: 1, cpc: 200 },
  ],
  targets: { user_ids: [9, 10], emails: ['new.creator@example.com'] },
};

/** A red square of 4 by 4 pixels. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12M4Y2wMRwzEcQD7ExMh5zSjuQAAAABJRU5ErkJggg==';

const LEGACY_CAMPAIGN = {
  name: 'Winter on the trail',
  active: 1,
  priority: 50,
  type: 'store_accept',
  cpc: 250,
  social_cpc: 200,
  cpa: 0.08,
  max_clicks: 5000,
  users: [{ id: 9 }],
};

/** Examples of campaigns and their participants, for both API generations. */
export const CAMPAIGN_EXAMPLES: Record<string, Example> = {
  createOffer: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { ...CAMPAIGN, shared_budget: { title: 'Autumn', amount: 50_000 } },
  },
  changeSharedBudget: {
    as: 'advertiser',
    at: { store: inDemo('store'), shared_budget: madeBy('listSharedBudgets') },
    body: { amount: 60_000 },
  },
  previewOffer: { as: 'advertiser', at: { store: inDemo('store') }, body: CAMPAIGN },
  forecastOffer: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { from: '2026-09-01', to: '2026-09-30', offer: { ...CAMPAIGN, type: 'standard', todo: [], targets: {} } },
  },
  setOfferPublicPage: { as: 'advertiser', at: campaign, body: { is_public: true } },
  replaceOffer: { as: 'advertiser', at: campaign, body: { ...CAMPAIGN, campaign_title: 'Late autumn on the trail' } },
  changeOffer: { as: 'advertiser', at: campaign, body: { max_clicks: 8000 } },
  duplicateOffer: { as: 'advertiser', at: campaign, body: { campaign_title: 'Winter on the trail' } },
  saveCampaignTemplate: {
    as: 'advertiser',
    at: { store: inDemo('store') },
    body: { name: 'Trail running', offer_id: 5 },
  },
  changeCampaignTemplate: { as: 'advertiser', at: template, body: { name: 'Trail running, autumn' } },
  createOfferFromTemplate: { as: 'advertiser', at: template, body: { campaign_title: 'Spring on the trail' } },
  setCampaignAgreement: {
    as: 'advertiser',
    at: campaign,
    body: { text: 'Mark the post as advertising. No other running shoes.' },
  },
  setTermsPromise: {
    as: 'advertiser',
    at: campaign,
    body: { until: '2028-03-31', notice_days: 14 },
  },
  endTermsPromise: {
    as: 'admin',
    at: campaign,
    body: { reason: 'The store does not deliver, and its orders are denied.' },
  },
  setGuarantee: {
    as: 'advertiser',
    at: campaign,
    body: { amount: { minor: 100_000, currency: 'SEK' }, until: '2028-03-31' },
  },
  endGuarantee: {
    as: 'admin',
    at: campaign,
    body: { reason: 'The store does not deliver, and its orders are denied.' },
  },
  setCampaignQuestions: {
    as: 'advertiser',
    at: campaign,
    body: {
      questions: [
        { text: 'Which shoe size do you wear?', is_required: true },
        { text: 'Where do you run?', is_required: false },
      ],
    },
  },
  changeCampaignMaterial: {
    as: 'advertiser',
    at: { material: inDemo('material') },
    body: { note: 'Use this picture for stories.', place: 1 },
  },
  setCampaignGift: {
    as: 'advertiser',
    at: { offer: inDemo('offer') },
    body: {
      gift: {
        kind: 'choice',
        choices: 1,
        products: [
          { title: 'Trail Shoe Fjäll', value: { minor: 149_900, currency: 'SEK' } },
          { title: 'Trail Vest 5 L', value: { minor: 89_900, currency: 'SEK' } },
        ],
      },
    },
  },
  requestGiftOrders: {
    as: 'advertiser',
    at: { offer: inDemo('offer') },
    body: { participant_ids: [15] },
    needs: 'The participant is accepted, with a gift, its choice and an address.',
  },
  reportGiftOrder: {
    as: 'advertiser',
    at: { store: inDemo('store'), gift_order: madeBy('listGiftOrders') },
    body: { status: 'sent', shop_order: '10042', carrier: 'PostNord', number: '00370712345678901234' },
    needs: 'The store has requested the gift.',
  },
  recordParcels: {
    as: 'advertiser',
    at: { offer: inDemo('offer') },
    body: {
      parcels: [
        {
          participant_id: 15,
          carrier: 'PostNord',
          number: '00370712345678901234',
          tracking_url: 'https://tracking.example/00370712345678901234',
        },
      ],
    },
    needs: 'The participant is accepted, or the product was sent.',
  },
  reportNotReceived: {
    as: 'creator',
    at: participant,
    body: { text: 'The carrier says that it was returned.' },
    needs: 'The store has sent you something.',
  },
  planDeliverables: {
    as: 'advertiser',
    at: { offer: inDemo('offer') },
    body: {
      participant_ids: [15],
      title: 'Story in the forest',
      instructions: 'Three pictures; the shoes in each of them.',
      due_on: '2099-05-31',
    },
  },
  changeDeliverable: { as: 'advertiser', at: deliverable, body: { due_on: '2099-06-07' } },
  submitDraft: {
    as: 'creator',
    at: deliverable,
    body: { url: 'https://drafts.example/story-1', note: 'The second picture is still to come.' },
  },
  requestDraftChanges: {
    as: 'advertiser',
    at: deliverable,
    body: { feedback: 'Please show the sole of the shoe.' },
    needs: NEWEST,
  },
  reportPublication: {
    as: 'creator',
    at: { deliverable: madeBy('approveDraft') },
    body: {
      url: 'https://www.instagram.com/p/Cx1example/',
      published_on: '2026-10-01',
      disclosure: 'paid_partnership_label',
    },
  },
  correctPublication: { as: 'creator', at: publication, body: { disclosure: 'hashtag', disclosure_text: '#ad' } },
  recordPublicationFigures: {
    as: 'creator',
    at: publication,
    body: { views: 18_400, likes: 920, comments: 41, shares: 63, measured_at: '2026-10-08T09:00:00.000Z' },
  },
  offerUsageRights: {
    as: 'advertiser',
    at: deliverable,
    body: {
      channels: ['website', 'paid_ads'],
      territory: 'Sweden',
      starts_on: '2099-01-01',
      ends_on: '2099-12-31',
      price: { minor: 250_000, currency: 'SEK' },
    },
  },
  proposeUsageRightEnd: {
    as: 'creator',
    at: usageRight,
    body: { ends_on: '2099-06-30' },
    needs: 'The creator has accepted the rights.',
  },
  agreeUsageRightEnd: {
    as: 'advertiser',
    at: usageRight,
    body: { ends_on: '2099-06-30' },
    needs: 'The creator has proposed this day.',
  },
  payUsageRights: {
    as: 'advertiser',
    at: usageRight,
    body: { payment_date: '2026-12-15' },
    needs: 'The creator has accepted the rights, and the date is in no closed month.',
  },
  acceptPublication: { as: 'advertiser', at: publication, body: { revision: 1 } },
  requestPublicationCorrection: {
    as: 'advertiser',
    at: publication,
    body: { revision: 1, feedback: 'Please tag the shop in the post.' },
  },
  approveDraft: { as: 'advertiser', at: deliverable, body: {}, needs: NEWEST },
  setEventPrices: {
    as: 'advertiser',
    at: campaign,
    body: { prices: [{ kind: 'newsletter', cpl: { minor: 700, currency: 'SEK' } }] },
  },
  setCommissionRules: {
    as: 'advertiser',
    at: campaign,
    body: {
      rules: [
        { categories: ['Gift cards'], cpa: 0 },
        { categories: ['Shoes', 'Jackets'], customer: 'new', cpa: 0.12, cpo: amount('60.00') },
      ],
    },
  },
  setRateSteps: {
    as: 'advertiser',
    at: campaign,
    body: {
      counts: 'orders',
      period: 'month',
      applies: 'later',
      steps: [
        { orders: 10, cpa: 0.1 },
        { orders: 30, cpa: 0.12, cpo: amount('20.00') },
      ],
    },
  },
  setBonusTiers: {
    as: 'advertiser',
    at: campaign,
    body: {
      tiers: [
        { orders: 10, bonus: { amount: '500.00', currency: 'SEK' } },
        { value: { amount: '50000.00', currency: 'SEK' }, bonus: { amount: '2000.00', currency: 'SEK' } },
      ],
      budget: { amount: '10000.00', currency: 'SEK' },
    },
  },
  previewOrder: {
    as: 'advertiser',
    at: campaign,
    body: {
      lines: [
        { sku: 'RUN-9', category: 'Shoes', quantity: 1, price: 1299 },
        { sku: 'GIFT-1', category: 'Gift cards', quantity: 1, price: 200 },
      ],
      customer: 'new',
    },
  },
  joinCampaignWithAgreement: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { agreement_version: 1 },
    needs: '`token` = `offer_token`. If the campaign has no terms, the version is ignored.',
  },
  acceptAgreement: {
    as: 'creator',
    at: { user: inDemo('user') },
    body: { version: 1 },
    needs: '`token` is of a campaign with terms. The version is the current one (`getOwnAgreement`).',
  },
  uploadOfferImage: { as: 'advertiser', at: campaign, body: { default: PNG } },
  addTargets: {
    as: 'advertiser',
    at: campaign,
    body: { user_tag_ids: [3], social_media_identifiers: ['trailcreator'] },
  },
  replaceTarget: { as: 'advertiser', at: { ...campaign, id: madeBy('addTargets') }, body: { user_tag_id: 1 } },
  changeTarget: { as: 'advertiser', at: { ...campaign, id: madeBy('replaceTarget') }, body: { user_tag_id: 2 } },
  tickParticipantTodo: {
    as: 'creator',
    at: participant,
    body: { todo: [{ key: 'Använd #löparglädje', value: true }] },
  },
  setParticipantPaymentAmount: {
    as: 'advertiser',
    at: participant,
    body: { payment_amount: { amount: '1500.00', currency: 'SEK' } },
  },
  saveParticipantDelivery: {
    as: 'creator',
    at: participant,
    body: {
      recipient: 'Alex Andersson',
      street: 'Storgatan 1',
      postal_code: '111 22',
      city: 'Stockholm',
      country: 'SE',
      phone: '+46 70 123 45 67',
      size: '39',
      colour: 'Blue',
      note: 'Leave it with the neighbour.',
      choices: [{ product_id: 1, options: 'EU 39' }],
    },
    needs: 'The campaign sends products, and you take part in it. `choices` belongs to a gift that is a choice.',
  },
  overrideParticipantClicks: { as: 'advertiser', at: participant, body: { click_limit: 2000 } },
  overrideParticipantCosts: {
    as: 'advertiser',
    at: participant,
    body: { traffic_sources_costs: [{ source: 0, cpc: amount('3.00'), cpa: 0.1, cpo: amount('50.00') }] },
  },
  updateParticipantStatus: { as: 'advertiser', at: participant, body: { status: 'product_sent' } },
  addComment: { as: 'creator', at: { offerUser: inDemo('offer_user') }, body: { comment: 'The pictures are up.' } },
  editComment: {
    as: 'creator',
    at: { offerUser: inDemo('offer_user'), comment: madeBy('addComment') },
    body: { comment: 'The pictures are up, and the film.' },
  },
  createStoreOffer: { as: 'advertiser', at: legacyStore, body: { ...LEGACY_CAMPAIGN, _todo: ['Post a picture'] } },
  replaceStoreOffer: { as: 'advertiser', at: legacyCampaign, body: { ...LEGACY_CAMPAIGN, priority: 60 } },
  changeStoreOffer: { as: 'advertiser', at: legacyCampaign, body: { max_clicks: 8000 } },
  addOfferUsers: {
    as: 'advertiser',
    at: { ...legacyStore, offerId: madeBy('createStoreOffer') },
    body: { users: [{ id: 10 }] },
  },
  tickOfferUserTodo: {
    as: 'advertiser',
    at: { ...legacyStore, offerId: madeBy('createStoreOffer'), userId: inDemo('user') },
    body: { todo: [{ key: 'Post a picture', value: true }] },
  },
  setUserOffer: { as: 'advertiser', at: { ...legacyStore, userId: inDemo('user') }, body: { cpc: 300, cpa: 0.1 } },
};
