/** The introduction of the API reference, valid for every operation. Markdown. */
export const INTRODUCTION = `Affiliate links and influencer campaigns: creators turn product URLs into tracked links, shops pay for clicks and orders, agencies group creators,
administrators run the market. \`/v2\`, \`/v3\` and the paths without a version present the same records by the same rules.

**Access.** \`Authorization\` has the raw access token, without a scheme word; \`POST /v2/sessions\` makes one of an e-mail address and a password. Each operation says who may
call it. What a caller may not know of is a 404, what it may know of but not touch a 403. Operations for people of an identity provider take \`Authorization: Bearer <JWT>\`,
its hooks \`service-api-key\`. Pages of other origins cannot read replies (there is no CORS): tokens belong on servers.

**Requests.** Bodies are JSON unless a form is documented. Lists in a query are written \`name[]=a&name[]=b\`. A GET takes its fields from a JSON body, too; the query goes
first. A query field that an operation does not know is ignored, one of a body refused.

**Errors.** 400 \`{status, error, message}\`: a rule refuses, \`error\` is a code. 401 \`{message}\`. 403 \`{status, error, message}\`. 404 \`{message, …}\` names the kind of record.
405 (with \`allow\`): the path is known, the method is not. 422 \`{message, errors}\`: all wrong fields at once, each with its sentences. 500 has the \`request_id\` that is in the log; 503: try again later.

**Limits.** 300 requests a minute for each user, for each address without one: \`x-ratelimit-limit\`, \`x-ratelimit-remaining\`, \`x-ratelimit-reset\`; beyond it a 429 with
\`retry-after\`. The redirect is not counted; reports of orders and registrations have limits of their own. Limits of fields are in their schemas.

**Lists.** \`page\` from 1, \`size\` as each list says. Version 2 answers \`{data, links, meta}\`; follow \`links.next\` until it is null. Paths without a version answer
\`{current_page, data, next_page_url, …}\`. A walk over the pages meets each record once.

**Money and time.** Whole numbers are minor units of the store's currency (\`250\` is 2.50) unless a field says major; Money is \`{amount: "2.50", currency: "SEK"}\`; shares are
parts of one. Times are UTC; a day is one of the platform's time zone.

**Once.** Where \`Idempotency-Key\` is documented, the same request with the same key is done once and answered alike for seven days.

**Changes by several people.** A reply of \`GET\` with the header \`etag\` has the version of the fields that a change can set. Send it as \`If-Match\` with the change: if somebody else
has changed one of these fields since, the reply is a 412 with the code \`changed_since\`, the names of the fields in \`changed\`, and the version now in \`etag\`; nothing is changed. The
header is optional. The version of a campaign is that of \`/v2/offers/{offer}/definition\`, and that of a link of \`/v2/affiliate-links/{affiliate_link}/settings\`.

**Examples.** Each JSON body has an example that the demo data of a first \`npm start\` takes; it says which token and which ids of \`demo.json\` it goes with.`;
