export { createLink } from './create-link.ts';
export { deepLinkRoutesLegacy } from './deep-links/routes.legacy.ts';
export { LiveIndex } from './live-index.ts';
export { loadStores } from './load-stores.ts';
export { StoreIndex } from './matching/index.ts';
export { linkScope, onLinkEarnings } from './policy.ts';
export { trackedUrl } from './present.ts';
export { type LinkParts, linkRoutesV2 } from './routes.v2.ts';
export { linkRoutesV3 } from './routes.v3.ts';
