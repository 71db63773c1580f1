import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { redirectHandler } from './api/redirect.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import {
  demoFilePath,
  demoPeople,
  demoSignIns,
  demoState,
  EMBEDDED_WITH_REAL_MONEY,
  hasRealMoney,
  isArmed,
  isReachableFromOutside,
  loadDemo,
  refreshDemoFile,
  refuseExposedDemo,
  withDemoAccount,
} from './demo/index.ts';
import { explainedListenError } from './listen-error.ts';
import { startMaintenance } from './maintenance.ts';
import {
  createCodeDelivery,
  createDataExporter,
  createDigestSender,
  createNotificationMailer,
  readBrand,
  tokenAuthenticator,
} from './modules/accounts/index.ts';
import { createInvitationTeller, readMessages } from './modules/campaigns/index.ts';
import { isLocalAddress, startClicks } from './modules/clicks/index.ts';
import { LinkDomains, LiveIndex, startLinkChecks } from './modules/links/index.ts';
import { createBroadcastSender, createTriggerSender, startMessages } from './modules/messages/index.ts';
import { allScripts, startAttributionRetry, startBilling } from './modules/orders/index.ts';
import { createPeriodCloser } from './modules/payments/index.ts';
import { createTransferChecker, createTransferSender, createVatNumberChecker } from './modules/payouts/index.ts';
import { startProductFeeds } from './modules/products/index.ts';
import { createPublicationChecker, createYouTubeReader } from './modules/publications/index.ts';
import { startReports } from './modules/reports/index.ts';
import { createDomainProver, startCreditWarnings } from './modules/stores/index.ts';
import { startWebhooks } from './modules/webhooks/index.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { openVault } from './open-vault.ts';
import { createIdentityProvider } from './platform/auth/identity-provider.ts';
import { createIdentitySignIn } from './platform/auth/identity-sign-in.ts';
import { createCalendar } from './platform/calendar.ts';
import { openChangeFeed } from './platform/changes/change-feed.ts';
import type { Logger } from './platform/context.ts';
import { createCrm } from './platform/crm/crm.ts';
import { openNotifications } from './platform/database/notifications.ts';
import { loggerOptions } from './platform/http/request-log.ts';
import { startJobs } from './platform/jobs/run-jobs.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createPaymentProvider } from './platform/payment-provider/create-provider.ts';
import { createFileRemover } from './platform/storage/remove-file.ts';
import { createStorage } from './platform/storage/storage.ts';
import { startTelemetryIfSet } from './platform/telemetry/telemetry.ts';
import { startSandboxes } from './sandboxes/host.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { withFreePort } from './with-free-port.ts';

const STOP_TIMEOUT_MS = 20_000;

type Announce = (sentence: string) => void;

/**
 * Runs the service until SIGTERM or SIGINT: database, demo data if the embedded database is empty, application, listening. It
 * stops in the opposite order: no new requests, clicks made durable, connections closed, PostgreSQL last.
 * @throws CannotListen, CurrenciesRefused, DataFolderRefused, DatabaseRefused, DemoExposed, EmbeddedDatabaseFailed, EncryptionKeyRefused, MigrationFailed
 */
