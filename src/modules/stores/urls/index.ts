export { withClickId } from './click-id.ts';
export { foldPath } from './fold-path.ts';
export { normaliseDomain, normaliseRuleUrl } from './patterns.ts';
export { type ProductUrl, parseProductUrl } from './url.ts';
