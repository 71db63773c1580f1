export { type Advertiser, findAdvertisers, presentAdvertiser } from './advertisers.ts';
export type { StoreParts } from './parts.ts';
export { onStore } from './policy.ts';
export { storeRoutesLegacy, storeRoutesV2 } from './routes.ts';
export { PricedAdvertiser } from './schemas.ts';
