import type { Actor } from '../../../platform/auth/actor.ts';
import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { mayKnowShare, SECRET_MASK } from '../../accounts/index.ts';
import type { StoreAgencyRow } from './agencies-list.ts';

/** An agency as a store sees it. Its share and setup are shown only to those who may know them. */
export function presentStoreAgency(agency: StoreAgencyRow, viewer: Actor) {
  const isOwn = mayKnowShare(viewer, agency.id);
  return {
    id: agency.id,
    client_id: agency.agency_id,
    name: agency.name,
    created_at: legacyTime(new Date(agency.created_at)),
    updated_at: legacyTime(new Date(agency.updated_at)),
    own_paymentsystem: legacyFlag(agency.own_payment_system),
    config: JSON.stringify(isOwn ? agency.config : {}),
    user_mail_config: presentMails(isOwn ? agency.user_mail_config : {}),
    feed: agency.feed ?? '',
    locale: agency.locale ?? agency.store_group.locale,
    revenue_model: agency.revenue_model,
    revenue_share: isOwn ? agency.agency_share : '0',
    store_group_id: agency.store_group.id,
    default_revenue_tier: agency.default_revenue_tier_id ?? 0,
    default_verified_users: legacyFlag(agency.default_verified_users),
    client_secret: SECRET_MASK,
    store_group: presentStoreGroup(agency.store_group),
    revenue_tiers: agency.revenue_tiers.map(({ id, name }) => ({ id, name })),
  } as const;
}

function presentMails(mails: Record<string, unknown>) {
  const text = (moment: string) => (typeof mails[moment] === 'string' ? mails[moment] : '');
  return {
    accepted: text('accepted'),
    inactive: text('inactive'),
    used_tool: text('used_tool'),
    registered: text('registered'),
  };
}

function presentStoreGroup(group: StoreAgencyRow['store_group']) {
  return {
    id: group.id,
    name: group.name,
    marketplace: legacyFlag(group.marketplace),
    key: group.key,
    locale: group.locale,
    lang: group.language,
    currency: group.currency,
    es: 0,
    payment_limit: group.payment_limit_minor,
  } as const;
}
