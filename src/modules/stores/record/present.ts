import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { moneyObject } from '../../../platform/money.ts';
import { showFields } from '../../../platform/record-fields/records.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { STORE_FIELDS } from './fields.ts';
import { fixedCostOf, type OwnPrice, type OwnPrices } from './own-prices.ts';
import type { StoreRecord } from './read-record.ts';
import type { StoreUserRow } from './store-users.ts';

/** The unversioned record of a store; `publicUrl` is the base of the server's addresses. */
export function presentLegacyStore(publicUrl: string, { store, prices }: StoreRecord) {
  const general = presentPrice(prices.general);
  const social = presentPrice(socialPrice(prices));
  return {
    ...showFields(STORE_FIELDS, 'legacy', store),
    id: store.id,
    feed_id: 0,
    revenue_cpc: general.cpc,
    social_revenue_cpc: social.cpc,
    invoice_cpc: general.invoiceCpc,
    invoice_social_cpc: social.invoiceCpc,
    revenue_cpa: general.cpa,
    revenue_text: '',
    revenue_of_commision: 0,
    revenue_social_cpa: social.cpa,
    invoice_social_cpa: social.invoiceCpa,
    invoice_cpa: general.invoiceCpa,
    ...presentFixed(prices, store.currency),
    td_earning: 0,
    logo_url: store.logoKey === null && store.logoUrl !== null ? store.logoUrl : fileUrl(publicUrl, store.logoKey),
    status: legacyFlag(store.isActive),
  };
}

/** The record in replies to reading and changing a store. */
export function presentStoreWithUrls(publicUrl: string, record: StoreRecord) {
  const { store, domains, categories } = record;
  return {
    ...presentLegacyStore(publicUrl, record),
    urls: domains.map((domain) => ({
      id: domain.id,
      store_id: store.id,
      end_host: domain.host,
      start_url: domain.start_url ?? `https://${domain.host}/`,
      created_at: printed(domain.created_at),
      updated_at: printed(domain.updated_at),
    })),
    store_categories: categories.map(({ id, name }) => ({ id, name })),
  };
}

/** The record in replies to registering a store. */
export function presentStoreWithUsers(publicUrl: string, record: StoreRecord, users: readonly StoreUserRow[]) {
  return {
    ...presentLegacyStore(publicUrl, record),
    users: users.map((user) => presentStoreUser(user, record.store.id)),
  };
}

/** A member of a store. */
export function presentStoreUser(user: StoreUserRow, storeId: number) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    created_at: printed(user.created_at),
    updated_at: printed(user.updated_at),
    admin: legacyFlag(user.is_admin),
    last_active: printed(user.last_active_at),
    first_name: user.first_name ?? '',
    surname: user.surname ?? '',
    country: user.country ?? '',
    city: user.city ?? '',
    address: user.address ?? '',
    postcode: user.postcode ?? '',
    tier_pricing_type: user.tier_pricing_type ?? '',
    config: JSON.stringify(user.config),
    sign_user_agreement: printed(user.agreement_signed_at),
    revenue_tier_id: user.revenue_tier_id ?? 0,
    recruitment_utm: user.recruitment_utm ?? '',
    is_suspended: user.suspended_at !== null,
    is_verified: user.is_verified,
    pivot: { store_id: storeId, user_id: user.id },
  };
}

/** The price for social clicks. A price that is not set for them is the general one. */
function socialPrice({ general, social }: OwnPrices): OwnPrice | null {
  if (general === null || social === null) return social ?? general;
  const click = social.cpcMinor === null ? general : social;
  const order = social.cpa === null ? general : social;
  const fixed = social.cpoMinor === null ? general : social;
  return {
    cpcMinor: click.cpcMinor,
    invoiceCpcMinor: click.invoiceCpcMinor,
    cpa: order.cpa,
    invoiceCpa: order.invoiceCpa,
    marginCpa: order.marginCpa,
    cpoMinor: fixed.cpoMinor,
    invoiceCpoMinor: fixed === general ? fixedCostOf(general) : fixed.invoiceCpoMinor,
    cpoMode: fixed.cpoMode,
    minimumOrderMinor: general.minimumOrderMinor,
  };
}

/** The price of a source. Without an amount of its own, the store is billed the price: `invoiceCpc` is `cpc`, `invoiceCpa` is `cpa`. */
function presentPrice(price: OwnPrice | null) {
  const { cpcMinor, invoiceCpcMinor, cpa, invoiceCpa } = price ?? {};
  return {
    cpc: cpcMinor ?? 0,
    invoiceCpc: invoiceCpcMinor ?? cpcMinor ?? 0,
    cpa: cpa ?? 0,
    invoiceCpa: invoiceCpa ?? cpa ?? 0,
  };
}

/** The fixed amounts of orders; null: there are none. */
function presentFixed(prices: OwnPrices, currency: string) {
  const { general } = prices;
  const social = socialPrice(prices);
  const amount = (minor: number | null | undefined) => (minor == null ? null : moneyObject({ minor, currency }));
  return {
    revenue_cpo: amount(general?.cpoMinor),
    revenue_social_cpo: amount(social?.cpoMinor),
    invoice_cpo: amount(general && fixedCostOf(general)),
    invoice_social_cpo: amount(social && fixedCostOf(social)),
    cpo_mode: general?.cpoMode ?? social?.cpoMode ?? ('added' as const),
    minimum_order: amount(general?.minimumOrderMinor),
  };
}

const printed = (instant: string | null): string => (instant === null ? '' : legacyTime(new Date(instant)));
