export { type Advertiser, findAdvertisers, presentAdvertiser } from './advertisers.ts';
export { storesBlocking } from './blocklist/stores-blocking.ts';
export { openStore } from './directory/visible.ts';
export type { StoreParts } from './parts.ts';
export { onStore } from './policy.ts';
export { changeOwnPrices, type PriceChanges } from './record/own-prices.ts';
export { storeRoutesLegacy, storeRoutesV2 } from './routes.ts';
export { legacyUserTagFields, PricedAdvertiser } from './schemas.ts';
export { listUserTags, presentLegacyTag, type UserTagRow } from './user-tags.ts';
