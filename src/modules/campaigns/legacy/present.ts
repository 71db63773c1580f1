import { legacyTime } from '../../../platform/legacy-values.ts';
import type { Participant } from '../participants/read-participants.ts';
import type { CampaignUser } from './list-campaign-users.ts';

/** Presents a participant in the legacy API. */
export function presentCampaignUser(userId: number, participant: Participant) {
  return {
    id: participant.id,
    offer_id: participant.campaignId,
    user_id: userId,
    clicks: participant.clicks,
    status: participant.status,
    created_at: legacyTime(participant.createdAt),
    updated_at: legacyTime(participant.updatedAt),
  };
}

/** Presents a participant in the legacy API's lists. */
export function presentListedCampaignUser({
  userId,
  part: participant,
  username,
  email,
  isSuspended,
  isVerified,
}: CampaignUser) {
  return {
    ...presentCampaignUser(userId, participant),
    username,
    email,
    is_suspended: isSuspended,
    is_verified: isVerified,
  };
}
