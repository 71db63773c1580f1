/** The day of the last change of the API (docs/api-policy.md). */
export const API_VERSION = '2026-11-29';

/** The introduction of the API reference, valid for every operation. Markdown. */
export const INTRODUCTION = `Affiliate links and influencer campaigns: creators turn product URLs into tracked links, stores pay for clicks and orders, agencies represent creators,
and administrators operate the marketplace. \`/v2\`, \`/v3\` and the paths without a version return the same records by the same rules.

**Access.** \`Authorization\` contains the access token or the API key of a store, alone or as \`Bearer …\`. \`POST /v2/sessions\` creates a token from an e-mail address and a password. Each operation states who may
call it. A record that the caller may not know about is a 404; one that the caller may know about but not use is a 403. Operations for users of an identity provider take \`Authorization: Bearer <JWT>\`,
and its hooks send \`service-api-key\`. Pages of other origins cannot read replies (there is no CORS), so keep tokens on servers.

**Requests.** Bodies are JSON unless a form is documented. Lists in a query are written \`name[]=a&name[]=b\`. A GET also accepts its fields in a JSON body; the query takes
precedence. An unknown body field is refused. An unknown query field is refused by additions that need a token, and ignored by all other operations.

**Errors.** 400 \`{status, error, message}\`: a rule refuses the request; \`error\` is a code. 401 \`{message}\`. 403 \`{status, error, message}\`. 404 \`{message, …}\` names the kind of record.
405 (with \`allow\`): the path exists, the method does not. 422 \`{message, errors}\`: all invalid fields at once, each with its messages. 500 contains the \`request_id\` of the log entry. 503: try again later.

**Limits.** 300 requests a minute for each user and each API key of a store, or for each address without a token; 6,000 for requests about orders with an API key of a store (\`x-ratelimit-limit\`, \`x-ratelimit-remaining\`, \`x-ratelimit-reset\`). Further requests receive a 429 with
\`retry-after\`. The redirect is exempt; reports of orders and registrations have separate limits. The limits of fields are in their schemas.

**Lists.** Additions that continue behind a cursor return \`{data, meta: {next_cursor, has_more}}\`; send \`next_cursor\` as \`after\`. All other lists have pages: \`page\` begins at 1; each list documents its \`size\`. Version 2 returns \`{data, links, meta}\`; follow \`links.next\` until it is null. Paths without a version return
\`{current_page, data, next_page_url, …}\`. All pages together contain each record once.

**Money and time.** Amounts in whole numbers are minor units of the store's currency (\`250\` is 2.50) unless the field says major units. Money is \`{amount: "2.50", currency: "SEK"}\`, in additions and events also \`{minor: 250, currency: "SEK"}\`. Shares are
fractions of one. Times are UTC; days are those of the platform's time zone.

**Changes.** The version of this document is the day of the last change. Additions are marked \`x-addition\`, with \`x-stability\`. docs/api-policy.md says what may change, and how an end is announced.

**Idempotency.** Where \`Idempotency-Key\` is documented, a repeated request with the same key is executed once and receives the same reply for seven days.

**Concurrent changes.** The header \`etag\` of a \`GET\` is its version. Send it as \`If-Match\` with the change. If another user
has changed one of the fields that a change can set since, nothing is changed, and the reply is a 412 with the code \`changed_since\`, the names of the fields in \`changed\`, and the current version in \`etag\`. The
header is optional. A \`GET\` with \`If-None-Match\` is a 304 without a body while the whole reply is unchanged. The version of a campaign comes from \`/v2/offers/{offer}/definition\`, the version of a link from \`/v2/affiliate-links/{affiliate_link}/settings\`.

**Examples.** Each JSON body has an example for the demo data of a first \`npm start\`. It states the token and the ids of \`demo.json\` that it needs.`;
