/** Query paths that show records of a part (`GET /v2/me/changes`). Parts that this release does not know are shown nowhere. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  clicks:
    /stats$|\/(?:overview|results|funnel|dashboard|breakdown|clicks|click-reasons|clicksPerDay|open-costs|open-months|(?:monthly-)?earnings|balances?|credit|next-payouts)$|affiliate-link(?:s$|s\/\{affiliate_link\}$)|campaign|\/offers\/\{offer\}$/,
  orders:
    /stats$|order|\/(?:overview|results|funnel|events|dashboard|breakdown|open-costs|open-months|(?:monthly-)?earnings|balances?|credit|next-payouts|work)$|campaign|\/offers\/\{offer\}$/,
  campaigns: /campaign|offer|participant|deliverable|activities$|\/work$|\/overview$/,
  payments:
    /invoice|statement|payout|payable|receivable|period|\/(?:open-months|open-costs|(?:monthly-)?earnings|balances?|credit|overview|work|dunning)$/,
  links: /affiliate-link|\/link|stats$/,
  stores: /\/admin\/stores|\/stores\/\{store\}(?:\/(?:approval|domains))?$|advertisers$|\/work$|\/overview$/,
  notifications: /\/me\/(?:notifications|work)$/,
};

/**
 * Whether a query may show something else now.
 * @param queryPath the query's path in the OpenAPI document
 * @param parts what has changed; `*`: possibly everything
 */
export const isChanged = (queryPath: string, parts: Iterable<string>): boolean => {
  for (const part of parts) {
    const shown = part === '*' ? Object.values(SHOWN) : SHOWN[part] === undefined ? [] : [SHOWN[part]];
    if (shown.some((paths) => paths.test(queryPath))) return true;
  }
  return false;
};
