import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { mountAssistants } from './api/assistants/mcp.ts';
import { CONSOLE_PREFIX, mountConsole } from './api/console.ts';
import { DOCUMENTED_EXAMPLES } from './api/examples/index.ts';
import { API_VERSION, INTRODUCTION } from './api/introduction.ts';
import { mountLegacy } from './api/legacy.ts';
import { REDIRECT_PATHS } from './api/redirect-paths.ts';
import { openBuiltReference } from './api/reference/built-reference.ts';
import { mountReference } from './api/reference/reference.ts';
import { DOCS_PREFIX } from './api/reference/render-reference.ts';
import { mountSystem } from './api/system.ts';
import { TAGS } from './api/tags.ts';
import { mountV2 } from './api/v2.ts';
import { mountV3 } from './api/v3.ts';
import type { Config } from './config.ts';
import {
  ChangeConnections,
  countUploadOfDay,
  type DemoSignIn,
  readStoredBytes,
  readTokenActors,
  takeBackUpload,
} from './modules/accounts/index.ts';
import { campaignInvitations } from './modules/campaigns/index.ts';
import { type Clicks, linkQuotes, readOwnClicks } from './modules/clicks/index.ts';
import type { LiveIndex } from './modules/links/index.ts';
import { openFileWork } from './modules/payments/index.ts';
import type { SandboxHost } from './modules/sandboxes/index.ts';
import { mountPages, notFoundPageFor } from './modules/site/index.ts';
import { createDomainProver, type DomainProver } from './modules/stores/index.ts';
import { documentedWebhooks } from './modules/webhooks/index.ts';
import type { IdentityProvider } from './platform/auth/identity-session.ts';
import type { IdentitySignIn } from './platform/auth/identity-sign-in.ts';
import type { Calendar } from './platform/calendar.ts';
import type { ChangeFeed } from './platform/changes/change-feed.ts';
import type { DatabaseConnection } from './platform/database/database.ts';
import { collectAssistantOperations } from './platform/http/assistant-operations.ts';
import type { Authenticate } from './platform/http/identify.ts';
import { metricsRoute } from './platform/http/metrics-route.ts';
import { documentRoutes } from './platform/http/openapi.ts';
import type { LogStream } from './platform/http/request-log.ts';
import { createServer, type Diversion, type RedirectHandler } from './platform/http/server.ts';
import { measureUploads, NO_UPLOAD_LIMITS, spaceCheck } from './platform/http/upload-guard.ts';
import type { Jobs } from './platform/jobs/run-jobs.ts';
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts';
import { builtFolder } from './platform/own-files.ts';
import type { PaymentProvider } from './platform/payment-provider/provider.ts';
import { createVault, type Vault } from './platform/secrets/vault.ts';
import { filesRoute } from './platform/storage/files-route.ts';
import type { FileStorage } from './platform/storage/storage.ts';

/** The dependencies of the application. `serve.ts` creates them; tests create their own. */
export interface AppDeps {
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
    | 'payouts'
  > &
    Partial<
      Pick<
        Config,
        | 'publicLimits'
        | 'uploadLimits'
        | 'metricsToken'
        | 'orderClaimDays'
        | 'orderApprovalMaxDays'
        | 'dunningDays'
        | 'countryHeader'
        | 'sandboxUrl'
      >
    >;
  database: DatabaseConnection;
  authenticate: Authenticate;
  live: LiveIndex;
  /** Uploaded files. */
  storage: FileStorage;
  /** Sends requests to addresses chosen by users; by default to public addresses only. */
  outbound?: Outbound;
  /** Encrypts secrets in the database; with a random key unless given, for a database that ends with the process. */
  vault?: Vault;
  /** The payment provider of stores. */
  paymentProvider: PaymentProvider;
  /** Null if it is not configured. */
  identity: IdentityProvider | null;
  /** Sign-in at the identity provider from the console; none by default. */
  identitySignIn?: IdentitySignIn | null;
  /** The domains of addresses whose persons become users when they sign in at the identity provider; none by default. */
  newUsersOf?: readonly string[];
  /** Searches for proofs of domains; reaches public addresses only by default. */
  domainProver?: DomainProver;
  /** Keys that the identity provider's hooks may present. */
  serviceApiKeys: readonly string[];
  calendar: Calendar;
  /** The users of the demo market who can be signed in with one click; none by default. */
  demoSignIns?: () => Promise<DemoSignIn[]>;
  /** The click log, for its figures under /metrics. */
  clicks?: Clicks;
  /** What other processes and this one announce, for pages that follow it; without it, pages are not told of changes. */
  changes?: ChangeFeed;
  /** The jobs of this process, for their figures under /metrics. */
  jobs?: Jobs;
  /** The host of sandboxes; absent inside of a sandbox. */
  sandboxes?: SandboxHost;
  /** Whether this is the application of a sandbox. */
  isSandbox?: boolean;
  /** Takes requests that belong to sandboxes, before their routes. */
  diversion?: Diversion;
  /** The tracked redirect; without it `/r/…` is a 404. */
  redirect?: RedirectHandler;
  /** The clock; tests set it. */
  now?: () => Date;
  logStream?: LogStream;
  /** Maximum time for a reply of the database before it counts as unavailable; a second by default. */
  healthTimeoutMs?: number;
  /**
   * The folder of the built API reference; that of the running build by default. Null: the reference is rendered from the routes.
   */
  reference?: string | null;
  /** Checks every reply against its documented schema (tests). */
  checkReplies?: boolean;
}

