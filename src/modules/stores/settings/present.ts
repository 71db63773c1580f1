import { legacyTime } from '../../../platform/legacy-values.ts';
import type { StoreActivity } from './activity.ts';
import type { EmailQuota } from './email-quota.ts';
import type { Hashtag } from './hashtags.ts';

export function presentEmailQuota({ limit, used, resetsAt }: EmailQuota) {
  // If the quota was lowered, more mails than it permits may already have been sent.
  return { limit, used, remaining: Math.max(0, limit - used), resets_at: resetsAt.toISOString() };
}

export function presentStoreActivity({ id, name, deactivatedAt }: StoreActivity) {
  return {
    id,
    name,
    active: deactivatedAt === null,
    deactivated_at: deactivatedAt === null ? null : deactivatedAt.toISOString(),
  };
}

export function presentHashtag({ id, storeId, hashtag, createdAt, updatedAt }: Hashtag) {
  return {
    id,
    store_id: storeId,
    hashtag,
    created_at: legacyTime(createdAt),
    updated_at: legacyTime(updatedAt),
  };
}
