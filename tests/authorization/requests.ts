import type { Example } from '../../src/api/examples/example.ts';
import { inDemo, madeBy } from '../../src/api/examples/example.ts';
import { EXAMPLES } from '../../src/api/examples/index.ts';
import { camt } from '../harness/bank-reports.ts';
import { blackPng } from '../harness/pictures.ts';
import type { Role } from './scene.ts';

type At = NonNullable<Example['at']>;

/** The data with which a call of a route succeeds, in addition to its method and path. */
export interface Recipe {
  /** The actor of a recipe when another route's recipe needs its result; null: no particular one. */
  as: Role | null;
  at: At;
  /** The query with its question mark, or an empty text; `<name>` is an id of the scene. */
  query: string;
  /** The JSON body; `<name>` in its texts is an id of the scene. */
  body: unknown;
  form: Form | null;
  /** Operations that must be executed before. */
  after: readonly string[];
  /** The credentials of a caller other than a token. */
  credential: 'identity' | 'serviceKey' | 'ownPage' | null;
}

/** A form with one file. */
interface Form {
  field: string;
  filename: string;
  content: string | Buffer;
}

const HISTORY = {
  query: '?currency=EUR',
  form: { field: 'file', filename: 'commissions.csv', content: 'ID,Earnings,Created at\nc1,1.00,2026-01-31\n' },
};
const legacyStore = { id: inDemo('store') };
const PICTURE = { field: 'file', filename: 'a.png', content: blackPng({ width: 64, height: 64 }) };
const CSV = { field: 'file', filename: 'invoices.csv' };
const ofBudget = {
  after: ['createOffer'],
  at: { store: inDemo('store'), shared_budget: madeBy('listSharedBudgets') },
};
const ofBinding = {
  after: ['setCustomerProgramme', 'reportOrders'],
  at: { store: inDemo('store'), customer_binding: madeBy('listCustomerBindings') },
};
const ofOffer = { offer: madeBy('createOffer') };
const applicant = { ...legacyStore, offerId: inDemo('offer'), userId: inDemo('applicant') };

/**
 * Values of parameters by their names. A route that needs another value has an entry below. A new route needs an entry in one of the
 * two lists only if its parameters have other names.
 */
const USUAL_PLACES: At = {
  advertiser: inDemo('store'),
  store: inDemo('store'),
  id: inDemo('store'),
  storeInvoiceId: inDemo('store_invoice'),
  user: inDemo('user'),
  userId: inDemo('user'),
  userid: inDemo('user'),
  user_id: inDemo('user'),
  offer: inDemo('offer'),
  offerId: inDemo('offer'),
  token: inDemo('offer_token'),
  participant: inDemo('offer_user'),
  offerUser: inDemo('offer_user'),
  offerUserId: inDemo('offer_user'),
  client: inDemo('client'),
  clientId: inDemo('client'),
  invoiceId: inDemo('client_invoice'),
  tag: inDemo('affiliate_link'),
  affiliate_link: inDemo('affiliate_link'),
  code: inDemo('link_code'),
  invoice: inDemo('store_invoice'),
  statement: inDemo('statement'),
  month: inDemo('closed_month'),
  media: inDemo('media'),
  folder: inDemo('folder'),
  name: inDemo('file'),
  key: inDemo('tracking_key'),
  comment: madeBy('addComment'),
  rule: madeBy('addUrlMatchingRule'),
  order: madeBy('reportOrder'),
  event_kind: madeBy('createEventKind'),
  customer_binding: madeBy('listCustomerBindings'),
  voucher: madeBy('createVoucher'),
  stats_config: madeBy('createStatsConfiguration'),
  revenue_tier: madeBy('adminCreateRevenueTier'),
  store_group: madeBy('adminCreateStoreGroup'),
  category: madeBy('adminCreateCategory'),
  return_ad: madeBy('adminCreateReturnAd'),
  domain: madeBy('addStoreDomain'),
  link_domain: madeBy('addLinkDomain'),
  channel: madeBy('addChannel'),
  webhook: madeBy('createWebhook'),
  postback: madeBy('createPostback'),
  schedule: madeBy('createReportSchedule'),
  delivery: madeBy('testWebhook'),
  broadcast: madeBy('createBroadcast'),
  attachment: madeBy('addMessageAttachment'),
  material: inDemo('material'),
  message_template: madeBy('createMessageTemplate'),
  message_trigger: madeBy('createMessageTrigger'),
  user_tag: madeBy('adminCreateUserTag'),
  deliverable: madeBy('planDeliverables'),
  publication: madeBy('reportPublication'),
  proof: madeBy('addPublicationProof'),
  usage_right: madeBy('offerUsageRights'),
  campaign_template: madeBy('saveCampaignTemplate'),
  order_claim: madeBy('claimOrder'),
  evidence: madeBy('addOrderClaimEvidence'),
  click: inDemo('click'),
  one_time_payment: madeBy('payOnce'),
  void: madeBy('adminVoid'),
  hold: madeBy('adminPutOnHold'),
  payout_run: inDemo('payout_run'),
  payout: inDemo('payout'),
  payout_account: inDemo('payout_account'),
  bank_entry: inDemo('bank_entry'),
  appeal: inDemo('appeal'),
  sandbox: inDemo('sandbox'),
};