/**
 * The whole HTTP application, ready to listen. The caller closes it, and then the database.
 * @throws Error when a route is not fully declared.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    config,
    database,
    live,
    calendar,
    clicks,
    jobs,
    changes: feed,
    storage,
    outbound = createOutbound({ allow: [] }),
    identity,
    identitySignIn = null,
    newUsersOf = [],
    serviceApiKeys,
    vault = createVault([randomBytes(32)]),
    domainProver = createDomainProver({ outbound: createOutbound({ allow: [] }), dnsServers: [] }),
    paymentProvider,
    demoSignIns = async () => [],
    sandboxes = null,
    isSandbox = false,
    healthTimeoutMs,
    reference = builtFolder('reference'),
    ...rest
  } = deps;
  const {
    publicUrl,
    timeZone,
    company,
    earningsHoldDays,
    orderClaimDays: claimDays = 14,
    orderApprovalMaxDays: maxApprovalDays = null,
    payouts,
    dunningDays = [],
  } = config;
  const uploadLimits = config.uploadLimits ?? NO_UPLOAD_LIMITS;
  const freeShare = async () => (await storage.freeShare?.()) ?? null;
  const app = await createServer({
    ...config,
    ...rest,
    db: database.db,
    vault,
    uploads: {
      requireSpace: spaceCheck(freeShare, uploadLimits),
      count: (upload) => countUploadOfDay(upload, uploadLimits),
      takeBack: takeBackUpload,
    },
    unguardedPrefixes: [DOCS_PREFIX, CONSOLE_PREFIX],
    uncountedPrefixes: [`${CONSOLE_PREFIX}/`],
    notFoundPage: (request, reply) => notFoundPageFor(company, request, reply),
  });
  const built = reference === null ? null : openBuiltReference(reference, publicUrl);
  const facts = {
    title: 'Tributary',
    description: INTRODUCTION,
    version: API_VERSION,
    tags: TAGS,
    publicUrl,
    redirectPaths: REDIRECT_PATHS,
    webhooks: documentedWebhooks(),
    examples: DOCUMENTED_EXAMPLES,
  };
  await documentRoutes(app, facts, built?.document);
  const operations = collectAssistantOperations(app);

  metricsRoute(app, config.metricsToken);
  if (clicks !== undefined) readOwnClicks(app, clicks);
  clicks?.measure(app.metrics);
  jobs?.measure(app.metrics);
  filesRoute(app, storage);
  measureUploads(app.metrics, { storedBytes: () => readStoredBytes(database.db), freeShare });
  const changes =
    feed === undefined
      ? null
      : new ChangeConnections(
          feed,
          (hashes) => readTokenActors({ pool: database.pool, now: deps.now ?? (() => new Date()) }, hashes),
          app.log,
        );
  // Otherwise the server would wait for pages that never end their requests.
  app.addHook('preClose', async () => changes?.stop());
  const files = openFileWork();
  app.addHook('onClose', () => files.close());
  const refreshIndex = (storeId: number) => live.refresh(storeId);
  const sandboxUrl = config.sandboxUrl ?? null;
  const shared = {
    publicUrl,
    sandboxUrl,
    calendar,
    storage,
    uploadLimits,
    outbound,
    identity,
    identitySignIn,
    newUsersOf,
    serviceApiKeys,
    domainProver,
    refreshIndex,
    paymentProvider,
    company,
    earningsHoldDays,
    dunningDays,
    claimDays,
    maxApprovalDays,
    isSandbox,
    payouts,
    vault,
    files,
    lists: files,
    demoSignIns,
    campaigns: campaignInvitations,
    changes,
  };
  mountV2(app, { ...shared, sandboxes, database, live, timeZone, healthTimeoutMs });
  mountSystem(app, { pool: database.pool, live, clicks, timeZone, isSandbox });
  mountV3(app, { live, publicUrl });
  mountLegacy(app, { ...shared, live, quotes: linkQuotes });
  mountAssistants(app, { publicUrl, operations });
  mountPages(app, shared);
  mountReference(app, publicUrl, built);
  await mountConsole(app, { publicUrl, sandboxUrl, timeZone });

  await app.ready();
  return app;
}
