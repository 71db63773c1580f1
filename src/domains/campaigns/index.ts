export { LegacyOfferUser } from './legacy/schemas.ts';
export { showOfferUser } from './legacy/show-offer-user.ts';
export { LIMIT_EVENTS, publishReachedLimits } from './offers/reached-limits.ts';
export { MOST_PAYMENT_MAJOR, setPaymentAmount } from './participants/agree-terms.ts';
export { PARTICIPANT_EVENTS } from './participants/events.ts';
export type { CampaignParts } from './parts.ts';
export { onStoreParticipant } from './policy.ts';
export { campaignRoutesLegacy } from './routes.legacy.ts';
export { campaignRoutesV2 } from './routes.v2.ts';
