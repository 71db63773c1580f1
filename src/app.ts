import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { DemoSignIn } from './domains/accounts/index.ts';
import { campaignInvitations } from './domains/campaigns/index.ts';
import { type Clicks, readOwnClicks } from './domains/clicks/index.ts';
import type { LiveIndex } from './domains/links/index.ts';
import { openFileWork } from './domains/payments/index.ts';
import { createDomainProver, type DomainProver } from './domains/stores/index.ts';
import { documentedWebhooks } from './domains/webhooks/index.ts';
import { CONSOLE_PREFIX, consoleFace } from './faces/console.ts';
import { EDGE_PATHS } from './faces/edge-paths.ts';
import { DOCUMENTED_EXAMPLES } from './faces/examples/index.ts';
import { INTRODUCTION } from './faces/introduction.ts';
import { legacyFace } from './faces/legacy.ts';
import { systemFace } from './faces/system.ts';
import { v2Face } from './faces/v2.ts';
import { v3Face } from './faces/v3.ts';
import type { IdentityProvider } from './platform/auth/identity-session.ts';
import type { Calendar } from './platform/calendar.ts';
import type { DatabaseConnection } from './platform/database/database.ts';
import type { Authenticate } from './platform/http/identify.ts';
import { metricsRoute } from './platform/http/metrics-route.ts';
import { DOCS_PREFIX, documentRoutes } from './platform/http/openapi.ts';
import type { LogStream } from './platform/http/request-log.ts';
import { createServer, type Edge } from './platform/http/server.ts';
import type { Jobs } from './platform/jobs/run-jobs.ts';
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts';
import type { PaymentProvider } from './platform/payment-provider/provider.ts';
import { filesRoute } from './platform/storage/files-route.ts';
import type { FileStorage } from './platform/storage/storage.ts';

/** What the application is assembled from; `serve.ts` makes these, tests make their own. */
export interface AppParts {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'logLevel'
    | 'trustProxy'
    | 'rateLimitPerMinute'
    | 'redisUrl'
    | 'timeZone'
    | 'company'
    | 'earningsHoldDays'
  > &
    Partial<Pick<Config, 'publicLimits' | 'metricsToken'>>;
  database: DatabaseConnection;
  authenticate: Authenticate;
  live: LiveIndex;
  /** Uploaded files. */
  storage: FileStorage;
  /** Sends requests to addresses that others chose; to public ones alone by default. */
  outbound?: Outbound;
  /** How stores pay. */
  paymentProvider: PaymentProvider;
  /** Null: none is configured. */
  identity: IdentityProvider | null;
  /** Looks for proofs of domains; reaches public addresses alone unless given. */
  domainProver?: DomainProver;
  /** Keys that the identity provider's hooks may present. */
  serviceApiKeys: readonly string[];
  calendar: Calendar;
  /** The people of the demo market, as whom one may sign in; nobody by default. */
  demoSignIns?: () => Promise<DemoSignIn[]>;
  /** The click log, for its figures under /metrics. */
  clicks?: Clicks;
  /** For their figures, likewise. */
  jobs?: Jobs;
  /** The tracked redirect; without it `/r/…` is a 404. */
  edge?: Edge;
  /** The clock; tests set it. */
  now?: () => Date;
  logStream?: LogStream;
  /** How long the database may take to answer before it counts as down; a second by default. */
  healthPatienceMs?: number;
  /** Hold every reply to its documentation (tests). */
  checkReplies?: boolean;
}

/**
 * The whole HTTP application, ready to listen. The caller closes it, and then the database.
 * @throws Error when a route is not fully declared.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const {
    config,
    database,
    live,
    calendar,
    clicks,
    jobs,
    storage,
    outbound = createOutbound({ allow: [] }),
    identity,
    serviceApiKeys,
    domainProver = createDomainProver({ outbound: createOutbound({ allow: [] }), dnsServers: [] }),
    paymentProvider,
    demoSignIns = async () => [],
    healthPatienceMs,
    ...rest
  } = parts;
  const { publicUrl, timeZone, company, earningsHoldDays } = config;
  const app = await createServer({
    ...{ ...config, ...rest, db: database.db },
    unguardedPrefixes: [DOCS_PREFIX, CONSOLE_PREFIX],
    uncountedPrefixes: [`${CONSOLE_PREFIX}/`],
  });
  await documentRoutes(app, {
    title: 'Tributary',
    description: INTRODUCTION,
    version: '2.0',
    publicUrl,
    edgePaths: EDGE_PATHS,
    webhooks: documentedWebhooks(),
    examples: DOCUMENTED_EXAMPLES,
  });

  metricsRoute(app, config.metricsToken);
  if (clicks !== undefined) readOwnClicks(app, clicks);
  clicks?.measure(app.metrics);
  jobs?.measure(app.metrics);
  filesRoute(app, storage);
  const files = openFileWork();
  app.addHook('onClose', () => files.close());
  const refreshIndex = (storeId: number) => live.refresh(storeId);
  const shared = {
    ...{
      publicUrl,
      calendar,
      storage,
      outbound,
      identity,
      serviceApiKeys,
      domainProver,
      refreshIndex,
      paymentProvider,
      company,
      earningsHoldDays,
      files,
      demoSignIns,
      campaigns: campaignInvitations,
    },
  };
  v2Face(app, { ...shared, database, live, timeZone, healthPatienceMs });
  systemFace(app, { pool: database.pool, live, clicks, timeZone });
  v3Face(app, { live, publicUrl, timeZone });
  legacyFace(app, { ...shared, live });
  await consoleFace(app, publicUrl);

  await app.ready();
  return app;
}
