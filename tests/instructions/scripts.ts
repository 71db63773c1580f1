/** The setup that a page needs in addition to its own commands. */
export interface Preparation {
  /** Commands before those of the page, which its reader has already run. */
  before?: string;
  /** The values with which the reader replaces texts of the page. */
  fill?: readonly (readonly [text: string, by: string])[];
  /** Commands after those of the page, which send the requests that its text names. */
  after?: string;
  /** Texts that the output of the commands must contain. */
  prints?: readonly RegExp[];
  /** Further texts, of commands that run in CI alone. */
  printsInCi?: readonly RegExp[];
}

const DEMO = `demo() { node -p "require('./.data/demo.json').$1"; }
admin=$(demo tokens.admin) member=$(demo tokens.advertiser) creator=$(demo tokens.creator)
user=$(demo ids.user) store=$(demo ids.store) json='Content-Type: application/json'
`;
/** As in README.md. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** The pages in the order in which they run against one demo. */
export const PAGES: Readonly<Record<string, Preparation>> = {
  'README.md': {
    fill: [
      ['localhost:3000', '$HOST'],
      ['http://127.0.0.1:3000/r/…', '$(field affiliate_link.url)'],
    ],
    prints: [/"status":"success"/, /HTTP\/1\.1 302 Found/, /^location: https:\S+[?&]tclid=/m],
  },
  'docs/guides/creators-tools.md': {
    after: `curl $URL/v3/users/$user/affiliate-links -H "Authorization: $creator" -H 'Content-Type: application/json' \\
      -d "{\\"url\\": \\"$(demo product_url)\\"}"`,
  },
  'docs/guides/agencies.md': {},
  'docs/guides/stores.md': {
    after: `
order=$(curl "$URL/v2/stores/$store/orders?size=100" -H "Authorization: $member" | node -p 'JSON.parse(require("fs").readFileSync(0)).data.find((each) => each.order_id === "G-1001").id')
curl -X PATCH $URL/v2/stores/$store/orders/$order -H "Authorization: $member" -H "$json" -d '{"refunded": {"amount": "100.00", "currency": "SEK"}}'
curl $URL/v2/stores/$store/domains -H "Authorization: $member"
domain=$(field 'domains.find((each) => each.standing !== "proven").id')
curl -X POST $URL/v2/stores/$store/domains/$domain/check -H "Authorization: $member"
curl $URL/v2/stores -H "Authorization: $(demo tokens.other_advertiser)" -H "$json" \
  -d '{"name": "Fjordtak", "domains": [["fjordtak.example"]], "country": "SE", "currency": "SEK", "language": "sv"}'`,
  },
  'docs/guides/leads.md': {
    prints: [
      /"code":"qualified"/,
      /"unattributed_reason":"event_repeated"/,
      /"event_kind":"qualified"/,
      /"changed":\["Q-1"/,
    ],
  },
  'docs/guides/subscriptions.md': {
    prints: [
      /"steps":\[\{"months":12,"cpa":0\.2\},\{"months":null,"cpa":0\.05\}\]/,
      /"result":"customer","because":"The order names no click/,
      /"rule":"customer"/,
      /"ended_reason":"by_store"/,
      /"order_id":"SUB-1-3"[^\n]*"unattributed_reason":"no_click"/,
      /"order_id":"in_8a"[^\n]*"value":\{"amount":"199.00"/,
      /"last_event":\{"kind":"checkout.session.completed"/,
    ],
  },
  'docs/guides/fixed-amounts.md': {
    prints: [
      /"invoice_cpo":\{"minor":5333,/,
      /"per_order_fixed":\{"minor":[23]\d{3},/,
      /"fixed_cost":\{"minor":12000,/,
      /"cpo_minor":4000,/,
    ],
  },
  'docs/guides/woocommerce.md': {},
  'docs/guides/shopify.md': {},
  'docs/guides/vendure.md': {},
  'docs/guides/medusa.md': {},
  'docs/guides/other-shop-systems.md': {},
  'docs/guides/first-party.md': { prints: [/"forward_to":"http\S+\/trb\/"/] },
  'docs/guides/migration.md': {
    prints: [/"source":"dub","dry":true/, /"outcome":"(?:new|existing)"/, /"source":"awin"/, /\{"deleted":1\}/],
  },
  'docs/guides/assistants.md': {
    prints: [/"code_challenge_methods_supported":\["S256"\]/, /"name":"explain_order"/, /listCreatorLinkStats/],
  },
  'docs/guides/client.md': {
    before: `${DEMO}
curl $URL/v2/events -H "Authorization: $creator"`,
  },
  'docs/guides/warehouse.md': {
    prints: [/^ +month +\| +currency +\| +orders/m, /^ +[\w ]+ \| +\d+ \| +\d+ \| +\d+\.\d\d$/m, /^ [^|]+ \| https?:/m],
    after: `psql "$WAREHOUSE" -v ON_ERROR_STOP=1 -q -c 'DROP SCHEMA bi CASCADE'`,
    printsInCi: [/│ +month +│ +currency +│ +orders +│ +cost +│/, /│ +campaign_title +│ +clicks +│/],
  },
  'docs/guides/cli.md': {
    fill: [['http://localhost:4000/hook', '$RECEIVER']],
    prints: [
      /^email +linneaspringer@creator\.example$/m,
      /^LINK +STATUS +URL/m,
      /^ID +CREATED +CLICKS/m,
      /^claim +\d+$/m,
    ],
    after: `source $PROJECT/tributary.bash`,
  },
  'docs/guides/administrators.md': {
    // The file that the reader has loaded from the European Central Bank.
    before: `printf 'Date,USD,SEK,\\n2026-01-02,1.05,11.2,\\n' > eurofxref-hist.csv`,
    after: `
curl $URL/v2/stores/$store/domains -H "Authorization: $admin" -H "$json" -d '{"domain": "nordicrunner-two.example"}'
curl -X POST $URL/v2/admin/stores/$store/domains/$(field id)/consent -H "Authorization: $admin"
curl "$URL/v2/admin/stores?approval=pending" -H "Authorization: $admin"
curl $URL/v2/admin/stores/$(field 'data[0].id')/reject -H "Authorization: $admin" -H "$json" -d '{"reason": "It sells nothing"}'`,
    prints: [/Everything is correct\./],
  },
  'docs/guides/sandbox.md': {
    prints: [
      /"state":"ready"/,
      /Earned [1-9].*, paid 0/,
      /Earned [1-9].*, paid [1-9]/,
      // The example of the client lists the clicks of the sandbox, and the snippet names its address.
      /^[1-9]\d*\thttp\S+\t/m,
      /src=\\"http\S+\/sandboxes\/[a-z0-9]{12}\/t\//,
      /"order_id":"PAGE-1"/,
    ],
  },
  'docs/tracking.md': {
    before: `${DEMO}
curl -X POST $URL/v2/advertisers/$store/order-collectors/shop_plugin/rotate-key -H "Authorization: $member"
key=$(field service_activation_key)
curl $URL/v2/affiliate-links -H "Authorization: $creator" -H "$json" -d "{\\"url\\": \\"$(demo product_url)\\"}"
curl -si -A '${BROWSER}' $(field affiliate_link.url)
tclid=$(reply | sed -n 's/^location: .*tclid=\\([0-9a-f-]*\\).*/\\1/p')`,
    fill: [
      ['https://tributary.example/', '$URL/'],
      ['"service_activation_key": "…"', `"service_activation_key": "'"$key"'"`],
      ['"tclid": "…"', `"tclid": "'"$tclid"'"`],
    ],
    after: `
for way in sales_pixel shop_plugin server; do curl $URL/v2/advertisers/$store/order-collectors/$way -H "Authorization: $member"; done
curl $URL/v2/activate-tracking-plugin -H "$json" -d "{\\"service_activation_key\\": \\"$key\\"}"
curl $URL/v2/stores/$store/orders -H "Authorization: $member" -H "$json" -d '{"order_id": "T-1", "order_value": "129.50", "currency": "SEK"}'
curl $URL/v2/advertisers/$store/order-rules -H "Authorization: $member"
curl -X PATCH $URL/v2/advertisers/$store/order-rules -H "Authorization: $member" -H "$json" -d '{"signature_required": false}'
curl -X POST $URL/v2/advertisers/$store/order-signing-secrets -H "Authorization: $member" -H "$json" -d '{}'
curl -X PUT $URL/v2/advertisers/$store/attribution-window -H "Authorization: $member" -H "$json" -d '{"attribution_window_days": 30}'`,
    prints: [/"outcome":"recorded"/],
  },
  'docs/webhooks.md': {
    before: `${DEMO}
curl $URL/v2/webhooks -H "Authorization: $member" -H "$json" -d "{\\"url\\": \\"$RECEIVER\\", \\"events\\": [\\"order.created\\"], \\"store_id\\": $store}"
hook=$(field id)
curl -X POST $URL/v2/webhooks/$hook/rotate-secret -H "Authorization: $member"
curl -X POST $URL/v2/webhooks/$hook/test -H "Authorization: $member"
curl $URL/v2/webhooks/$hook/deliveries -H "Authorization: $member"
delivery=$(field 'data[0].id')
curl -X POST $URL/v2/webhooks/$hook/deliveries/$delivery/replay -H "Authorization: $member"
curl -X POST $URL/v2/webhooks/$hook/replay -H "Authorization: $member" -H "$json" -d "{\\"since\\": \\"$(date -u -d '-1 day' +%FT%TZ)\\"}"
curl -X PATCH $URL/v2/webhooks/$hook -H "Authorization: $member" -H "$json" -d '{"status": "active"}'
curl "$URL/v2/events?after=0" -H "Authorization: $member"
curl $URL/v2/postbacks -H "Authorization: $creator" -H "$json" -d "{\\"url\\": \\"$RECEIVER?click={click_id}&sub={sub1}\\"}"
postback=$(field id)
curl $URL/v2/postbacks/$postback/deliveries -H "Authorization: $creator"
curl "$URL/v2/users/$user/sub-id-stats?group_by=sub1" -H "Authorization: $creator"`,
  },
  'docs/deployment.md': {
    before: 'mkdir -p dist console/dist && touch dist/main.js console/dist/index.html',
    fill: [['/srv/', '$PROJECT/srv/']],
  },
  'docs/operations.md': {
    before: `${DEMO}
curl $URL/v2/sessions -H "$json" -d '{"email": "ingrid@tributary.example", "password": "tributary-demo"}'
SESSION=$(field token)
curl $URL/v2/admin/users -H "Authorization: $admin" -H "$json" -d '{"email": "anna@example.com", "username": "anna"}'
curl $URL/v2/admin/users -H "Authorization: $admin" -H "$json" -d '{"email": "bo@example.com", "username": "bo"}'
id=$(field id)`,
    fill: [
      ['/v2/admin/users/17/', '/v2/admin/users/$id/'],
      ['/backups/', '$PROJECT/backups/'],
      ['/var/lib/', '$PROJECT/'],
    ],
    prints: [/Everything is correct\./],
  },
};
