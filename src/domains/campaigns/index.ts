export type { CampaignParts } from './parts.ts';
export { campaignRoutesLegacy } from './routes.legacy.ts';
