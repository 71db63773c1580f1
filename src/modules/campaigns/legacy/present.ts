import { legacyTime } from '../../../platform/legacy-values.ts';
import type { Participant } from '../participants/read-participants.ts';
import type { CampaignUser } from './list-campaign-users.ts';

/** Presents a participant in the legacy API. */
export function presentCampaignUser(userId: number, part: Participant) {
  return {
    id: part.id,
    offer_id: part.campaignId,
    user_id: userId,
    clicks: part.clicks,
    status: part.status,
    created_at: legacyTime(part.createdAt),
    updated_at: legacyTime(part.updatedAt),
  };
}

/** Presents a participant in the legacy API's lists. */
export function presentListedCampaignUser({ userId, part, username, email, isSuspended, isVerified }: CampaignUser) {
  return { ...presentCampaignUser(userId, part), username, email, is_suspended: isSuspended, is_verified: isVerified };
}
