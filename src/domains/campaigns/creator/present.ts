import { legacyTime } from '../../../platform/legacy-values.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { titleOf } from '../offers/present.ts';
import type { Offer } from '../offers/read-offers.ts';
import { type ParticipantStatus, transitionsFor } from '../participants/moves.ts';
import type { OwnPart } from './find-part.ts';
import type { CreatorsCampaign } from './read-campaigns.ts';

const MAY_EARN: readonly ParticipantStatus[] = ['accepted', 'product_sent', 'have_received', 'have_posted'];

/** Whether the campaign currently pays for the participant's links to the store. */
export const mayEarn = (status: ParticipantStatus, offer: Pick<Offer, 'status'>, isStoreWilling: boolean): boolean =>
  MAY_EARN.includes(status) && offer.status === 'active' && isStoreWilling;

/** Presents a campaign to a participant. The transitions are the creator's, whoever calls. */
export function presentCampaign(publicUrl: string, { userId, todo, part, offer, isStoreWilling }: CreatorsCampaign) {
  return {
    key: `${offer.id}-${userId}`,
    todo,
    status: part.status,
    can_create_link: mayEarn(part.status, offer, isStoreWilling),
    campaign: {
      id: offer.id,
      title: titleOf(offer),
      description: offer.campaign.text,
      image: {
        key: offer.imageKey ?? '',
        url: fileUrl(publicUrl, offer.imageKey),
        base_url: fileUrl(publicUrl, ''),
        base64: '',
      },
      constraints: {
        per_user_limit: offer.perUserLimit,
        valid_from: offer.validFrom === null ? '' : legacyTime(offer.validFrom),
        valid_until: offer.validUntil === null ? '' : legacyTime(offer.validUntil),
      },
    },
    transitions: transitionsFor(part, ['creator']),
  };
}

export function presentMembership(part: OwnPart | null) {
  return part === null ? { added: false } : { added: true, status: part.status };
}