const ofRun = { at: { payout_run: inDemo('payout_run') } };
const ofSandbox = { at: { sandbox: inDemo('sandbox') } };
const ofAppeal = { at: { appeal: inDemo('appeal') } };
const ofDraft = { after: ['submitDraftPicture'] };
const ofFeed = { after: ['saveProductFeed'] };
const ofBilling = { after: ['connectBillingSource'] };
const ofEntry = { at: { bank_entry: inDemo('bank_entry') } };

/** Further values that a route needs beside its example. */
const RECIPES: Record<string, Partial<Recipe>> = {
  revokeStoreKey: { at: { store: inDemo('store'), key: madeBy('createStoreKey') } },
  checkGrantRequest: { query: '?client_id=unknown&redirect_uri=https://assistant.example/' },
  reportGiftOrder: {
    at: { store: inDemo('store'), gift_order: inDemo('gift_order') },
    body: { status: 'created', shop_order: '10042' },
  },
  revokeToken: { at: { token: madeBy('createToken') } },
  adminGetClient: { at: { client: madeBy('adminCreateClient') } },
  adminDeleteClient: { at: { client: madeBy('adminCreateClient') } },
  adminRotateClientSecret: { at: { client: madeBy('adminCreateClient') } },
  deleteClientInvite: { at: { client: inDemo('client'), invite: madeBy('createClientInvite') } },
  deleteAdvertiserInvite: { at: { advertiser: inDemo('store'), invite: madeBy('createAdvertiserInvite') } },
  unblockCreator: {
    after: ['blockCreators'],
    at: { advertiser: inDemo('store'), target: madeBy('listBlocklist') },
  },
  listSimilarCreators: { after: ['changeCreatorProfile'], at: { store: inDemo('store'), creator: inDemo('user') } },
  writeCreatorNote: { after: ['changeCreatorProfile'], at: { store: inDemo('store'), creator: inDemo('user') } },
  removeCreatorNote: { at: { store: inDemo('store'), creator: inDemo('user') } },
  removeFromCreatorList: {
    at: { store: inDemo('store'), list: madeBy('createCreatorList'), creator: inDemo('user') },
  },
  deleteCreatorList: { at: { store: inDemo('store'), list: madeBy('createCreatorList') } },
  getFoundCreator: { after: ['changeCreatorProfile'], at: { store: inDemo('store'), creator: inDemo('user') } },
  revokeCreatorInvitationOfClient: {
    at: { client: inDemo('client'), creator_invitation: madeBy('listCreatorInvitationsOfClient') },
    after: ['inviteCreatorsToClient'],
  },
  acceptAgencyInvitation: {
    as: 'creator',
    at: { user: inDemo('user'), creator_invitation: madeBy('listCreatorInvitationsOfClient') },
    after: ['inviteCreatorsToClient'],
  },
  declineAgencyInvitation: {
    as: 'creator',
    at: { user: inDemo('user'), creator_invitation: madeBy('listCreatorInvitationsOfClient') },
    after: ['inviteCreatorsToClient'],
  },
  getFoundCreatorForClient: { at: { client: inDemo('client'), creator: inDemo('user') } },
  listSimilarCreatorsForClient: { at: { client: inDemo('client'), creator: inDemo('user') } },
  removeCreatorNoteForClient: { at: { client: inDemo('client'), creator: inDemo('user') } },
  removeFromCreatorListForClient: {
    at: { client: inDemo('client'), list: madeBy('createCreatorListForClient'), creator: inDemo('user') },
  },
  deleteCreatorListForClient: {
    at: { client: inDemo('client'), list: madeBy('createCreatorListForClient') },
  },
  getTarget: { at: { ...ofOffer, id: madeBy('addTargets') } },
  removeTarget: { at: { ...ofOffer, id: madeBy('addTargets') } },
  changeSharedBudget: ofBudget,
  deleteSharedBudget: ofBudget,
  endCustomerBinding: ofBinding,
  acceptOfferUser: { at: applicant },
  denyOfferUser: { at: applicant },
  generateCreatorInvoice: { at: { id: inDemo('user') } },
  getClicksOfUser: { at: { id: inDemo('user') } },
  listUserMedia: { as: 'creator' },
  listOffers: { query: '?advertiser_id=<store>' },
  search: { query: '?q=cast' },
  permitLinkDomainCertificate: { query: '?domain=tributary.test' },
  exportAccounting: { query: '?format=csv' },
  listPaymentInvoices: { query: '?payment_period=<closed_month>' },
  reportOrderByPixel: { query: '?order_id=EX-1003&order_value=100' },
  reportOrderByFirstPartyPixel: { query: '?order_id=EX-1004&order_value=100' },
  changeOrderByPlugin: { after: ['reportOrderByPlugin'] },
  replayPostbackDelivery: { at: { postback: madeBy('createPostback'), delivery: madeBy('testPostback') } },
  openAppeal: { body: { kind: 'order', subject: '<denied_order>', reason: 'x' } },
  commentOnAppeal: ofAppeal,
  closeAppeal: ofAppeal,
  planSandboxTraffic: ofSandbox,
  advanceSandboxClock: ofSandbox,
  exportPayoutRun: ofRun,
  markPayoutRunPaid: ofRun,
  cancelPayoutRun: ofRun,
  returnPayout: { at: { payout: inDemo('payout') } },
  // The files of this run cannot be downloaded, because it is cancelled.
  getPayoutFile: { at: { payout_run: inDemo('cancelled_run'), payout_file: inDemo('payout_file') } },
  matchBankEntry: ofEntry,
  prepayBankEntry: ofEntry,
  dismissBankEntry: ofEntry,
  removeBillingSource: ofBilling,
  getProductFeed: ofFeed,
  deleteProductFeed: ofFeed,
  runProductFeed: ofFeed,
  uploadProductFeed: {
    query: '?format=csv',
    form: { field: 'file', filename: 'feed.csv', content: 'id,title,link,price\n' },
  },
  importLinks: {
    query: '?dry=true',
    form: { field: 'file', filename: 'links.csv', content: 'url\nhttps://shop.example/\n' },
  },
  importCommissionsOfCreator: HISTORY,
  importCommissionsOfStore: HISTORY,
  deleteImportedCommissionsOfCreator: { query: '?source=dub' },
  deleteImportedCommissionsOfStore: { query: '?source=dub' },
  uploadBankFile: { form: { field: 'file', filename: 'statement.xml', content: camt([]) } },
  removePayoutAccountOfClient: { at: { client: inDemo('client'), payout_account: inDemo('client_account') } },
  takeBackPayment: { after: ['markInvoicesAsPaid'] },
  takeBackRelease: { after: ['releaseEarnings'] },
  adminVoid: {
    body: { kind: 'orders', ids: ['<void_order>'], fingerprint: '<void_fingerprint>', reason: 'Test orders' },
  },
  submitDraftPicture: { as: 'creator', form: PICTURE },
  getDraftPicture: ofDraft,
  approveDraft: ofDraft,
  getDeliverablePublication: { after: ['reportPublication'] },
  payUsageRights: { after: ['acceptUsageRights'] },
  proposeUsageRightEnd: { after: ['acceptUsageRights'] },
  agreeUsageRightEnd: { after: ['acceptUsageRights', 'proposeUsageRightEnd'] },
  acceptUsageRights: { as: 'creator' },
  declineUsageRights: { as: 'creator' },
  addPublicationProof: { as: 'creator', form: PICTURE },
  addMessageAttachment: { form: PICTURE },
  addCampaignMaterial: { form: PICTURE },
  requestDraftChanges: ofDraft,
  addOrderClaimEvidence: { as: 'creator', form: PICTURE },
  explainOrder: { at: { order: inDemo('attributed_order') } },
  exportRecords: { query: '?limit=1' },
  quoteStores: { query: '?store_ids[]=<store>' },
  previewPaymentPeriod: { at: { month: inDemo('open_month') } },
  getPaymentSystem: { query: '?client_id=<client>&date=2030-01-01T00:00:00Z' },
  getSocialStory: { at: { ...legacyStore, username: inDemo('story_account'), image: inDemo('file') } },
  signInByIdentity: { credential: 'identity' },
  acceptAdvertiserInvites: { credential: 'identity' },
  acceptAgencyInvites: { credential: 'identity' },
  registerAdvertiserRepresentative: { credential: 'identity' },
  handleCreatedIdentity: { credential: 'serviceKey' },
  handleUpdatedIdentity: { credential: 'serviceKey' },
  signInToConsole: { credential: 'ownPage' },
  signInToConsoleByPasskey: { credential: 'ownPage' },
  changeStoreRole: { at: { store: inDemo('store'), user: inDemo('store_colleague') } },
  removeStoreMember: { at: { store: inDemo('store'), user: inDemo('store_colleague') } },
  changeClientRole: { at: { client: inDemo('client'), user: inDemo('client_colleague') } },
  removeClientMember: { at: { client: inDemo('client'), user: inDemo('client_colleague') } },
  verifyEmailInConsole: { credential: 'ownPage' },
  uploadUserMedia: { query: '?media_type=image', form: PICTURE },
  uploadLogo: { form: { ...PICTURE, field: 'logo' } },
  uploadCreatorPicture: { form: { ...PICTURE, field: 'picture' } },
  listParticipantProfiles: { query: '?participants[]=<offer_user>' },
  uploadSiteLogo: { form: { ...PICTURE, field: 'logo' } },
  uploadStoreOfferImage: { form: { ...PICTURE, field: 'img_src' } },
  uploadAxIdMatching: { form: { ...CSV, content: 'invoice_id,ax_id\n<store_invoice>,AX-1\n' } },
  markInvoicesAsPaid: { form: { ...CSV, content: 'invoice_id\n<store_invoice>\n' } },
};

