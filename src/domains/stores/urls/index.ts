export { withClickId } from './click-id.ts';
export { normaliseDomain, normaliseRuleUrl } from './patterns.ts';
export { type ProductUrl, parseProductUrl } from './url.ts';
