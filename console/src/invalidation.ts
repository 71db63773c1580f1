/** Query paths that a write may change. The first entry whose `write` matches the path of the written endpoint applies. */
const EFFECTS: readonly { write: RegExp; queries: RegExp }[] = [
  { write: /^\/v2\/me\/notifications/, queries: /^\/v2\/me\/notifications/ },
  { write: /^\/v2\/me\/notification-settings$/, queries: /^\/v2\/me\/notification/ },
  { write: /\/sessions\/current\/confirmation$/, queries: /^$/ },
  { write: /\/tokens(?:\/\{token\})?$/, queries: /\/tokens$/ },
  { write: /\/api-keys(?:\/\{key\})?$/, queries: /\/api-keys$|audit-log$/ },
  { write: /^\/v2\/me\/password$/, queries: /\/(?:tokens|sessions|grants)$/ },
  {
    write: /^\/v2\/offer-users\/.*\/comments/,
    queries: /\/activities$|\/participants|\/campaign-board|\/conversations$/,
  },
  { write: /\/broadcasts|\/muted-/, queries: /\/(?:conversations|broadcasts)$|\/muted-/ },
  { write: /\/(?:affiliate-links|link-imports)$/, queries: /link|\/users\/\{user\}\/stats$|\/advertisers$/ },
  { write: /\/affiliate-links\/\{affiliate_link\}$/, queries: /link|\/stats$|\/terms$/ },
  { write: /^\/v2\/link-domains/, queries: /^\/v2\/link-domains|\/settings$/ },
  { write: /^\/v2\/sandboxes/, queries: /^\/v2\/sandboxes/ },
  { write: /^\/v2\/(?:postbacks|report-schedules)/, queries: /^\/v2\/(?:postbacks|report-schedules)/ },
  { write: /^\/v2\/webhooks/, queries: /^\/v2\/webhooks/ },
  { write: /\/passed-parameters$/, queries: /\/passed-parameters$/ },
  { write: /\/users\/\{user\}\/profile/, queries: /\/profile$/ },
  { write: /\/offers\/\{offer\}\/questions$/, queries: /\/questions$|participant-profiles$/ },
  { write: /\/materials/, queries: /\/materials$/ },
  { write: /\/public-page$/, queries: /\/public-page$/ },
  { write: /\/billing$/, queries: /\/billing$|audit-log$/ },
  { write: /\/order-previews$/, queries: /^$/ },
  { write: /\/delivery$/, queries: /\/(?:delivery|gift)$/ },
  { write: /\/event-(?:kinds|prices)/, queries: /\/event-(?:kinds|prices)$/ },
  // A completed participation may cause a one-time payment.
  {
    write: /^\/v2\/offers\/|^\/v2\/offer-by-token\/|\/stores\/\{store\}\/offers$/,
    queries:
      /offer|campaign|\/activities$|\/terms$|-budgets$|-costs$|earnings$|dashboard|stat|\/clients\/\{client\}\/overview$/,
  },
  { write: /\/order-claims(?:$|.*\/(?:evidence|decline)$)/, queries: /\/order-claims/ },
  { write: /\/creator-lists|\/creators\/\{creator\}\/note$/, queries: /\/creators|\/creator-lists$/ },
  { write: /^\/v2\/clients.*\/creator-invitations/, queries: /\/creator-invitations$/ },
  { write: /\/creator-invitations$/, queries: /offer|campaign/ },
  { write: /\/campaign-templates/, queries: /campaign|offer/ },
  { write: /^\/v2\/deliverables/, queries: /\/deliverables|\/clients\/\{client\}\/(?:campaigns|overview)$/ },
  { write: /^\/v2\/appeals/, queries: /\/appeals/ },
  { write: /\/product-feed/, queries: /\/product-feed/ },
  { write: /\/site-settings/, queries: /\/site/ },
  { write: /\/vouchers/, queries: /\/vouchers$/ },
  { write: /\/customer-(?:programme|bindings|key)/, queries: /\/customer-(?:programme|bindings)$/ },
  {
    write: /\/stores\/\{store\}\/(?:orders|(?:order|event)-decisions)/,
    queries:
      /order|stat|\/events$|\/funnel$|\/clicksPerDay$|-costs$|dashboard|\/overview$|campaign|offer|\/admin\/stores$/,
  },
  { write: /\/url-matching-rules/, queries: /\/url-|\/advertisers$/ },
  { write: /\/blocklist/, queries: /\/blocklist$|\/url-inspections$|offer|\/participants/ },
  { write: /\/stats-config/, queries: /\/stats-config$/ },
  { write: /\/hashtags$/, queries: /\/hashtags$/ },
  {
    write: /\/order-collectors|\/attribution-window$|\/order-rules$|\/order-signing-secrets/,
    queries: /\/order-|\/attribution-/,
  },
  { write: /\/invites(?:\/\{invite\})?$/, queries: /\/invites$|\/team$/ },
  { write: /\/team\/\{user\}$/, queries: /\/team$|\/audit-log$/ },
  // Their money is counted where it is due, held, booked and logged.
  {
    write: /^\/v2\/payout-runs|^\/v2\/payouts\/|^\/v2\/bank-|\/minimum-payouts$/,
    queries:
      /payout|open-months$|payable|receivable|bank-entries|balance|invoices$|statements$|earnings$|credit$|\/overview$|audit-log$/,
  },
  {
    write: /\/payee(?:\/consent)?$|\/payout-accounts/,
    queries: /\/payee$|next-payouts$|\/clients\/\{client\}\/overview$|payable|payout-runs|audit-log$/,
  },
  { write: /^\/v2\/admin\/user-tags\/\{user_tag\}\/users/, queries: /user-tags|\/admin\/users/ },
];

/**
 * Whether the result of a query may have changed.
 * @param queryPath the query's path in the OpenAPI document, as `/v2/stores/{store}/orders`
 * @param writes the paths of the endpoints that were written to
 * @returns true also for a write that is not listed, since an outdated figure is worse than a needless request
 */
export function isAffected(queryPath: string, writes: Iterable<string>): boolean {
  for (const write of writes) {
    // Almost every write may complete a task.
    if (queryPath === '/v2/me/work') return true;
    const effect = EFFECTS.find((one) => one.write.test(write));
    if (effect === undefined || effect.queries.test(queryPath)) return true;
  }
  return false;
}