export async function serve(given: Config, announce: Announce): Promise<void> {
  const log = pino(loggerOptions(given.logLevel));
  await prepareDataFolder(given.dataDir, { isPrivate: given.databaseUrl !== null });
  const complete = await completed(given);
  const started: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const telemetry = await startTelemetryIfSet(complete.telemetry, log);
    started.push(() => telemetry.stop());
    const database = await openDatabase(complete, log, announce);
    started.push(() => database.close());
    await refuseExposedDemo(database.pool, complete);
    const notifications = await openNotifications(database.url, log);
    started.push(() => notifications.stop());
    const live = await LiveIndex.open(database.pool, notifications, log);
    const domains = await LinkDomains.open(database.pool, notifications, log);
    const changes = await openChangeFeed(notifications);
    const calendar = createCalendar(complete.timeZone);
    const now = () => new Date();
    const storage = createStorage(complete);
    const vault = await openVault(complete, database.db);
    const demo = { ...database, config: complete, calendar, now, log, live, storage, vault, onProgress: announce };
    if (database.embedded) await demoInto(demo);
    const config = await withDemoAccount(complete, database.pool);
    const clicks = await startClicks({
      databaseUrl: database.url,
      pool: database.pool,
      dataDir: config.dataDir,
      stream: config.clickLog,
      scripts: () => allScripts({ db: database.db }, config.publicUrl),
      calendar,
      trustProxy: config.trustProxy,
      countryHeader: config.countryHeader,
      domains,
      isLocal: isLocalAddress(config.publicUrl),
      now: Date.now,
      logger: log,
    });
    started.push(() => clicks.stop());
    const handlers = [
      createMailer({ ...config, readBrand: () => readBrand(database.db) }),
      createCrm(config.hubspot, log),
      createFileRemover(storage),
    ];
    handlers.push(createCodeDelivery({ db: database.db, now, publicUrl: config.publicUrl }));
    handlers.push(createDataExporter({ db: database.db, now }));
    const notifying = { db: database.db, now, publicUrl: config.publicUrl };
    handlers.push(
      createNotificationMailer({ ...notifying, readMessages }),
      createDigestSender(notifying),
      createInvitationTeller(notifying),
      createBroadcastSender(notifying),
      createTriggerSender(notifying),
    );
    handlers.push(
      createPeriodCloser({
        db: database.withoutStatementTimeout,
        progressDb: database.db,
        now,
        calendar,
        company: config.company,
      }),
    );
    const outbound = createOutbound({ allow: config.outboundAllow });
    const checking = { db: database.db, now, outbound, company: config.company, vies: config.payouts.vies };
    handlers.push(createVatNumberChecker(checking));
    handlers.push(createPublicationChecker({ db: database.db, now, outbound }));
    if (config.youtube !== null)
      handlers.push(createYouTubeReader({ db: database.db, now, outbound, settings: config.youtube }));
    const paymentProvider = await createPaymentProvider(config.stripe);
    const transferring = { db: database.db, now, calendar, vault, paymentProvider };
    handlers.push(createTransferSender(transferring), createTransferChecker(transferring));
    // Each may wait for its running jobs, so they stop together: one after the other would exceed the time that the process has.
    const workers: { stop(): Promise<void> }[] = [];
    started.push(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
    const jobs = startJobs({ databaseUrl: database.url, handlers, log });
    workers.push(jobs);
    const webhooks = startWebhooks({
      databaseUrl: database.url,
      db: database.db,
      publicUrl: config.publicUrl,
      outbound,
      now,
      log,
      vault,
    });
    workers.push(webhooks);
    const reports = startReports({
      databaseUrl: database.url,
      db: database.db,
      publicUrl: config.publicUrl,
      calendar,
      now,
      log,
    });
    workers.push(reports);
    workers.push(startMessages({ db: database.db, now, log }));
    const feeds = startProductFeeds({ databaseUrl: database.url, outbound, now, log });
    workers.push(feeds);
    const waiting = startAttributionRetry({ db: database.db, now, log, publicUrl: config.publicUrl });
    started.push(async () => waiting.stop());
    const billing = startBilling({ db: database.db, now, log }, { calendar });
    started.push(() => billing.stop());
    const warnings = startCreditWarnings({ db: database.db, now, log });
    started.push(async () => warnings.stop());
    const linkChecks = startLinkChecks({ db: database.db, now, log });
    started.push(() => linkChecks.stop());
    const sandboxes = startSandboxes({ database, config, outbound, now, log });
    started.push(() => sandboxes.stop());
    const maintenance = startMaintenance({
      database,
      config,
      storage,
      paymentProvider,
      now,
      log,
      sandboxes: sandboxes.host,
      ...(config.previousEncryptionKey === null ? {} : { renewed: vault }),
    });
    started.push(() => maintenance.stop());
    const authenticate = tokenAuthenticator(database.pool, now);
    const app = await buildApp({
      config,
      database,
      authenticate,
      live,
      calendar,
      clicks,
      jobs,
      changes,
      now,
      demoSignIns: async () => ((await isArmed(database.pool)) ? demoPeople(config) : []),
      redirect: redirectHandler(clicks),
      sandboxes: sandboxes.host,
      diversion: sandboxes.diversion,
      storage,
      domainProver: createDomainProver({ outbound, dnsServers: config.dnsServers }),
      outbound,
      vault,
      paymentProvider,
      identity: config.identity === null ? null : createIdentityProvider(config.identity),
      identitySignIn: config.identitySignIn === null ? null : createIdentitySignIn(config.identitySignIn),
      newUsersOf: config.newUsersOf,
      serviceApiKeys: [config.serviceApiKey, config.previousServiceApiKey].filter((key) => key !== null),
    });
    started.push(() => app.close());
    started.push(telemetry.exportMetrics(app.metrics));
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw explainedListenError(error, config);
    });
    // Only now is it true that the service is reached there.
    if (database.embedded) await refreshDemoFile(config);
    await announceStart(config, database.embedded, announce);
    if (database.embedded && (await hasRealMoney(database.pool))) {
      log.warn(EMBEDDED_WITH_REAL_MONEY);
      announce(EMBEDDED_WITH_REAL_MONEY);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(stop, { graceMs: STOP_TIMEOUT_MS, log, announce });
}

