import { showFields } from '../../../platform/record-fields/records.ts';
import { PARTICIPANT_FIELDS } from '../participants/fields.ts';
import type { Participant } from '../participants/read-participants.ts';
import type { CampaignUser } from './list-campaign-users.ts';

/** Presents a participant in the legacy API. */
export function presentCampaignUser(userId: number, participant: Participant) {
  return {
    ...showFields(PARTICIPANT_FIELDS, 'legacy', participant),
    user_id: userId,
    clicks: participant.clicks,
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
