import { type Example, inDemo, madeBy } from './example.ts';

const VOIDED = { kind: 'orders', store_id: 1, from: '2026-11-01', to: '2026-11-30' };

const CREDENTIAL = { id: 'AAECAwQFBgc', rawId: 'AAECAwQFBgc', type: 'public-key', clientExtensionResults: {} };
const ANSWER = {
  ...CREDENTIAL,
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
    signature: 'MEUCIQ',
  },
};

/** Examples of accounts, and of the records that administrators create. */
export const PEOPLE_EXAMPLES: Record<string, Example> = {
  signIn: { as: null, body: { email: 'maja@nordicrunner.example', password: 'tributary-demo' } },
  signInToConsole: {
    as: null,
    body: { email: 'maja@nordicrunner.example', password: 'tributary-demo' },
    needs: 'Programs other than browsers send the header `x-tributary-console: 1`.',
  },
  registerClient: {
    as: null,
    body: { client_name: 'My assistant', redirect_uris: ['http://127.0.0.1/callback'] },
  },
  grantRequest: {
    as: 'creator',
    body: {
      client_id: 'trbc_hQ2p6kqT3vXoYw8sB1cZ5g',
      redirect_uri: 'http://127.0.0.1:49152/callback',
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scopes: ['read', 'links'],
    },
    needs: 'The id of the program is the one that its registration returns.',
  },
  callAssistantTools: {
    as: 'creator',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_me', arguments: {} } },
  },
  updateMe: { as: 'creator', body: { display_name: 'Elin Berg' } },
  createOwnToken: { as: 'creator', body: { name: 'My blog', scopes: ['read', 'links'], days: 90 } },
  createStoreKey: {
    as: 'advertiser',
    body: { name: 'Inventory system', scopes: ['read', 'orders'], days: 365 },
    at: { store: inDemo('store') },
  },
  confirmTotp: { as: 'creator', body: { code: '123456' }, needs: 'The code is the one that the app currently shows.' },
  confirmSession: {
    as: 'creator',
    body: { password: 'a long one of yours' },
    needs: 'A session, not an API token.',
  },
  changeStoreRole: {
    as: 'advertiser',
    at: { store: inDemo('store'), user: inDemo('advertiser_user') },
    body: { role: 'owner' },
  },
  changeClientRole: {
    as: 'agency',
    at: { client: inDemo('client'), user: inDemo('user') },
    body: { role: 'read_only' },
    needs: 'The user represents the agency.',
  },
  signInByPasskey: {
    as: null,
    body: { response: ANSWER },
    needs: 'The response is created by the browser from a challenge.',
  },
  signInToConsoleByPasskey: {
    as: null,
    body: { response: ANSWER },
    needs:
      'The response is created by the browser from a challenge. Programs other than browsers send the header `x-tributary-console: 1`.',
  },
  registerPasskey: {
    as: 'creator',
    body: {
      name: 'Laptop',
      response: {
        ...CREDENTIAL,
        response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    needs: 'A session, not an API token. The response is created by the browser from the reply of `startPasskey`.',
  },
  renamePasskey: { as: 'creator', body: { name: 'Telephone' }, needs: 'The passkey is one of the caller’s.' },
  markNotifications: { as: 'creator', body: { is_read: true } },
  markNotification: { as: 'creator', at: { notification: madeBy('listNotifications') }, body: { is_read: true } },
  setNotificationSettings: {
    as: 'creator',
    body: { mail: { campaigns: true, limits: false }, weekly_digest: true, language: 'en' },
  },
  acceptTerms: {
    as: 'creator',
    body: { versions: [{ kind: 'terms', version: '2026-11' }] },
    needs: 'The version is the current one (`getTerms`).',
  },
  signUp: {
    as: null,
    body: { email: 'robin@example.com', password: 'a long one of yours', name: 'Robin', role: 'creator' },
  },
  verifyEmail: { as: null, body: { code: '<CODE>' }, needs: 'The code is in the mail of a sign-up.' },
  verifyEmailInConsole: {
    as: null,
    body: { code: '<CODE>' },
    needs:
      'The code is in the mail of a sign-up. Programs other than browsers send the header `x-tributary-console: 1`.',
  },
  requestPasswordReset: { as: null, body: { email: 'robin@example.com' } },
  resetPassword: {
    as: null,
    body: { password: 'another long one', keep_tokens: true },
    needs: 'The code in the path is in the mail of a request.',
  },
  requestEmailChange: {
    as: 'other_creator',
    body: { email: 'robin.new@example.com', current_password: 'tributary-demo' },
  },
  updateSiteSettings: {
    as: 'admin',
    body: { name: 'Tributary', accent: '#0b6e79', imprint: 'Tributary AB\nSkeppsbron 2, Stockholm' },
  },
  updateAccountSettings: { as: 'admin', body: { sign_up: 'open', approve_creators: true } },
  createToken: { as: 'admin', at: { user: inDemo('user') }, body: { name: 'Links of my blog', days: 365 } },
  handleCreatedIdentity: {
    as: null,
    body: {
      identity: { id: '5a0f9c1e-77f6-4c1b-9b0d-3c2f6f6f3a11', traits: { email: 'shop@example.com' } },
      app_url: 'https://console.example.com',
    },
    needs: 'The header `service-api-key` has the `service_api_key` of the same file.',
  },
  handleUpdatedIdentity: {
    as: null,
    body: { identity: { id: '5a0f9c1e-77f6-4c1b-9b0d-3c2f6f6f3a11', traits: { email: 'new.address@example.com' } } },
    needs: 'The header `service-api-key` has the `service_api_key` of the same file.',
  },
  createClientInvite: { as: 'agency', at: { client: inDemo('client') }, body: { email: 'colleague@example.com' } },
  findInvitation: { as: null, body: { token: '<CODE>' }, needs: 'The code is in the mail of the invitation.' },
  acceptInvitation: {
    as: null,
    body: { token: '<CODE>', username: 'colleague', password: 'a long one of yours' },
    needs: 'The code is in the mail of the invitation.',
  },
  adminCreateRevenueTier: { as: 'admin', body: { name: 'Platinum', user_share: 0.8, client_share: 0.05 } },
  adminUpdateRevenueTier: {
    as: 'admin',
    at: { revenue_tier: madeBy('adminCreateRevenueTier') },
    body: { user_share: 0.82 },
  },
  adminCreateClient: { as: 'admin', body: { name: 'Skyline Creators', client_id: 'skyline', client_share: 0.1 } },
  adminUpdateClient: {
    as: 'admin',
    at: { client: madeBy('adminCreateClient') },
    body: { city: 'Malmö', locale: 'sv_SE' },
  },
  adminCreateStoreGroup: {
    as: 'admin',
    body: { name: 'Norway', key: 'norway', country: 'NO', currency: 'NOK', locale: 'nb_NO', language: 'nb' },
  },
  adminUpdateStoreGroup: {
    as: 'admin',
    at: { store_group: madeBy('adminCreateStoreGroup') },
    body: { marketplace: true },
  },
  adminCreateCategory: { as: 'admin', body: { name: 'Books', key: 'books' } },
  adminUpdateCategory: {
    as: 'admin',
    at: { category: madeBy('adminCreateCategory') },
    body: { name: 'Books and papers' },
  },
  adminCreateReturnAd: { as: 'admin', body: { name: 'Come back', url: 'https://example.com/back', store_group_id: 1 } },
  adminUpdateReturnAd: { as: 'admin', at: { return_ad: madeBy('adminCreateReturnAd') }, body: { active: false } },
  adminCreateUserTag: { as: 'admin', body: { name: 'Climbing', slug: 'climbing' } },
  adminUpdateUserTag: { as: 'admin', at: { user_tag: madeBy('adminCreateUserTag') }, body: { name: 'Climbers' } },
  adminCreateUser: { as: 'admin', body: { email: 'new.creator@example.com', username: 'newcreator', client_id: 1 } },
  adminUpdateUser: { as: 'admin', at: { user: madeBy('adminCreateUser') }, body: { city: 'Uppsala', country: 'SE' } },
  createAccessTokenFromEmail: { as: 'agency', body: { email: 'linneaspringer@creator.example' } },
  createAccessTokenFromId: { as: 'agency', body: { userId: 9 } },
  adminSetMemberships: {
    as: 'admin',
    at: { user: madeBy('adminCreateUser') },
    body: { store_ids: [], client_ids: [] },
  },
  adminPutOnHold: { as: 'admin', body: { client_id: 2, reason: 'The account it is paid to is being checked' } },
  adminReleaseHold: {
    as: 'admin',
    at: { hold: madeBy('adminPutOnHold') },
    body: { reason: 'The account belongs to the agency' },
  },
  pauseDunning: {
    as: 'admin',
    at: { invoice: inDemo('store_invoice') },
    body: { until: null, reason: 'The dispute is settled' },
  },
  issueCreditNote: {
    as: 'admin',
    at: { invoice: inDemo('store_invoice') },
    body: { net: { minor: 100, currency: 'SEK' }, reason: 'A click was counted twice' },
  },
  recordPrepayment: {
    as: 'admin',
    at: { store: inDemo('store') },
    body: { amount: { minor: 500_000, currency: 'SEK' }, day: '2026-02-03', reason: 'Statement of 3 February' },
  },
  refundPrepayment: {
    as: 'admin',
    at: { store: inDemo('store') },
    body: { amount: { minor: 100_000, currency: 'SEK' }, day: '2026-02-05', reason: 'The store ends its campaigns' },
    needs: 'A store with a prepaid balance.',
  },
  adminSetAccountingSettings: {
    as: 'admin',
    body: { currency: 'SEK', accounts: { bank: '1930' }, datev_consultant: 1001, datev_client: 1 },
  },
  releaseEarnings: {
    as: 'admin',
    at: { invoice: inDemo('store_invoice') },
    body: { reason: 'The store has paid by card, which the bank reports later' },
  },
  takeBackRelease: {
    as: 'admin',
    at: { invoice: inDemo('store_invoice') },
    body: { reason: 'The card payment was returned' },
  },
  adminPreviewVoid: { as: 'admin', body: VOIDED },
  adminVoid: {
    as: 'admin',
    body: {
      ...VOIDED,
      fingerprint: '9b2f0c1e7d4a4f6e8a1c3b5d7f9e0a2c',
      reason: 'The shop reported its own test orders',
    },
    needs: 'Its days are within the demo data; `fingerprint` comes from the reply of `adminPreviewVoid`.',
  },
  adminUndoVoid: {
    as: 'admin',
    at: { void: madeBy('adminVoid') },
    body: { reason: 'They were real orders after all' },
  },
  setPaymentSystem: { as: 'admin', body: { date: '2030-01-01T00:00:00Z', client_id: 2, system: 1 } },
  changePassword: {
    as: 'other_creator',
    body: { current_password: 'tributary-demo', password: 'another long one', keep_tokens: true },
  },
};