/** Loads the demo market into a database that the caller has opened. @throws DemoRefused when the database is not empty */
export async function loadDemoInto(
  database: OpenDatabase,
  given: Config,
  log: Logger,
  announce: Announce,
): Promise<void> {
  const config = await completed(given);
  const notifications = await openNotifications(database.url, log);
  try {
    const live = await LiveIndex.open(database.pool, notifications, log);
    const calendar = createCalendar(config.timeZone);
    const [storage, vault] = [createStorage(config), await openVault(config, database.db)];
    const deps = { ...database, config, calendar, now: () => new Date(), log, live, storage, vault };
    await loadDemo({ ...deps, onProgress: announce });
  } finally {
    await notifications.stop();
  }
}

/**
 * The demo marketplace is loaded into the embedded database while it is empty, and only if other machines cannot connect, because
 * its accounts are public.
 */
async function demoInto(deps: Parameters<typeof loadDemo>[0]): Promise<void> {
  const state = await demoState(deps.pool);
  if (state !== 'empty' && state !== 'unfinished') return;
  if (!isReachableFromOutside(deps.config)) return loadDemo(deps);
  deps.onProgress(
    'This address can be reached from other machines, so the demo market is not loaded. Make an administrator, with the server stopped: ' +
      'npm run cli -- user create --email you@example.com --admin',
  );
}

/** Determines the values that the environment leaves open: a free port for PORT=0, and the service key of this data folder. */
async function completed(config: Config): Promise<Config> {
  return { ...(await withFreePort(config)), serviceApiKey: config.serviceApiKey ?? (await ownKey(config.dataDir)) };
}

async function ownKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'service-api-key');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim().length >= 16) return known.trim();
  const key = randomBytes(24).toString('base64url');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

async function announceStart(config: Config, embedded: boolean, announce: Announce): Promise<void> {
  const signIns = embedded ? await demoSignIns(config) : [];
  const lines = [
    '',
    `Tributary is ready at ${config.publicUrl}`,
    `  Console       ${config.publicUrl}/`,
    `  Reference     ${config.publicUrl}/docs`,
    `  OpenAPI       ${config.publicUrl}/openapi.json`,
    ...(signIns.length > 0 ? [`  Demo tokens   ${demoFilePath(config.dataDir)}`] : []),
    ...signIns.map((line) => `  ${line}`),
    '',
  ];
  announce(lines.join('\n'));
}
