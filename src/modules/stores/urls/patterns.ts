import { parse as parseDomain } from 'tldts';
import { parseProductUrl } from './parse-product-url.ts';

/** Far longer than any useful prefix, and short enough that a pattern can always be parsed as a URL. */
export const MAX_PATTERN_LENGTH = 2048;

/** A name with a dot, `localhost`, or an IPv6 address; a single word is a typing error. */
const OWNABLE_HOST = /^(?:[a-z0-9_-]+\.)+[a-z0-9_-]+$|^localhost$|^\[[0-9a-f:]+\]$/;
const WILDCARD = /^((?:https?:)?\/\/)?\*?\.(?=[^./])/i;

/**
 * Returns the host of a store's domain from the text that an administrator types: `https://WWW.Shop.SE/`, `shop.se:443`,
 * `bücher.example`, `*.shop.se`. Subdomains belong to a domain, so `www.` and `*.` are removed, and so is a path.
 *
 * A public suffix (`co.uk`, `myshopify.com`) cannot be a store's domain, because it would include every store below it.
 * @returns lower case, punycode, no `www.`, no port; null when the text is not a host that a store can own
 */
export function normaliseDomain(text: string): string | null {
  const parsed = parseProductUrl(text.trim().replace(WILDCARD, '$1'));
  if (!parsed.ok) return null;
  const domain = ownableHost(parsed.url.host);
  return domain === null || isPublicSuffix(domain) ? null : domain;
}

/**
 * Returns the pattern of a rule's url: host without `www.`, path and query, as a literal prefix; the scheme is optional. A rule
 * covers the URLs of its host and below whose path and query begin with the pattern's.
 * @returns for example `shop.se/` or `shop.se/sale?size=`, always with the path's `/`; null when it is not a URL or is longer
 *   than MAX_PATTERN_LENGTH
 */
export function normaliseRuleUrl(text: string): string | null {
  const parsed = parseProductUrl(text.trim().replace(WILDCARD, '$1'));
  if (!parsed.ok) return null;
  const { host, comparable } = parsed.url;
  const ownable = ownableHost(host);
  if (ownable === null) return null;
  const pattern = ownable + comparable.slice(host.length);
  return pattern.length > MAX_PATTERN_LENGTH ? null : pattern;
}

function ownableHost(host: string): string | null {
  return OWNABLE_HOST.test(host) ? withoutWww(host) : null;
}

/** Both functions above do not change their own results, so every `www.` is removed. `www.co.uk` is a name of its own. */
function withoutWww(host: string): string {
  let name = host;
  while (name.startsWith('www.')) {
    const rest = name.slice('www.'.length);
    if (!OWNABLE_HOST.test(rest) || isPublicSuffix(rest)) break;
    name = rest;
  }
  return name;
}

function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parseDomain(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return domain === null && (isIcann === true || isPrivate === true);
}
