/** Commands of the pages that no test can run here, each with its reason. Every other command runs, in order. */
export const COMMANDS_NOT_RUN: Readonly<Record<string, string>> = {
  'psql "$WAREHOUSE" -c "CREATE ROLE bi_reader LOGIN PASSWORD \'a long one of yours\' CONNECTION LIMIT 10" -c "ALTER ROLE bi_reader SET default_transaction_read_only = on" -c "ALTER ROLE bi_reader SET statement_timeout = \'60s\'"':
    'needs a role that may create roles, and creates one for all databases of the server; the grants run for another role',
  'npm ci && npm start': 'installs from the registry and serves until it is stopped: .ci/run does so in a clean clone',
  'npm test': 'is the run that this test is part of',
  'docker compose -f deploy/compose.yaml --env-file deploy/.env up -d --build':
    'needs Docker: tests/processes/container.ts runs the image without it',
  'docker compose -f deploy/compose.yaml --env-file deploy/.env exec tributary-1 node dist/main.js user create --email you@example.com --admin':
    'needs Docker; the command itself runs in the guide for administrators',
  'docker build -f deploy/Dockerfile -t registry.example.com/tributary:0.1.0 . && docker push registry.example.com/tributary:0.1.0':
    'needs Docker and a registry',
  'kubectl apply -k .': 'needs a cluster: tests/processes/kubernetes.test.ts builds and checks the manifests',
  'kubectl -n tributary rollout status statefulset/tributary --timeout=35m': 'needs a cluster',
  'kubectl -n tributary exec tributary-0 -- node dist/main.js user create --email you@example.com --admin':
    'needs a cluster; the command itself runs in the guide for administrators',
  'npm ci && npm run build': 'installs from the registry: .ci/run does so in a clean clone',
  'npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund':
    'installs from the registry: tests/processes/deploy.test.ts plans it without one',
  'node dist/main.js serve':
    'serves until it is stopped, from what the previous command installs: tests/processes/container.ts',
  'node deploy/pin-images.mjs':
    'asks the registry, by Docker: tests/processes/images.test.ts runs it with a Docker of its own',
  'node deploy/pin-images.mjs NODE_IMAGE=node:24.22.0-bookworm-slim': 'the same',
  'npx tsx tests/processes/processes.ts': 'takes minutes, and is a test itself',
  'npx tsx tests/processes/container.ts': 'takes minutes, needs root, and is a test itself',
  'npx tsx tests/faults/topology.ts': 'takes minutes, needs nats-server, and is a test itself',
  'npm run bench processes': 'takes minutes and measures a machine that does nothing else',
  'DATA_DIR=/var/lib/tributary-new npm start': 'serves until it is stopped: tests/faults/backup.ts',
  'npx vitest run src/backup src/maintenance.test.ts src/modules/clicks/purge-clicks.test.ts src/modules/clicks/purge-visitors.test.ts src/modules/accounts/erasing':
    'are tests of this run',
  'npm run packages': 'generates the types first: packages/client/package.test.ts packs both packages',
  'mkdir -p /tmp/program && cp tributary-*.tgz /tmp/program && cd /tmp/program && npm install --offline ./tributary-client-*.tgz ./tributary-cli-*.tgz':
    'needs the tarballs: packages/client/package.test.ts installs both into an empty folder',
  'node_modules/.bin/tributary --help': 'the same',
  'npx tsx tests/faults/backup.ts': 'takes minutes, and is a test itself',
};

/** Commands that install or use a large package from the registry. They run in CI alone. */
export const ONLY_IN_CI = /\/tmp\/duckdb\b/;

/** Requests that the pages name outside commands and no command here sends, each with its reason. */
export const REQUESTS_NOT_SENT: Readonly<Record<string, string>> = {
  'GET /healthz': 'is of an edge process: src/modules/clicks/edge/edge.test.ts',
  'GET /v2/link-domains/certificate-permission': 'is sent by Caddy: src/modules/links/domains/domains.test.ts',
  'GET /v2/me/changes': 'is answered without an end: src/modules/accounts/changes/changes.test.ts',
  'GET /v2/postback-presets': 'is sent for each preset: src/modules/webhooks/postback.test.ts',
  'PATCH …/update-status': 'needs a creator who has applied: tests/journeys/campaign.test.ts',
  'GET /v2/stores/{store}/gift-orders': 'is sent by plugins: src/modules/campaigns/gift-orders',
  'POST /v2/deliverables/{deliverable}/publication':
    'needs a deliverable that was just approved: src/modules/publications/reports/reports.test.ts',
  'POST /v2/stores/{store}/broadcasts': 'writes to many: src/modules/messages/broadcasts/broadcasts.test.ts',
  'POST /v2/stores/{store}/gift-orders/{gift_order}': 'is sent by plugins: src/modules/campaigns/gift-orders',
  'POST /v2/stores/{store}/orders/{order}/resolution':
    'needs contradictory reports: src/modules/orders/changes/routes.v2.test.ts',
  'POST /v2/usage-rights/{usage_right}/accept':
    'needs an offer that was just sent: src/modules/publications/rights/usage-rights.test.ts',
  'POST /v2/usage-rights/{usage_right}/propose-end': 'ends what others read: the same',
  'PUT /v2/me/muted-stores/{store}':
    'would mute the store of other pages: src/modules/messages/broadcasts/broadcasts.test.ts',
};

/** Languages of blocks without commands, each with the test that checks them. */
export const OTHER_BLOCKS: Readonly<Record<string, string>> = {
  json: 'part of a body of a request, which tests/examples.test.ts sends whole',
  mermaid: 'a drawing',
  text: 'a drawing, or a configuration of Caddy, Vercel or Netlify, which are not installed here',
  html: 'pages of stores: tests/browser/store-pages.test.ts loads the same elements in Chromium',
  nginx: 'tests/browser/store-pages.test.ts runs nginx with it',
  php: 'needs PHP; the signature is the one of the JavaScript example, and plugins/other-shop-systems.test.ts runs the client and checks the modules',
  xml: 'a part of a module of Magento: plugins/other-shop-systems.test.ts',
  js: 'programs of stores and receivers: the signature of orders and standardwebhooks, which the tests of both use, and parts of packages/client/examples, which run as tests',
  ts: 'parts of packages/client/examples, which its test compiles and runs',
  liquid: 'needs a shop system; the signature is the one of the JavaScript example',
};