/** Parameters that are the same everywhere. */
export const FIXED: Record<string, string> = {
  dataset: 'clicks',
  creator_name: 'linnea-springer',
  line: '1',
  version: '1',
  collector: 'shop_plugin',
  billing_source: 'stripe',
  paymentAmount: '500',
  session: '1',
  passkey: '1',
  grant: '1',
  notification: '1',
  secret: 'unknown-secret',
  export: '1',
  product: '1',
  '*': 'x',
};

/** Returns how a route is called; without an operation id, with the defaults. */
export function recipeOf(operationId: string | null): Recipe {
  const example = operationId === null ? undefined : EXAMPLES[operationId];
  const further = operationId === null ? undefined : RECIPES[operationId];
  return {
    query: '',
    form: null,
    after: [],
    credential: null,
    body: example?.body,
    as: example === undefined ? 'admin' : ROLE_OF[example.as ?? 'nobody'],
    ...further,
    at: { ...USUAL_PLACES, ...example?.at, ...further?.at },
  };
}

const ROLE_OF: Record<NonNullable<Example['as']> | 'nobody', Role | null> = {
  admin: 'admin',
  advertiser: 'advertiser',
  creator: 'creator',
  agency: 'agency',
  other_creator: 'otherCreator',
  nobody: null,
};

/**
 * The owners of the same kind of record elsewhere: the values that replace ids of the scene so that the path names a wrong
 * parent.
 */
export const ELSEWHERE: Record<string, { id: string; owner: Role }> = {
  store: { id: 'other_store', owner: 'otherAdvertiser' },
  offer: { id: 'other_offer', owner: 'otherAdvertiser' },
  createOffer: { id: 'other_offer', owner: 'otherAdvertiser' },
  createStoreOffer: { id: 'other_offer', owner: 'otherAdvertiser' },
  offer_user: { id: 'other_offer_user', owner: 'otherAdvertiser' },
  user: { id: 'other_user', owner: 'otherCreator' },
  applicant: { id: 'other_user', owner: 'otherCreator' },
  client: { id: 'other_client', owner: 'otherAgency' },
};
