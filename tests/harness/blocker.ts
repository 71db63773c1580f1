import type { BrowserContext } from 'playwright-core';

/** Rules in the syntax of EasyPrivacy: the host of the platform, and paths that are usual for tracking. */
const BLOCK_LIST = ['||tributary.test^$third-party', '/px/*.gif?', '/pixel.gif?', '/collect?', '/analytics.js'];

/**
 * Blocks requests in a browser as an extension with the list does: what a page loads, not the pages that a person opens.
 * @returns the addresses of the blocked requests so far
 */
export async function blockTrackers(context: BrowserContext): Promise<string[]> {
  const blocked: string[] = [];
  const rules = BLOCK_LIST.map(readRule);
  await context.route('**/*', (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) return route.continue();
    const page = siteOf(request.frame().url());
    if (!rules.some((blocks) => blocks(request.url(), page))) return route.continue();
    blocked.push(request.url());
    return route.abort('blockedbyclient');
  });
  return blocked;
}

type Rule = (url: string, pageSite: string) => boolean;

/** The site of a test's address: `shop.test` for `www.shop.test`. */
const siteOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');

/** `||host^`, or a part of an address with `*`; with `$third-party`, only requests to other sites. */
function readRule(text: string): Rule {
  const [pattern = '', option] = text.split('$');
  const escaped = pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const source = escaped.replace(/^\\\|\\\|/, '^https?://(?:[^/]+\\.)?').replace(/\\\^$/, '(?:[/:?]|$)');
  const expression = new RegExp(source);
  return (url, pageSite) => expression.test(url) && (option !== 'third-party' || siteOf(url) !== pageSite);
}
