import type { paths } from '@tributary/client';
import { mayActForAgency, mayActForStore } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';

/** A result of the search. */
export type Found = paths['/v2/search']['get']['responses'][200]['content']['application/json']['data'][number];
type Reader = Pick<Me, 'id' | 'roles' | 'stores' | 'clients'>;

/** Returns the address of the page that shows a search result to a person; null if the person has no page for it. */
export function resultPage(found: Found, me: Reader): string | null {
  return PAGES[found.kind](found, me, me.roles.includes('admin'));
}

const PAGES: Record<Found['kind'], (found: Found, me: Reader, isAdmin: boolean) => string | null> = {
  store: ({ id }, me, isAdmin) =>
    isAdmin ? `/console/admin/stores/${id}` : mayActForStore(me as Me, id) ? `/console/shop/${id}` : null,
  campaign: ({ id, store_id: store }, me) =>
    store !== null && mayActForStore(me as Me, store)
      ? `/console/shop/${store}/campaigns/${id}`
      : me.roles.includes('creator')
        ? `/console/creator/campaigns/${id}`
        : null,
  creator: ({ id, client_id: client }, _, isAdmin) =>
    isAdmin ? `/console/admin/people/${id}` : client === null ? null : `/console/agency/${client}/creators/${id}`,
  client: ({ id }, _, isAdmin) => (isAdmin ? `/console/admin/clients/${id}` : `/console/agency/${id}`),
  link({ id, user_id: user, client_id: client, store_id: store }, me, isAdmin) {
    if (user === me.id) return `/console/creator/links/${id}`;
    if (isAdmin) return `/console/admin/people/${user}`;
    if (client !== null && mayActForAgency(me as Me, client)) return `/console/agency/${client}/creators/${user}`;
    return store === null ? null : `/console/shop/${store}/statistics`;
  },
  order: ({ id, store_id: store }) => (store === null ? null : `/console/shop/${store}/orders?order=${id}`),
  invoice({ title, store_id: store, client_id: client }, _, isAdmin) {
    if (isAdmin) return `/console/admin/invoices?query=${encodeURIComponent(title)}`;
    if (store !== null) return `/console/shop/${store}/invoices`;
    return client === null ? '/console/creator/earnings' : `/console/agency/${client}/invoices`;
  },
  participant({ id, store_id: store, client_id: client, offer_id: campaign }, me) {
    if (store !== null && mayActForStore(me as Me, store))
      return `/console/shop/${store}/campaigns/${campaign}?participant=${id}`;
    return client === null ? null : `/console/agency/${client}/campaigns/${campaign}`;
  },
  voucher: ({ store_id: store }) => `/console/shop/${store}/vouchers`,
  domain({ store_id: store, client_id: client, user_id: user }, me, isAdmin) {
    if (store !== null) return isAdmin ? `/console/admin/stores/${store}` : `/console/shop/${store}/url-rules`;
    if (client !== null) return isAdmin ? `/console/admin/clients/${client}` : `/console/agency/${client}/domains`;
    return user === me.id ? '/console/creator/domains' : `/console/admin/people/${user}`;
  },
  company: ({ id }, _, isAdmin) => (isAdmin ? `/console/admin/stores/${id}` : `/console/shop/${id}/settings`),
};
