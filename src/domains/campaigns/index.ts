export { campaignInvitations } from './creator/invitation-sign-up.ts';
export { LegacyOfferUser } from './legacy/schemas.ts';
export { showOfferUser } from './legacy/show-offer-user.ts';
export { MOST_PAYMENT_MAJOR, setPaymentAmount } from './participants/agree-terms.ts';
export type { CampaignParts } from './parts.ts';
export { onStoreParticipant } from './policy.ts';
export { campaignRoutesLegacy } from './routes.legacy.ts';
export { campaignRoutesV2 } from './routes.v2.ts';
