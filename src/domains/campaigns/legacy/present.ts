import { legacyTime } from '../../../platform/legacy-values.ts';
import type { Participant } from '../participants/read-participants.ts';
import type { OfferUser } from './list-offer-users.ts';

/** Presents a participant in the legacy API. */
export function presentOfferUser(userId: number, part: Participant) {
  return {
    id: part.id,
    offer_id: part.offerId,
    user_id: userId,
    clicks: part.clicks,
    status: part.status,
    created_at: legacyTime(part.createdAt),
    updated_at: legacyTime(part.updatedAt),
  };
}

/** Presents a participant in the legacy API's lists. */
export function presentListedOfferUser({ userId, part, username, email, isSuspended, isVerified }: OfferUser) {
  return { ...presentOfferUser(userId, part), username, email, is_suspended: isSuspended, is_verified: isVerified };
}
