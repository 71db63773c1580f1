import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { redirectHandler } from '../../src/api/redirect.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createToken, type DemoSignIn, tokenAuthenticator } from '../../src/modules/accounts/index.ts';
import { type Clicks, startClicks } from '../../src/modules/clicks/index.ts';
import { LinkDomains, LiveIndex } from '../../src/modules/links/index.ts';
import type { Company } from '../../src/modules/payments/index.ts';
import type { PayoutSettings } from '../../src/modules/payouts/index.ts';
import type { DomainProver } from '../../src/modules/stores/index.ts';
import type { Actor } from '../../src/platform/auth/actor.ts';
import type { IdentityProvider } from '../../src/platform/auth/identity-session.ts';
import type { IdentitySignIn } from '../../src/platform/auth/identity-sign-in.ts';
import { SCOPES } from '../../src/platform/auth/scope.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { openChangeFeed } from '../../src/platform/changes/change-feed.ts';
import { openNotifications } from '../../src/platform/database/notifications.ts';
import type { NatsAddress } from '../../src/platform/nats/nats-address.ts';
import { createOutbound, type Outbound } from '../../src/platform/outbound/outbound.ts';
import { manualProvider } from '../../src/platform/payment-provider/manual.ts';
import type { PaymentProvider } from '../../src/platform/payment-provider/provider.ts';
import type { Vault } from '../../src/platform/secrets/vault.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import type { FileStorage } from '../../src/platform/storage/storage.ts';
import type { Sandboxes } from '../../src/sandboxes/host.ts';
import { afterThisFile } from './clean-up.ts';
import { closedProver } from './closed-prover.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMarket, type Market } from './market.ts';
import { PATIENT } from './timeouts.ts';
import { TEST_VAULT } from './vault.ts';

/** The whole application on a database of its own, unless one is given. Every reply is compared with its documented schema. */
export interface TestApplication {
  app: FastifyInstance;
  database: TestDatabase;
  market: Market;
  live: LiveIndex;
  clicks: Clicks;
  /** Null unless requested. */
  sandboxes: Sandboxes | null;
  /** The folder of this application's files. */
  dataDir: string;
  /** A raw access token of a user. */
  tokenOf(userId: number): Promise<string>;
  /** The raw token of a session with a second factor, which the owner of this token has just opened. */
  inPerson(token: string): Promise<string>;
  /**
   * A JSON request; `as` is a raw token. Where only a session is accepted, the owner of an API token with all scopes makes the request in
   * a session, unless `exactly` is set.
   */
  call(request: {
    method?: InjectOptions['method'];
    url: string;
    as?: string;
    body?: unknown;
    headers?: Record<string, string>;
    exactly?: boolean;
  }): Promise<{
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: replies are held to their schemas by the server; tests read fields freely
    body: any;
    headers: Record<string, unknown>;
  }>;
}

export interface TestApplicationOptions {
  /** Looks for proofs of domains. */
  domainProver?: DomainProver;
  identity?: IdentityProvider | null;
  identitySignIn?: IdentitySignIn | null;
  newUsersOf?: readonly string[];
  serviceApiKeys?: readonly string[];
  storage?: FileStorage;
  /** Reaches this machine unless given. */
  outbound?: Outbound;
  paymentProvider?: PaymentProvider;
  timeZone?: string;
  now?: () => Date;
  /** The beginning of our own addresses. */
  publicUrl?: string;
  /** The people of a demo that the database holds. */
  demoSignIns?: () => Promise<DemoSignIn[]>;
  /** Settings that the limits are read from; the rate limit is out of the way without RATE_LIMIT_MAX. */
  environment?: Readonly<Record<string, string>>;
  /** Other facts about the operator. */
  company?: Partial<Company>;
  /** Other settings of payouts. */
  payouts?: Partial<PayoutSettings>;
  vault?: Vault;
  /** The folder of a built API reference; made from the routes unless given. */
  reference?: string | null;
  /** Whether sandboxes can be made; their template is shared by all test files. */
  hasSandboxes?: boolean;
  /** Whether it is the application of a sandbox. */
  isSandbox?: boolean;
  /** Whether pages can follow changes (`GET /v2/me/changes`). Otherwise its replies, which do not end, would keep tests of all routes. */
  hasChanges?: boolean;
  /** The database of another application, of which this one is then a second process. */
  database?: TestDatabase;
  /** The address of NATS; without it, the clicks are in journals. */
  clickLog?: NatsAddress | null;
}

const SESSION_SECONDS = 12 * 3600;

/** The operator of the platform in tests. */
export const TEST_COMPANY = {
  name: 'Tributary Test AB',
  lines: ['Skeppsbron 2', '111 30 Stockholm'],
  vatNumber: 'SE559000000001',
  bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466',
  country: 'SE',
  vatRatePpm: 250_000,
};

