import { expect, test } from 'vitest';
import { resultPage } from './result-page.ts';

type Found = Parameters<typeof resultPage>[0];
type Reader = Parameters<typeof resultPage>[1];

const of = (kind: Found['kind'], owner: Partial<Found> = {}): Found => ({
  kind,
  id: 7,
  title: 'T-7',
  detail: null,
  store_id: null,
  client_id: null,
  user_id: null,
  offer_id: null,
  ...owner,
});
const reader = (values: Partial<Reader>): Reader => ({ id: 1, roles: [], stores: [], clients: [], ...values });
const admin = reader({ roles: ['admin'] });
const advertiser = reader({ roles: ['advertiser'], stores: [{ id: 3, name: 'Store' }] as Reader['stores'] });
const agency = reader({ roles: ['agency'], clients: [{ id: 4, name: 'Agency' }] as Reader['clients'] });
const creator = reader({ roles: ['creator'] });

test.each([
  [of('store', { store_id: 7 }), admin, '/console/admin/stores/7'],
  [of('store', { id: 3, store_id: 3 }), advertiser, '/console/shop/3'],
  [of('store', { store_id: 7 }), creator, null],
  [of('campaign', { store_id: 3 }), advertiser, '/console/shop/3/campaigns/7'],
  [of('campaign', { store_id: 3 }), creator, '/console/creator/campaigns/7'],
  [of('campaign', { store_id: 9 }), advertiser, null],
  [of('creator', { user_id: 7 }), admin, '/console/admin/people/7'],
  [of('creator', { user_id: 7, client_id: 4 }), agency, '/console/agency/4/creators/7'],
  [of('client', { client_id: 7 }), admin, '/console/admin/clients/7'],
  [of('link', { user_id: 1, store_id: 3 }), creator, '/console/creator/links/7'],
  [of('link', { user_id: 9, store_id: 3, client_id: 4 }), agency, '/console/agency/4/creators/9'],
  [of('link', { user_id: 9, store_id: 3 }), advertiser, '/console/shop/3/statistics'],
  [of('link', { user_id: 9, store_id: 3 }), admin, '/console/admin/people/9'],
  [of('order', { store_id: 3 }), advertiser, '/console/shop/3/orders?order=7'],
  [of('invoice', { store_id: 3 }), advertiser, '/console/shop/3/invoices'],
  [of('invoice', { client_id: 4 }), agency, '/console/agency/4/invoices'],
  [of('invoice', { user_id: 1 }), creator, '/console/creator/earnings'],
  [of('invoice', { user_id: 1 }), admin, '/console/admin/invoices?query=T-7'],
  [of('participant', { store_id: 3, offer_id: 5 }), advertiser, '/console/shop/3/campaigns/5?participant=7'],
  [of('participant', { store_id: 3, offer_id: 5, client_id: 4 }), agency, '/console/agency/4/campaigns/5'],
  [of('participant', { store_id: 3, offer_id: 5 }), admin, '/console/shop/3/campaigns/5?participant=7'],
  [of('voucher', { store_id: 3, title: 'A B' }), advertiser, '/console/shop/3/vouchers'],
  [of('domain', { store_id: 3 }), advertiser, '/console/shop/3/url-rules'],
  [of('domain', { store_id: 3 }), admin, '/console/admin/stores/3'],
  [of('domain', { client_id: 4 }), agency, '/console/agency/4/domains'],
  [of('domain', { user_id: 1 }), creator, '/console/creator/domains'],
  [of('domain', { user_id: 9 }), admin, '/console/admin/people/9'],
  [of('company', { id: 3, store_id: 3 }), advertiser, '/console/shop/3/settings'],
  [of('company', { id: 3, store_id: 3 }), admin, '/console/admin/stores/3'],
])('%o leads to its page for %o', (found, me, page) => {
  expect(resultPage(found, me)).toBe(page);
});
