import { legacyTime } from '../../../platform/legacy-values.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import type { Campaign } from '../campaign/read-campaigns.ts';
import { type ParticipantStatus, TAKING_PART, transitionsFor } from '../participants/transitions.ts';
import type { OwnParticipation } from './find-participation.ts';
import type { CreatorsCampaign } from './read-creator-campaigns.ts';

/** Whether the campaign currently pays for the participant's links to the store. */
export const mayEarn = (
  status: ParticipantStatus,
  campaign: Pick<Campaign, 'status'>,
  isStoreWilling: boolean,
): boolean => TAKING_PART.includes(status) && campaign.status === 'active' && isStoreWilling;

/** Presents a campaign to a participant. The transitions are those of the creator, for every caller. */
export function presentCreatorCampaign(
  publicUrl: string,
  { userId, todo, part: participation, campaign, isStoreWilling }: CreatorsCampaign,
) {
  return {
    key: `${campaign.id}-${userId}`,
    todo,
    status: participation.status,
    can_create_link: mayEarn(participation.status, campaign, isStoreWilling),
    campaign: {
      id: campaign.id,
      title: campaign.shownTitle,
      description: campaign.text,
      image: {
        key: campaign.imageKey ?? '',
        url: fileUrl(publicUrl, campaign.imageKey),
        base_url: fileUrl(publicUrl, ''),
        base64: '',
      },
      constraints: {
        per_user_limit: campaign.perUserLimit,
        valid_from: campaign.validFrom === null ? '' : legacyTime(campaign.validFrom),
        valid_until: campaign.validUntil === null ? '' : legacyTime(campaign.validUntil),
      },
    },
    transitions: transitionsFor(participation, ['creator']),
  };
}

export function presentMembership(participation: OwnParticipation | null) {
  return participation === null ? { added: false } : { added: true, status: participation.status };
}
