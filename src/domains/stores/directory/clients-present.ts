import type { Actor } from '../../../platform/auth/actor.ts';
import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { mayKnowShare, SECRET_MASK } from '../../accounts/index.ts';
import type { StoreClientRow } from './clients-list.ts';

/** A client as a store sees it; what it earns and how it is set up is shown to those alone who may know. */
export function presentStoreClient(client: StoreClientRow, viewer: Actor) {
  const isOwn = mayKnowShare(viewer, client.id);
  return {
    id: client.id,
    client_id: client.client_id,
    name: client.name,
    created_at: legacyTime(new Date(client.created_at)),
    updated_at: legacyTime(new Date(client.updated_at)),
    own_paymentsystem: legacyFlag(client.own_payment_system),
    config: JSON.stringify(isOwn ? client.config : {}),
    user_mail_config: presentMails(isOwn ? client.user_mail_config : {}),
    feed: client.feed ?? '',
    locale: client.locale ?? client.store_group.locale,
    revenue_model: client.revenue_model,
    revenue_share: isOwn ? client.client_share : '0',
    store_group_id: client.store_group.id,
    default_revenue_tier: client.default_revenue_tier_id ?? 0,
    default_verified_users: legacyFlag(client.default_verified_users),
    client_secret: SECRET_MASK,
    store_group: presentStoreGroup(client.store_group),
    revenue_tiers: client.revenue_tiers.map(({ id, name }) => ({ id, name })),
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

function presentStoreGroup(group: StoreClientRow['store_group']) {
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