/** The settings of payouts in tests: immediately to new accounts, by one administrator up to 1,000 EUR. */
const TEST_PAYOUTS = {
  accountDelayDays: 0,
  approvalAboveEur: 1_000,
  debtor: { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
  vies: null,
};

/** Call it at the top of a test file or in `beforeAll`; it is taken down after the file's last test. */
export async function createTestApplication({
  timeZone = 'UTC',
  now,
  identity = null,
  identitySignIn = null,
  newUsersOf = [],
  serviceApiKeys = [],
  storage,
  outbound = createOutbound({ allow: ['127.0.0.0/8'] }),
  paymentProvider = manualProvider,
  domainProver = closedProver(),
  publicUrl = 'http://tributary.test',
  demoSignIns = async () => [],
  environment = {},
  company = {},
  payouts = {},
  vault = TEST_VAULT,
  reference = null,
  hasSandboxes = false,
  isSandbox = false,
  hasChanges = false,
  database: shared,
  clickLog = null,
}: TestApplicationOptions = {}): Promise<TestApplication> {
  const { sandboxUrl, rateLimitPerMinute, publicLimits, uploadLimits, metricsToken, dunningDays } = readConfig({
    UPLOAD_MIN_FREE_PERCENT: '0',
    RATE_LIMIT_MAX: '100000',
    ...environment,
  });
  const database = shared ?? (await createTestDatabase());
  const log = pino({ level: 'silent' });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-test-'));
  const calendar = createCalendar(timeZone);
  const notifications = await openNotifications(database.url, log);
  const live = await LiveIndex.open(database.pool, notifications, log);
  const domains = await LinkDomains.open(database.pool, notifications, log);
  const clock = now ?? (() => new Date());
  const clicks = await startClicks({
    databaseUrl: database.url,
    pool: database.pool,
    dataDir,
    stream: clickLog,
    calendar,
    trustProxy: 'loopback',
    domains,
    isLocal: true,
    now: () => clock().getTime(),
    logger: log,
    timeouts: PATIENT,
  });
  const config = {
    publicUrl,
    sandboxUrl,
    logLevel: 'silent',
    trustProxy: 'loopback',
    countryHeader: 'cf-ipcountry',
    rateLimitPerMinute,
    publicLimits,
    uploadLimits,
    metricsToken,
    dunningDays,
    redisUrl: null,
    timeZone,
    company: { ...TEST_COMPANY, ...company },
    earningsHoldDays: 14,
    payouts: { ...TEST_PAYOUTS, ...payouts },
  };
  let sandboxes: Sandboxes | null = null;
  if (hasSandboxes) {
    // Most test files have none, and need not load it.
    const { startSandboxes } = await import('../../src/sandboxes/host.ts');
    sandboxes = startSandboxes({
      database,
      outbound,
      log,
      now: clock,
      template: 'tributary_sandbox_template',
      config: { ...config, dataDir, clickRetentionMonths: 25 },
    });
  }
  const authenticate = tokenAuthenticator(database.pool, clock);
  const app = await buildApp({
    ...(hasChanges ? { changes: await openChangeFeed(notifications) } : {}),
    isSandbox,
    ...(sandboxes === null ? {} : { sandboxes: sandboxes.host, diversion: sandboxes.diversion }),
    config,
    database,
    authenticate,
    redirect: redirectHandler(clicks),
    live,
    storage: storage ?? diskStorage(path.join(dataDir, 'files')),
    outbound,
    paymentProvider,
    domainProver,
    identity,
    identitySignIn,
    newUsersOf,
    serviceApiKeys,
    demoSignIns,
    calendar,
    clicks,
    vault,
    reference,
    now: clock,
    healthTimeoutMs: 30_000,
    checkReplies: true,
  });
  const application: TestApplication = {
    app,
    database,
    market: createMarket(database.pool),
    live,
    clicks,
    sandboxes,
    dataDir,
    tokenOf: async (userId) => (await createToken({ db: database.db, now: clock }, { userId, purpose: 'api' })).raw,
    async inPerson(token) {
      const { userId } = (await authenticate(token))!;
      const session = { userId, purpose: 'session', lifetimeSeconds: SESSION_SECONDS, secondFactor: true } as const;
      return (await createToken({ db: database.db, now: clock }, session)).raw;
    },
    async call({ method = 'GET', url, as, body, headers = {}, exactly = false }) {
      const send = (token: string | undefined) =>
        application.app.inject({
          method,
          url,
          headers: { ...(token === undefined ? {} : { authorization: token }), ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        });
      let reply = await send(as);
      const needsSession =
        !exactly && as !== undefined && reply.statusCode === 403 && reply.body.includes('"not_a_session"');
      if (needsSession && isOwn(await authenticate(as))) reply = await send(await application.inPerson(as));
      return { status: reply.statusCode, body: reply.body === '' ? null : reply.json(), headers: reply.headers };
    },
  };
  afterThisFile(async () => {
    await application.app.close();
    await application.sandboxes?.stop();
    await application.clicks.stop();
    await notifications.stop();
    await rm(dataDir, { recursive: true, force: true });
    clearProperties(application);
  });
  return application;
}

/** Whether these are the credentials of a person for all of their own programs. */
function isOwn(actor: Actor | null): boolean {
  return (
    actor?.token?.purpose === 'api' && actor.onBehalfOf === undefined && actor.token.scopes.length === SCOPES.length
  );
}

/**
 * Vitest keeps the modules of finished test files, and everything that they refer to: about 15 MB for each application, which
 * slows down garbage collection.
 */
function clearProperties(finished: object): void {
  for (const key of Object.keys(finished)) Reflect.deleteProperty(finished, key);
}
