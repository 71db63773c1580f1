export { readUpload } from './feed/read-upload.ts';
export { startProductFeeds } from './feed/start-feeds.ts';
export { purgeProducts } from './purge-products.ts';
export { type ProductDeps, productRoutesV2 } from './routes.v2.ts';
