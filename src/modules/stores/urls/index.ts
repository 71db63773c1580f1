export { withClickId } from './click-id.ts';
export { foldPath } from './fold-path.ts';
export { type ProductUrl, parseProductUrl } from './parse-product-url.ts';
export { normaliseDomain, normaliseRuleUrl } from './patterns.ts';
