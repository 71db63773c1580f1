export type { CampaignParts } from './parts.ts';
export { campaignRoutesLegacy } from './routes.legacy.ts';
export { campaignRoutesV2 } from './routes.v2.ts';
